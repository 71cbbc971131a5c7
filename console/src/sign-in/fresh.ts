import { branding } from '../branding.ts';
import { api } from '../client.ts';

/** Whether the first administrator can still be created from this browser. Only checked in development. */
export async function isFresh(): Promise<boolean> {
  if (!branding.setup) return false;
  return api.getSetup().then(
    ({ needed }) => needed,
    () => false,
  );
}
