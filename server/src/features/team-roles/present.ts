import type { CatalogPermission } from '@latchkey/contract';
import type { Catalog } from '../../identity/accounts/team-role-store.ts';

export function presentCatalog({ names, descriptions }: Catalog): CatalogPermission[] {
  return names.map((name, at) => ({ name, description: descriptions[at] ?? '' }));
}
