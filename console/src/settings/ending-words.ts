import type { ServiceHealth } from '@latchkey/contract';
import type { Texts } from '../language/texts.ts';

type Ending = ServiceHealth['ending'][number];

/** What it is that ends, and whose it is. */
export function endingInWords(t: Texts, { kind, organizationName, userEmail }: Ending): string {
  return kind === 'personalKey'
    ? t('settings.ending.personalKey', { person: userEmail ?? '' })
    : t(`settings.ending.${kind}`, { organization: organizationName ?? '' });
}

/** The page of whose it is. */
export function ownerOf({ organizationId, userId }: Ending) {
  return organizationId === null
    ? ({ to: '/admin/users/$id', params: { id: userId ?? '' } } as const)
    : ({ to: '/admin/organizations/$id', params: { id: organizationId } } as const);
}
