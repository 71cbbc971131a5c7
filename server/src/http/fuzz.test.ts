import { type Endpoint, endpoints } from '@latchkey/contract';
import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { insertExisting } from '@latchkey/server/testing/destinations';
import { type Call, callOf, urlOf } from '@latchkey/server/testing/fuzz/calls';
import { type Judge, judgeBy } from '@latchkey/server/testing/fuzz/judge';
import { placeHook } from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newApplication } from '@latchkey/server/testing/oidc';
import { settleIn } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { newTeamRole } from '@latchkey/server/testing/team-roles';
import { insertDelivery, insertEndpoint } from '@latchkey/server/testing/webhooks';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

/** The same run every time; a failure also names the seed and the path to it. */
const seed = 20_260_701;
/** Enough to show that each route holds at all; `npm run fuzz` sends a million damaged requests. */
const runsPerRoute = 4;

type Kind = 'nobody' | 'user' | 'admin';
const kinds = fc.constantFrom<Kind>('nobody', 'user', 'user', 'admin', 'admin', 'admin');

const service = started(async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  return startService({
    env: {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: away,
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      GITHUB_URL: away,
      GITHUB_API_URL: away,
      ENABLE_DYNAMIC_CLIENTS: 'true',
      ENABLE_MCP: 'true',
    },
  });
});
let judge: Judge;
const people: Record<'user' | 'admin', string> = { user: '', admin: '' };
const emails = ['nobody@example.com'];
/** Calls for a directory have its token, whatever else they bring. */
const directory = { secret: '' };

/** What exists when fuzzing begins, by the path segment that leads to it; else every call would end in "not found". */
const existing: Record<string, string[]> = {};

beforeAll(async () => {
  judge = judgeBy((await service.client().get('/api/openapi.json')).body);
  const [user, admin, other] = [
    await newUser(service),
    await newStaff(service, 'ADMIN'),
    await newUser(service),
  ];
  Object.assign(people, { user: user.id, admin: admin.id });
  emails.push(user.email, admin.email, other.email);
  const member = await newUser(service);
  await settleIn(service, member.id, user.organizationId, 'MEMBER');
  const invite = await user.client.post('/api/organizations/current/invites', { email: other.email });
  const key = await user.client.post('/api/keys', { name: 'Fuzz' });
  const passkey = await addPasskey(user.client, new Authenticator(service));
  const role = await admin.client.post('/api/admin/roles', { name: 'ROLE_FUZZ', parentId: null });
  const roles = await service.sql<{ id: string }[]>`SELECT id FROM roles`;
  const template = await newTeamRole(service, null);
  const ownRole = await newTeamRole(service, user.organizationId);
  const webhooks = [await insertEndpoint(service, null), await insertEndpoint(service, user.organizationId)];
  const destinations = [
    await insertExisting(service, null),
    await insertExisting(service, user.organizationId),
  ];
  const added = await user.client.post('/api/organizations/current/domains', { name: 'fuzz.example.com' });
  const domains = [added.body.domain.id];
  const scimToken = await user.client.post('/api/organizations/current/scim-tokens', {});
  directory.secret = scimToken.body.secret;
  const groupId = uuidv7();
  await service.sql`
    INSERT INTO scim_groups (id, organization_id, display_name, created_at, updated_at)
    VALUES (${groupId}, ${user.organizationId}, 'Fuzz', now(), now())`;
  await service.sql`
    INSERT INTO scim_links (organization_id, user_id, user_name, created_at, updated_at)
    VALUES (${user.organizationId}, ${member.id}, ${member.email}, now(), now())`;
  const connections = await Promise.all(
    ['oidc', 'saml'].map(async (kind) => {
      const made = await user.client.post('/api/organizations/current/connections', { kind, name: 'Fuzz' });
      return made.body.connection.id;
    }),
  );
  Object.assign(existing, {
    users: [user.id, admin.id, other.id],
    members: [user.id, member.id],
    roles: [role.body.role.id, ...roles.map(({ id }) => id), ownRole.id],
    'organization-roles': [template.id, ownRole.id],
    keys: [key.body.id],
    passkeys: [passkey.body.passkey.id],
    sessions: ['0198c0de-0000-7000-8000-000000000000'],
    invites: [invite.body.invite.id, invite.body.invite.token],
    applications: [(await newApplication(service)).id, (await newApplication(service, { kind: 'spa' })).id],
    'audit-logs': (await service.sql<{ id: string }[]>`SELECT id FROM audit_logs LIMIT 2`).map(
      ({ id }) => id,
    ),
    organizations: [user.organizationId, other.organizationId],
    branding: [user.organizationId, other.organizationId],
    domains,
    'scim-tokens': [scimToken.body.token.id],
    'scim-groups': [groupId],
    Users: [member.id],
    Groups: [groupId],
    ResourceTypes: ['User'],
    Schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    connections,
    sso: connections,
    links: [user.id],
    webhooks,
    destinations,
    hooks: [await placeHook(service)],
    deliveries: await Promise.all(webhooks.map((id) => insertDelivery(service, id))),
    locales: ['en', 'de'],
    ':code': ['sign-in', 'console'],
    oauth: ['google', 'github'],
    accounts: ['google', 'github'],
  });
});

