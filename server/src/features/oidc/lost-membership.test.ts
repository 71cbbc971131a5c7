import type { Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  authorizePath,
  claimsIn,
  introspect,
  newApplication,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { inviteTo, joins, newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeMemberRow } from '../../identity/memberships/member-store.ts';
import { lockOrganization } from '../../identity/memberships/organization-store.ts';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);
let organization: Awaited<ReturnType<typeof newOrganization>>;
let application: TestApplication;
beforeAll(async () => {
  organization = await newOrganization(service);
  application = await newApplication(service, {
    organizationId: organization.id,
    firstParty: false,
    backchannelLogoutUri: `${receiver.url}/logout`,
  });
});

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

  test("the organization's application gets one logout token for them", async () => {
    const person = await member();
    await consent(person.client);
    await tokensFor(service, person.client, application, offline);
    await leave(person);
    await service.logoutWorker.drain();
    const told = receiver.received
      .map(({ body }) => claimsIn(new URLSearchParams(body).get('logout_token') ?? ''))
      .filter(({ sub }) => sub === person.id);
    expect(told).toMatchObject([{ aud: application.clientId, sid: expect.any(String) }]);
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

describe('an application that asked for the organization', () => {
  const toldOf = async (userId: string) => {
    await service.logoutWorker.drain();
    return receiver.received
      .map(({ body }) => claimsIn(new URLSearchParams(body).get('logout_token') ?? ''))
      .filter(({ sub }) => sub === userId)
      .map(({ aud }) => aud);
  };
  const leave = ({ id, client }: Person) =>
    client.delete(`/api/organizations/current/members/${id}`, {
      headers: { 'x-organization-id': organization.id },
    });

  test('gets a logout token when the membership ends; one that did not ask gets none', async () => {
    const backchannelLogoutUri = `${receiver.url}/logout`;
    const [asked, plain] = [
      await newApplication(service, { backchannelLogoutUri }),
      await newApplication(service, { backchannelLogoutUri }),
    ];
    const person = await member();
    await tokensFor(service, person.client, asked, { ...offline, organization: organization.id });
    await tokensFor(service, person.client, plain, offline);
    expect((await leave(person)).status).toBe(200);
    expect(await toldOf(person.id)).toEqual([asked.clientId]);
  });

  test('gets none while the same session granted it another one', async () => {
    const asked = await newApplication(service, { backchannelLogoutUri: `${receiver.url}/logout` });
    const [person, other] = [await member(), await newOrganization(service)];
    await joins(service, person.id, other.id);
    await tokensFor(service, person.client, asked, { ...offline, organization: organization.id });
    const kept = await tokensFor(service, person.client, asked, { ...offline, organization: other.id });
    expect((await leave(person)).status).toBe(200);
    expect(await toldOf(person.id)).toEqual([]);
    expect((await introspect(service, asked, kept.access_token)).body.active).toBe(true);
  });
});

describe('an application that is moved', () => {
  async function moveTo({ id }: TestApplication, organizationId: string | null): Promise<void> {
    const { client } = await newStaff(service, 'ADMIN');
    const { status } = await client.patch(`/api/admin/applications/${id}`, { organizationId });
    expect(status).toBe(200);
  }
  const activeOf = async (app: TestApplication, tokens: { access_token: string; refresh_token: string }) => [
    (await introspect(service, app, tokens.access_token)).body.active,
    (await introspect(service, app, tokens.refresh_token)).body.active,
  ];

  test('into an organization and out again keeps only the grants of its members', async () => {
    const elsewhere = await newOrganization(service);
    const moved = await newApplication(service);
    const [before, after] = [await member(), elsewhere.owner];
    const lost = await tokensFor(service, before.client, moved, offline);
    const kept = await tokensFor(service, after.client, moved, offline);
    const { query } = await authorize(before.client, moved, offline);
    await moveTo(moved, elsewhere.id);
    await moveTo(moved, null);
    expect(await activeOf(moved, lost)).toEqual([false, false]);
    expect((await redeem(service, moved, query.code)).body.error).toBe('invalid_grant');
    expect(await activeOf(moved, kept)).toEqual([true, true]);
  });

  test('to another organization and back has lost the grants of both', async () => {
    const elsewhere = await newOrganization(service);
    const moved = await newApplication(service, { organizationId: organization.id });
    const before = await member();
    const first = await tokensFor(service, before.client, moved, offline);
    const { query } = await authorize(before.client, moved, offline);
    await moveTo(moved, elsewhere.id);
    const second = await tokensFor(service, elsewhere.owner.client, moved, offline);
    await moveTo(moved, organization.id);
    expect(await activeOf(moved, first)).toEqual([false, false]);
    expect((await redeem(service, moved, query.code)).body.error).toBe('invalid_grant');
    expect(await activeOf(moved, second)).toEqual([false, false]);
    // Not only while they are outside: the grant is gone.
    const rows = await service.sql`SELECT 1 FROM application_grants WHERE application_id = ${moved.id}`;
    expect(rows).toHaveLength(0);
  });
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
