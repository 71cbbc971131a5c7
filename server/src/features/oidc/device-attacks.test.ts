import type { Client } from '@latchkey/server/testing/client';
import { startImpersonating } from '@latchkey/server/testing/impersonation';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { findRedisServer, startRedis } from '@latchkey/server/testing/limit-stores';
import {
  claimsIn,
  newApplication,
  pollDevice,
  startDevice,
  type TestApplication,
} from '@latchkey/server/testing/oidc';
import { joins, newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy, organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { clientFor, newUser, startService } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { deleteAccount, giveSystemRole } from '@latchkey/server/testing/standing';
import { vouchFor } from '@latchkey/server/testing/vouched';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
let cli: TestApplication;
beforeAll(async () => {
  cli = await newApplication(service, { kind: 'native', deviceGrant: true });
});

const lookUp = (client: Client, userCode: string) => client.post('/api/oidc/device/lookup', { userCode });
const decide = (client: Client, request: string, more: object = {}) =>
  client.post('/api/oidc/device/decide', { request, decision: 'allow', ...more });

async function allow(client: Client, userCode: string) {
  const { body } = await lookUp(client, userCode);
  const answer = await decide(client, body.request);
  if (answer.status !== 200) throw new Error(answer.text);
}
async function outcomeOf(deviceCode: string, application = cli) {
  const { status, body } = await pollDevice(service, application, deviceCode);
  return status === 200 ? 'tokens' : body.error;
}
const codeOf = ({ body }: { body: { error: { code: string } } }) => body.error.code;

const signedInByGoogle = (userId: string) =>
  service.sql`UPDATE sessions SET sign_in_method = 'google' WHERE user_id = ${userId}`;

describe('a decision by the wrong person', () => {
  test("another account's request is worth nothing, and spends nothing", async () => {
    const [one, other] = [await newLoner(service), await newLoner(service)];
    const { device_code, user_code } = await startDevice(service, cli);
    const { request } = (await lookUp(one.client, user_code)).body;
    expect(codeOf(await decide(other.client, request))).toBe('DEVICE_CODE_INVALID');
    expect(codeOf(await decide(one.client, `${request.slice(0, -4)}AAAA`))).toBe('DEVICE_CODE_INVALID');
    expect(await outcomeOf(device_code)).toBe('authorization_pending');
    expect((await decide(one.client, request)).status).toBe(200);
  });

  test('a code alone gets nowhere, and neither does one with an API key', async () => {
    const { user_code } = await startDevice(service, cli);
    expect((await lookUp(service.client(), user_code)).status).toBe(401);
    const { key } = await newKey((await newLoner(service)).client, { permission: 'READ_WRITE' });
    const byKey = service.client();
    byKey.bearer = key;
    expect(codeOf(await lookUp(byKey, user_code))).toBe('API_KEY_NOT_ALLOWED');
  });

  test("needs the session's CSRF token", async () => {
    const { client } = await newLoner(service);
    const { user_code } = await startDevice(service, cli);
    const { request } = (await lookUp(client, user_code)).body;
    const answer = await client.post(
      '/api/oidc/device/decide',
      { request, decision: 'allow' },
      { csrf: false },
    );
    expect(codeOf(answer)).toBe('CSRF_INVALID');
  });

  test('is blocked while impersonating, and does not become the one who looked before', async () => {
    const { user_code, device_code } = await startDevice(service, cli);
    const { admin, target } = await startImpersonating(service);
    expect(codeOf(await lookUp(admin.client, user_code))).toBe('IMPERSONATION_BLOCKED');
    const { request } = (await lookUp(target.client, user_code)).body;
    expect(codeOf(await decide(admin.client, request))).toBe('IMPERSONATION_BLOCKED');
    expect(await outcomeOf(device_code)).toBe('authorization_pending');
  });

  test('who is not in the organization that the application is for, or that it asked for', async () => {
    const [organization, person] = [await newOrganization(service), await newLoner(service)];
    const own = await newApplication(service, { deviceGrant: true, organizationId: organization.id });
    const asking = await startDevice(service, cli, { organization: organization.id });
    const of = await startDevice(service, own);
    for (const { user_code } of [asking, of]) {
      const refused = await lookUp(person.client, user_code);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'PERMISSION_DENIED']);
    }
    // The code stays open to someone who is.
    await allow(organization.owner.client, of.user_code);
    expect(await outcomeOf(of.device_code, own)).toBe('tokens');
  });

  test('a session that an identity provider began decides only about its organization', async () => {
    const [home, away] = [await newOrganization(service, 'Home'), await newOrganization(service, 'Away')];
    const person = await newMember(service, home.id, 'MEMBER');
    await joins(service, person.id, away.id);
    await vouchFor(service, person.id, home.id);
    const elsewhere = await startDevice(service, cli, { organization: away.id });
    expect(codeOf(await lookUp(person.client, elsewhere.user_code))).toBe('SIGN_IN_METHOD_NOT_ALLOWED');
    const { device_code, user_code } = await startDevice(service, cli, { scope: 'openid organization' });
    const { request, organizations } = (await lookUp(person.client, user_code)).body;
    expect(organizations).toEqual([{ id: home.id, name: 'Home' }]);
    expect(codeOf(await decide(person.client, request, { organizationId: away.id }))).toBe(
      'VALIDATION_FAILED',
    );
    expect((await decide(person.client, request)).status).toBe(200);
    const { body } = await pollDevice(service, cli, device_code);
    expect(claimsIn(body.access_token)).toMatchObject({ org_id: home.id });
  });
});

