import { api, ask, events, queryClient, showOrganization } from '../api.ts';
import { chosenOrganization } from '../client.ts';
import { t } from '../language/texts.ts';

/**
 * When someone starts or stops impersonating, nothing fetched as the previous person may stay. `me` is replaced, not
 * removed, because the shell watches it and would otherwise keep the old one. The organization that one person chose may
 * not be the other's.
 */
export async function changePerson(leave: () => Promise<void>): Promise<void> {
  chosenOrganization.set(undefined);
  const me = await api.me();
  queryClient.setQueryData(ask('me').queryKey, me);
  await leave();
  showOrganization(me);
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}

let leaving: Promise<void> | undefined;

/** Several calls may be refused at once: they leave once. */
export function leaveEnded(leave: () => Promise<void>): Promise<void> {
  leaving ??= changePerson(leave)
    .then(() => events.toast(t('impersonation.ended'), 'error'))
    .finally(() => {
      leaving = undefined;
    });
  return leaving;
}