/** A client of this kind that can still do what its kind can, whatever earlier calls have done. */
async function clientOf(kind: Kind): Promise<Client> {
  if (kind === 'nobody') return service.client();
  const [found] = await service.sql`SELECT 1 FROM users WHERE id = ${people[kind]}`;
  if (!found) people[kind] = (await newUser(service)).id;
  const role = kind === 'admin' ? 'ADMIN' : 'USER';
  await service.sql`
    UPDATE users SET role = ${role}, is_active = true, two_factor_enabled = ${kind === 'admin'} WHERE id = ${people[kind]}`;
  return clientFor(service, people[kind]);
}

async function perform(route: Endpoint, call: Call<Kind>, client: Client): Promise<Answer> {
  const { body } = call;
  const headers: Record<string, string> = {
    ...(body?.type && { 'content-type': body.type }),
    ...(route.dialect === 'scim' && { authorization: `Bearer ${directory.secret}` }),
  };
  return client.send(route.method, urlOf(route, call), { headers, ...(body && { raw: body.raw }) });
}

function expectSound(route: Endpoint, answer: Answer) {
  const faults = judge(route, answer);
  if (answer.status >= 500) faults.push(whatWasLogged(answer.headers.get('x-request-id') ?? ''));
  expect(faults).toEqual([]);
}

/** The cause, for the failure report. */
function whatWasLogged(requestId: string): string {
  const line = service.logged.find((each) => each.includes(requestId) && each.includes('"err"')) ?? '{}';
  const { err } = JSON.parse(line) as { err?: { message: string; stack: string } };
  return err ? `${err.message}\n${err.stack}` : 'nothing was logged';
}

const routes = Object.entries(endpoints as Record<string, Endpoint>)
  .map(([name, route]) => ({ name, route }))
  // Deletions come last: they may remove what the other calls rely on.
  .sort((a, b) => Number(a.route.method === 'DELETE') - Number(b.route.method === 'DELETE'));

describe(`fuzzed requests (seed ${seed})`, () => {
  test.each(routes)('to $name get a declared response or a well-formed error', async ({ route }) => {
    await fc.assert(
      fc.asyncProperty(callOf(route, { existing, emails }, kinds), async (call) =>
        expectSound(route, await perform(route, call, await clientOf(call.who))),
      ),
      { seed, numRuns: runsPerRoute, endOnFailure: true },
    );
  });

  test('sent in parallel get a declared response or a well-formed error', async () => {
    const any = fc
      .constantFrom(...routes)
      .chain(({ route }) => callOf(route, { existing, emails }, kinds).map((call) => ({ route, call })));
    const calls = fc.sample(any, { seed, numRuns: 120 });
    while (calls.length > 0) {
      // Made before any call is sent: one call may delete the user another call's client is made for.
      const ready: { route: Endpoint; call: Call<Kind>; client: Client }[] = [];
      for (const next of calls.splice(0, 12)) ready.push({ ...next, client: await clientOf(next.call.who) });
      await Promise.all(
        ready.map(async ({ route, call, client }) => expectSound(route, await perform(route, call, client))),
      );
    }
  });

  test('with arbitrary headers get a declared response or a well-formed error', async () => {
    // What an HTTP client can send at all: latin1 without control characters.
    const value = fc
      .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
        maxLength: 200,
      })
      .map((codes) => String.fromCharCode(...codes).trim());
    const name = fc.constantFrom(
      'authorization',
      'cookie',
      'x-csrf-token',
      'user-agent',
      'x-forwarded-for',
      'origin',
      'accept',
      'accept-encoding',
      'if-none-match',
      'range',
      'content-type',
    );
    const cookies = fc
      .tuple(
        fc.constantFrom('latchkey_session', 'remember_me', 'refresh_token', 'csrf_token', 'oauth_state'),
        value,
      )
      .map(([cookie, text]) => ({ cookie: `${cookie}=${text}` }));
    const bearer = value.map((text) => ({ authorization: `Bearer lsk_${text}` }));
    const headers = fc.oneof(
      fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
      cookies,
      bearer,
    );
    const target = fc.constantFrom(endpoints.me, endpoints.login, endpoints.refresh, endpoints.getProfile);
    await fc.assert(
      fc.asyncProperty(target, headers, async (route: Endpoint, given) => {
        const raw = route.body ? { raw: JSON.stringify({ email: 'nobody@example.com', password }) } : {};
        const type = route.body ? { 'content-type': 'application/json' } : {};
        const answer = await service
          .client()
          .send(route.method, route.path, { headers: { ...type, ...given }, ...raw });
        expectSound(route, answer);
      }),
      { seed, numRuns: 80, endOnFailure: true },
    );
  });
});
