import type { OrganizationBrand } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { findBranding } from './branding-store.ts';
import { presentBranding } from './present.ts';

/** For mails about the organization. */
export async function brandIn(db: Db, organizationId: string | null): Promise<OrganizationBrand | undefined> {
  const row = await findBranding(db, organizationId);
  return row && organizationId ? presentBranding(organizationId, row) : undefined;
}