describe('a person of several organizations', () => {
  test('chooses which one the device gets to know', async () => {
    const [home, away] = [await newOrganization(service, 'Home'), await newOrganization(service, 'Away')];
    const person = await newMember(service, home.id, 'MEMBER');
    await joins(service, person.id, away.id);
    const { device_code, user_code } = await startDevice(service, cli, { scope: 'openid organization' });
    const { request, organizations } = (await lookUp(person.client, user_code)).body;
    expect(organizations).toHaveLength(2);
    expect((await decide(person.client, request, { organizationId: away.id })).status).toBe(200);
    const { body } = await pollDevice(service, cli, device_code);
    expect(claimsIn(body.access_token)).toMatchObject({ org_id: away.id });
  });
});

describe('a policy that refuses', () => {
  test('the way this session began, at each step: the code stays open', async () => {
    const owner = await newUser(service);
    const member = await newMember(service, owner.organizationId, 'MEMBER');
    const { device_code, user_code } = await startDevice(service, cli);
    const { request } = (await lookUp(member.client, user_code)).body;
    await setPolicy(owner.client, organizationPolicy, { signInMethods: ['google', 'password'] });
    await signedInByGoogle(member.id);
    await setPolicy(owner.client, organizationPolicy, { signInMethods: ['password'] });
    for (const answer of [await lookUp(member.client, user_code), await decide(member.client, request)])
      expect([answer.status, codeOf(answer)]).toEqual([403, 'SIGN_IN_METHOD_NOT_ALLOWED']);
    expect(await outcomeOf(device_code)).toBe('authorization_pending');
    await allow(await clientFor(service, member.id), user_code);
    expect(await outcomeOf(device_code)).toBe('tokens');
  });

  test('to a person who must set up two-factor first', async () => {
    const person = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli);
    const { request } = (await lookUp(person.client, user_code)).body;
    await giveSystemRole(service, person.id, 'ADMIN');
    for (const answer of [await lookUp(person.client, user_code), await decide(person.client, request)])
      expect([answer.status, codeOf(answer)]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    expect((await decide(person.client, request, { decision: 'deny' })).status).toBe(200);
    expect(await outcomeOf(device_code)).toBe('access_denied');
  });

  test('by the time the device asks', async () => {
    const owner = await newUser(service);
    const member = await newMember(service, owner.organizationId, 'MEMBER');
    const { device_code, user_code } = await startDevice(service, cli);
    await allow(member.client, user_code);
    await signedInByGoogle(member.id);
    await setPolicy(owner.client, organizationPolicy, { signInMethods: ['password'] });
    expect(await outcomeOf(device_code)).toBe('access_denied');
    // It doesn't come back when the policy goes.
    await setPolicy(owner.client, organizationPolicy, { signInMethods: null });
    expect(await outcomeOf(device_code)).toBe('access_denied');
    expect(await service.sql`SELECT 1 FROM application_grants WHERE user_id = ${member.id}`).toHaveLength(0);
  });

  test('because two-factor is required by the time the device asks', async () => {
    const strict = await startService();
    const device = await newApplication(strict, { deviceGrant: true });
    const person = await newLoner(strict);
    const { device_code, user_code } = await startDevice(strict, device);
    await allow(person.client, user_code);
    await forceSystemPolicy(strict, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    expect((await pollDevice(strict, device, device_code)).body.error).toBe('access_denied');
  });
});

describe('where single sign-on is required', () => {
  const world = started(() => startWithIdp({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));

  async function bound(required: boolean) {
    const at = await (required ? world.requiring() : world.connected());
    const person = await world.memberAt(at);
    const away = await newOrganization(world.service);
    await joins(world.service, person.id, away.id);
    const device = await newApplication(world.service, { kind: 'native', deviceGrant: true });
    return { at, person, device };
  }

  test('a session that began another way decides nothing about the organization', async () => {
    const { at, person, device } = await bound(true);
    const { user_code } = await startDevice(world.service, device, { organization: at.id });
    const answer = await lookUp(person.client, user_code);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SSO_REQUIRED']);
  });

  test('by the time a decision is made, or the device asks', async () => {
    const { at, person, device } = await bound(false);
    const [decided, open] = [
      await startDevice(world.service, device, { organization: at.id }),
      await startDevice(world.service, device, { organization: at.id }),
    ];
    const { request } = (await lookUp(person.client, decided.user_code)).body;
    expect((await decide(person.client, request)).status).toBe(200);
    const later = (await lookUp(person.client, open.user_code)).body.request;
    await world.requireSignOn(at);
    const refused = await decide(person.client, later);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'SSO_REQUIRED']);
    const { body } = await pollDevice(world.service, device, decided.device_code);
    expect(body.error).toBe('access_denied');
  });
});

