import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import {
  clientFor,
  moveTo,
  newStaff,
  newUser,
  password,
  startService,
  verifyMailed,
} from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { eraseTrail } from '../../records/audit/erase-trail.ts';
import { sealTrail } from '../../records/audit/seal-trail.ts';

/** An address counts from when the account has verified it: until then, it may be a stranger's. */
const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const invitesPath = '/api/organizations/current/invites';
const newAddress = () => `ceo-${uuidv7()}@bigcorp.example`;
const exported = async ({ id }: { id: string }) =>
  (await (await clientFor(service, id)).get('/api/users/profile/export')).body as {
    invitesReceived: { organizationId: string }[];
    emails: { type: string }[];
  };
const erase = async (id: string) =>
  (await clientFor(service, admin.id)).delete(`/api/users/${id}?erase=true`);
const guess = (email: string, given = 'Wrong-Horse-9') =>
  service.client().post('/api/auth/login', { email, password: given });

/** An organization that has invited this address, which has no account, and a guess at it. */
async function newInviter(email: string) {
  const { owner, id } = await newOrganization(service);
  expect((await owner.client.post(invitesPath, { email })).status).toBe(201);
  await guess(email);
  return { owner, id };
}

describe('whoever registers an address that is not theirs', () => {
  test('does not learn from the export who invited it, or what was mailed to it', async () => {
    const email = newAddress();
    await newInviter(email);
    const { invitesReceived, emails } = await exported(await newUser(service, { email }));
    expect(invitesReceived).toEqual([]);
    expect(emails.map(({ type }) => type)).toEqual(['data_exported', 'verification']);
  });

  test('takes along neither invitations nor mail nor counted guesses when the account is erased', async () => {
    const email = newAddress();
    const { owner, id } = await newInviter(email);
    const squatter = await newUser(service, { email });
    for (let nth = 0; nth < 3; nth++) await guess(email);
    await sealTrail(service.deps);
    expect((await erase(squatter.id)).status).toBe(200);
    await eraseTrail(service.deps);
    const { invites } = (await owner.client.get(invitesPath)).body;
    expect(invites.map((invite: { email: string }) => invite.email)).toEqual([email]);
    const mails = await service.sql`SELECT 1 FROM emails WHERE to_address = ${email} AND type = 'invite'`;
    expect(mails).toHaveLength(1);
    const [entry] = await service.sql<{ metadata: object }[]>`
      SELECT metadata FROM audit_logs WHERE action = 'ORG_INVITE_CREATED' AND organization_id = ${id}`;
    expect(entry?.metadata).toMatchObject({ email });
    await guess(email);
    expect((await guess(email, password)).status).toBe(423);
  });

  test('takes along nothing of it after moving to an address of their own', async () => {
    const email = newAddress();
    const { owner } = await newInviter(email);
    const squatter = await newUser(service, { email });
    await moveTo(service, squatter.client, newAddress());
    expect((await exported(squatter)).invitesReceived).toEqual([]);
    expect((await erase(squatter.id)).status).toBe(200);
    expect((await owner.client.get(invitesPath)).body.invites).toHaveLength(1);
  });
});

describe('whoever has verified their address', () => {
  test('exports what goes by it from then on', async () => {
    const email = newAddress();
    await newInviter(email);
    const person = await newUser(service, { email });
    service.clock.advance({ hours: 20 });
    expect((await verifyMailed(service, email)).status).toBe(200);
    service.clock.advance({ minutes: 1 });
    const later = await newInviter(email);
    const { invitesReceived, emails } = await exported(person);
    expect(invitesReceived.map(({ organizationId }) => organizationId)).toEqual([later.id]);
    expect(emails.filter(({ type }) => type === 'invite')).toHaveLength(1);
  });

  test('takes along all that goes by it when they are erased, by a former address too', async () => {
    const email = newAddress();
    const first = await newInviter(email);
    const person = await newUser(service, { email });
    expect((await verifyMailed(service, email)).status).toBe(200);
    await moveTo(service, person.client, newAddress());
    expect((await erase(person.id)).status).toBe(200);
    expect((await first.owner.client.get(invitesPath)).body.invites).toEqual([]);
    expect(await service.sql`SELECT 1 FROM emails WHERE to_address = ${email}`).toHaveLength(0);
  });
});
