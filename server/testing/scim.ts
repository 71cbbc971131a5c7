import { scimSchemas } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Client } from './client.ts';
import { makeScimToken } from './directories.ts';
import { newDomainName } from './domains.ts';
import { joins, newLoner, newOrganization } from './organizations.ts';
import type { TestService } from './service.ts';

export const scimPath = '/api/scim/v2';
export const mappingPath = '/api/organizations/current/scim-groups';

/** Proves a domain of an organization, without its DNS record. */
export async function holdDomain(service: TestService, organizationId: string, name = newDomainName()) {
  const now = service.clock.now();
  await service.sql`
    INSERT INTO organization_domains (id, organization_id, name, challenge, verified_at, checked_at, next_check_at, created_at)
    VALUES (${uuidv7()}, ${organizationId}, ${name}, '', ${now}, ${now}, 'infinity', ${now})`;
  return name;
}

let people = 0;

/** An organization that has proven a domain, and its directory, which speaks through `client`. */
export async function newDirectory(service: TestService, at: TestService = service) {
  const organization = await newOrganization(service);
  const domain = await holdDomain(service, organization.id);
  const { secret, id: tokenId } = await makeScimToken(organization.owner.client);
  const client = at.client();
  client.bearer = secret;
  const newEmail = () => `person-${++people}@${domain}`;

  /** A person whom the directory creates. */
  async function person(more: object = {}) {
    const answer = await createPerson(client, { userName: newEmail(), ...more });
    if (answer.status !== 201) throw new Error(`creating a person failed: ${answer.text}`);
    return answer.body as { id: string; userName: string; emails: { value: string }[] };
  }

  /** A member whom the directory never touched, with a verified address in the domain. */
  async function member(role: 'OWNER' | 'ADMIN' | 'MEMBER' = 'MEMBER') {
    const made = await newVerifiedLoner(service, newEmail());
    await joins(service, made.id, organization.id, role);
    return made;
  }

  async function group(displayName: string, members: { id: string }[] = []) {
    const answer = await client.post(`${scimPath}/Groups`, {
      schemas: [scimSchemas.group],
      displayName,
      members: members.map(({ id }) => ({ value: id })),
    });
    if (answer.status !== 201) throw new Error(`creating a group failed: ${answer.text}`);
    return answer.body as { id: string; displayName: string };
  }

  return { ...organization, domain, tokenId, client, newEmail, person, member, group };
}

/** A person without an organization who has proven their address. */
export async function newVerifiedLoner(service: TestService, email: string) {
  const made = await newLoner(service, email);
  await service.sql`UPDATE users SET email_verified_at = ${service.clock.now()} WHERE id = ${made.id}`;
  return made;
}

export function createPerson(client: Client, user: object) {
  return client.post(`${scimPath}/Users`, { schemas: [scimSchemas.user], ...user });
}

export function patchPerson(client: Client, id: string, ...operations: object[]) {
  return client.patch(`${scimPath}/Users/${id}`, { schemas: [scimSchemas.patch], Operations: operations });
}

export function patchGroup(client: Client, id: string, ...operations: object[]) {
  return client.patch(`${scimPath}/Groups/${id}`, { schemas: [scimSchemas.patch], Operations: operations });
}

/** The status of an answer, with SCIM's keyword for an error. */
export const refusalIn = ({ status, body }: { status: number; body?: { scimType?: string } }) => [
  status,
  body?.scimType,
];
