import type { Domain } from '@latchkey/contract';
import { t } from '../language/texts.ts';

type State = { label: string; color: string };

/** A record that was looked up and not found is shown apart from one that wasn't looked up yet. */
export function domainStateOf({ verified, checkedAt }: Pick<Domain, 'verified' | 'checkedAt'>): State {
  if (verified) return { label: t('singleSignOn.domains.state.verified'), color: 'green' };
  return checkedAt === null
    ? { label: t('singleSignOn.domains.state.unverified'), color: 'gray' }
    : { label: t('singleSignOn.domains.state.missing'), color: 'orange' };
}
