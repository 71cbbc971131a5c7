import type { CatalogPermission } from '@latchkey/contract';
import { api } from '../api.ts';

type Change = (permissions: CatalogPermission[]) => CatalogPermission[];

/** A change of the catalog as it is now: it is replaced whole, and a page may show it as it was a while ago. */
export async function changeCatalog(change: Change): Promise<{ body: { permissions: CatalogPermission[] } }> {
  const { permissions } = await api.getTeamPermissions();
  return { body: { permissions: change(permissions) } };
}

export const adding =
  (added: CatalogPermission): Change =>
  (permissions) => [...permissions, added];

export const describing =
  ({ name, description }: CatalogPermission): Change =>
  (permissions) =>
    permissions.map((each) => (each.name === name ? { name, description } : each));

export const removing =
  (name: string): Change =>
  (permissions) =>
    permissions.filter((each) => each.name !== name);
