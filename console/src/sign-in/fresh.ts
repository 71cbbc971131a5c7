import { branding } from '../branding.ts';
import { api } from '../client.ts';

/** Whether the first administrator is still to be created, and by whoever is here. Only development asks. */
export async function isFresh(): Promise<boolean> {
  if (!branding.setup) return false;
  return api.getSetup().then(
    ({ needed }) => needed,
    () => false,
  );
}
