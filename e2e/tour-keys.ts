import type { Client } from '@latchkey/server/testing/client';
import { makeOrganizationKey, organizationKeysPath } from '@latchkey/server/testing/organization-keys';
import { newMember } from '@latchkey/server/testing/organizations';
import type { TestService } from '@latchkey/server/testing/service';

/** Keys in every state, one of them made by a member who has left. */
export async function addOrganizationKeys(service: TestService, owner: Client): Promise<void> {
  const { id } = (await owner.get('/api/organizations/current')).body.organization;
  const maker = await newMember(service, id, 'ADMIN');
  await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${maker.id}`;
  const rateLimit = { limit: 1000, windowSeconds: 60 };
  await makeOrganizationKey(maker.client, {
    name: 'Nightly reports',
    scopes: ['latchkey:read', 'latchkey:audit'],
  });
  await owner.delete(`/api/organizations/current/members/${maker.id}`);
  await makeOrganizationKey(owner, { name: 'Orders API', scopes: ['latchkey:verify', 'latchkey:keys'] });
  const scopes = ['orders:read', 'orders:write'];
  const acme = { name: 'Acme production', externalId: 'customer-7', scopes, rateLimit, prefix: 'otter_' };
  const rotated = await makeOrganizationKey(owner, acme);
  await owner.post(`${organizationKeysPath}/${rotated.id}/rotate`, {});
  await makeOrganizationKey(owner, { name: 'Bolt Ltd', externalId: 'customer-8', keyHash: 'b0'.repeat(32) });
  const off = await makeOrganizationKey(owner, { name: 'Corvid & Sons', externalId: 'customer-9', scopes });
  await owner.patch(`${organizationKeysPath}/${off.id}`, { enabled: false });
  const revoked = await makeOrganizationKey(owner, { name: 'Trial of Dune' });
  await owner.delete(`${organizationKeysPath}/${revoked.id}`);
}