describe('a right that ends between the decision and the poll ends the device, too:', () => {
  const endings: Record<string, (person: Awaited<ReturnType<typeof newUser>>) => Promise<unknown>> = {
    'the session': ({ client }) => client.post('/api/auth/logout'),
    'the consent': ({ client }) => client.delete(`/api/users/profile/applications/${cli.id}`),
    'the account': ({ id }) => deleteAccount(service, id),
    'the membership': ({ id, organizationId }) =>
      newMember(service, organizationId, 'OWNER').then(({ client }) =>
        client.delete(`/api/organizations/current/members/${id}`),
      ),
  };
  test.each(Object.keys(endings))('%s', async (what) => {
    const person = await newUser(service);
    const { device_code, user_code } = await startDevice(service, cli);
    await allow(person.client, user_code);
    await endings[what]?.(person);
    expect(await outcomeOf(device_code)).toBe('access_denied');
    expect(await outcomeOf(device_code)).toBe('access_denied');
  });

  test('the application', async () => {
    const { client } = await newLoner(service);
    const gone = await newApplication(service, { deviceGrant: true });
    const [pending, allowed] = [await startDevice(service, gone), await startDevice(service, gone)];
    await allow(client, allowed.user_code);
    await service.sql`UPDATE applications SET device_grant = false WHERE id = ${gone.id}`;
    expect(await outcomeOf(allowed.device_code, gone)).toBe('unauthorized_client');
    expect(codeOf(await lookUp(client, pending.user_code))).toBe('DEVICE_CODE_INVALID');
    await service.sql`UPDATE applications SET device_grant = true, enabled = false WHERE id = ${gone.id}`;
    expect(await outcomeOf(allowed.device_code, gone)).toBe('invalid_client');
    expect(codeOf(await lookUp(client, pending.user_code))).toBe('DEVICE_CODE_INVALID');
  });
});

const redisServer = findRedisServer('guessing the codes of devices on two nodes');

describe.skipIf(!redisServer)('guessing the code that a device shows', () => {
  const limit = 5;
  const redis = started(() => startRedis(redisServer ?? ''));
  const env = () => ({ RATE_LIMIT_OIDC_DEVICE: `${limit}/15m`, REDIS_URL: redis.url });
  const node = started(() => startService({ env: env() }));
  const otherNode = started(() => startService({ env: env(), database: node.database, clock: node.clock }));
  const wrong = (nth: number) => `BBBB-BBB${'BCDFGHJKLMNPQRSTVWXZ'[nth]}`;

  /** In turns from each address, at each node, by each session. */
  async function guesser() {
    const { id } = await newLoner(node);
    const sessions = [await clientFor(node, id), await clientFor(node, id)];
    const clients = sessions.flatMap((session) =>
      [node, otherNode].map((each) => {
        const client = each.client();
        for (const [name, value] of session.cookies) client.cookies.set(name, value);
        return client;
      }),
    );
    let turn = 0;
    return (code: string) => lookUp(clients[turn++ % clients.length] ?? node.client(), code);
  }

  test('is limited per account, from all its addresses and sessions, on all nodes, also for the right one', async () => {
    const device = await newApplication(node, { deviceGrant: true });
    const { device_code, user_code } = await startDevice(node, device);
    const guess = await guesser();
    const tried = [];
    for (let nth = 0; nth < limit; nth++) tried.push(codeOf(await guess(wrong(nth))));
    expect(new Set(tried)).toEqual(new Set(['DEVICE_CODE_INVALID']));
    for (let nth = 0; nth < 4; nth++) {
      const { status, body } = await guess(user_code);
      expect([status, body.error.code, body.request]).toEqual([429, 'RATE_LIMITED', undefined]);
    }
    expect((await pollDevice(node, device, device_code)).body.error).toBe('authorization_pending');
    // Its own person is not kept from it.
    expect((await lookUp((await newLoner(node)).client, user_code)).status).toBe(200);
  });

  test('is limited for guesses at the same time, too', async () => {
    const guess = await guesser();
    const answers = await Promise.all(Array.from({ length: 4 * limit }, (_, nth) => guess(wrong(nth))));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3 * limit);
  });

  test('does not become easier with requests that are limited, spelled in other ways, or by another account', async () => {
    const device = await newApplication(node, { deviceGrant: true });
    const { user_code } = await startDevice(node, device);
    const [one, other] = [await guesser(), await guesser()];
    const spelled = ['bbbb bbbb', ' B-B-B-B-B-B-B-B ', 'BBBBBBBB', 'not a code', 'BBBB-BBB\u0042'];
    for (const code of spelled) expect((await one(code)).status).toBe(400);
    expect((await one(user_code)).status).toBe(429);
    expect((await other(user_code)).status).toBe(200);
  });
});
