import type { OrganizationRole } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { newLoner, newMember, newOrganization, type Person } from './organizations.ts';
import type { TestService } from './service.ts';

/** A new role with these permissions and no parent. */
export async function newRole(service: TestService, permissions: readonly string[], parentId?: string) {
  const id = uuidv7();
  const name = `ROLE_TEST_${id.replaceAll('-', '').toUpperCase()}`;
  const now = service.clock.now();
  await service.sql`
    INSERT INTO roles (id, name, parent_id, permissions, created_at, updated_at)
    VALUES (${id}, ${name}, ${parentId ?? null}, ${[...permissions]}, ${now}, ${now})`;
  return { id, name };
}

export async function giveRole(service: TestService, userId: string, roleId: string): Promise<void> {
  await service.sql`INSERT INTO user_roles (user_id, role_id) VALUES (${userId}, ${roleId})`;
}

/**
 * A user whose additional role permits exactly this, by default in an organization of their own, where the role counts.
 * Has two-factor unless told otherwise.
 */
export async function newHolder(
  service: TestService,
  permissions: readonly string[],
  {
    organizationId,
    rank = 'MEMBER',
    twoFactor = true,
  }: { organizationId?: string | null; rank?: OrganizationRole; twoFactor?: boolean } = {},
): Promise<Person> {
  const place = organizationId === undefined ? (await newOrganization(service)).id : organizationId;
  const person = place ? await newMember(service, place, rank) : await newLoner(service);
  await service.sql`UPDATE users SET two_factor_enabled = ${twoFactor} WHERE id = ${person.id}`;
  await giveRole(service, person.id, (await newRole(service, permissions)).id);
  return person;
}
