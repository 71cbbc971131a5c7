import { api, ask, queryClient, showOrganization } from '../api.ts';
import { chosenOrganization } from '../client.ts';
import { endIfLost, setLost } from './lost-organization.ts';
import type { Me } from './me.ts';

/** Shows this person in this organization. Everything else is fetched again. */
function show(me: Me): void {
  queryClient.setQueryData(ask('me').queryKey, me);
  showOrganization(me);
}

/** Acts in this organization from now on, in this tab only. Undefined is the default one. Refused, nothing changes. */
export async function chooseOrganization(id: string | undefined): Promise<Me> {
  const me = await api.me({}, { organizationId: id ?? null });
  await queryClient.cancelQueries();
  chosenOrganization.set(id);
  setLost(false);
  show(me);
  return me;
}

let leaving: Promise<void> | undefined;

/** Several calls may be refused at once, or after another choice: asks once whether the present one still counts. */
export function leaveIfLost(): Promise<void> {
  leaving ??= api
    .me()
    .catch((error: unknown) => {
      if (!endIfLost(error)) throw error;
      return api.me();
    })
    // If that fails, too, the page shows its own error.
    .then(show, () => {})
    .finally(() => {
      leaving = undefined;
    });
  return leaving;
}
