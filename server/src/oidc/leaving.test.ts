import type { Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import {
  authorize,
  authorizePath,
  introspect,
  newApplication,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { inviteTo, newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { newStaff, startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMemberRow } from '../organizations/member-store.ts';
import { lockOrganization } from '../organizations/store.ts';

let service: TestService;
let organization: Awaited<ReturnType<typeof newOrganization>>;
let application: TestApplication;
beforeAll(async () => {
  service = await startService();
  organization = await newOrganization(service);
  application = await newApplication(service, {
    organizationId: organization.id,
    firstParty: false,
    backchannelLogoutUri: 'https://app.example.com/logout',
  });
});
afterAll(() => service.close());

const offline = { scope: 'openid offline_access' };
const member = () => newMember(service, organization.id, 'MEMBER');

async function consent(client: Client): Promise<void> {
  const { query } = await authorize(client, application, offline);
  await client.post('/api/oidc/consent', { request: query.request, decision: 'allow' });
}

async function rejoin({ client, email }: Person): Promise<void> {
  const { token } = await inviteTo(organization.owner, email);
  expect((await client.post(`/api/invites/${token}/accept`)).status).toBe(200);
}

const leavings: [name: string, leave: (person: Person) => Promise<{ status: number }>][] = [
  ['leaves', ({ id, client }) => client.delete(`/api/organizations/current/members/${id}`)],
  ['is removed', ({ id }) => organization.owner.client.delete(`/api/organizations/current/members/${id}`)],
];

describe.each(leavings)('after a member %s', (_name, leave) => {
  test('their old tokens and codes do not work, even if they come back', async () => {
    const person = await member();
    await consent(person.client);
    const tokens = await tokensFor(service, person.client, application, offline);
    const { query } = await authorize(person.client, application, offline);
    expect((await leave(person)).status).toBe(200);
    await rejoin(person);
    expect((await introspect(service, application, tokens.access_token)).body).toEqual({ active: false });
    expect((await introspect(service, application, tokens.refresh_token)).body).toEqual({ active: false });
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, application, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await redeem(service, application, query.code)).body.error).toBe('invalid_grant');
  });

  test('their grant is no longer listed, and they must consent again if they come back', async () => {
    const person = await member();
    await consent(person.client);
    expect((await authorize(person.client, application, offline)).query.code).toBeTruthy();
    await leave(person);
    expect((await person.client.get('/api/users/profile/applications')).body.applications).toEqual([]);
    await rejoin(person);
    expect((await authorize(person.client, application, offline)).url?.pathname).toBe('/consent');
  });

  test("a logout notice is queued for the organization's application", async () => {
    const person = await member();
    await consent(person.client);
    await tokensFor(service, person.client, application, offline);
    await leave(person);
    expect(await service.sql`SELECT 1 FROM logout_notices WHERE user_id = ${person.id}`).toHaveLength(1);
  });

  test('other applications and other members keep their grants', async () => {
    const [person, other] = [await member(), await member()];
    const open = await newApplication(service);
    const kept = await tokensFor(service, person.client, open, offline);
    await consent(other.client);
    const others = await tokensFor(service, other.client, application, offline);
    await leave(person);
    expect((await introspect(service, open, kept.access_token)).body.active).toBe(true);
    expect((await introspect(service, application, others.access_token)).body.active).toBe(true);
  });
});

test('an application that is moved into an organization and out again keeps only the grants of its members', async () => {
  const [staff, elsewhere] = [await newStaff(service, 'ADMIN'), await newOrganization(service)];
  const moved = await newApplication(service);
  const [before, after] = [await member(), elsewhere.owner];
  const lost = await tokensFor(service, before.client, moved, offline);
  const kept = await tokensFor(service, after.client, moved, offline);
  const { query } = await authorize(before.client, moved, offline);
  const moveTo = async (organizationId: string | null) =>
    expect((await staff.client.patch(`/api/admin/applications/${moved.id}`, { organizationId })).status).toBe(
      200,
    );
  await moveTo(elsewhere.id);
  await moveTo(null);
  const isActive = async (token: string) => (await introspect(service, moved, token)).body.active;
  expect([await isActive(lost.access_token), await isActive(lost.refresh_token)]).toEqual([false, false]);
  expect((await redeem(service, moved, query.code)).body.error).toBe('invalid_grant');
  expect([await isActive(kept.access_token), await isActive(kept.refresh_token)]).toEqual([true, true]);
});

test('a user who is removed while signing in to an application gets no code and grants nothing', async () => {
  const person = await member();
  const { id: organizationId } = organization;
  const trusted = await newApplication(service, { organizationId });
  const answer = await during(
    service,
    async (tx) => {
      await lockOrganization(tx, organizationId);
      await removeMemberRow(tx, { userId: person.id, organizationId, now: service.clock.now() });
    },
    () => person.client.get(authorizePath(trusted, offline)),
  );
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('code')).toBeNull();
  expect((await person.client.get('/api/users/profile/applications')).body.applications).toEqual([]);
});
