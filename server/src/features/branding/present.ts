import type { OrganizationBrand } from '@latchkey/contract';
import { logoPath } from '../../identity/memberships/present.ts';
import type { PageBrandRow } from './page-store.ts';

/** Undefined if nothing of it is set. */
export function presentPageBrand(row: PageBrandRow): OrganizationBrand | undefined {
  const { organizationId, displayName, accentColor, hasLogo } = row;
  if (displayName === null && accentColor === null && !hasLogo) return undefined;
  return { displayName, accentColor, logoUrl: logoPath(organizationId, hasLogo) };
}
