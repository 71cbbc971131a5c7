import { api, ask, queryClient } from '../api.ts';

/**
 * When somebody starts or stops impersonating: nothing that was fetched as the person before may stay. `me` is
 * replaced rather than removed, because what surrounds the page watches it and would otherwise keep the old one.
 */
export async function changePerson(leave: () => Promise<void>): Promise<void> {
  queryClient.setQueryData(ask('me').queryKey, await api.me());
  await leave();
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
