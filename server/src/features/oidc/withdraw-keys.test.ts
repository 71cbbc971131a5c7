import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  introspect,
  newApplication,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeAll, expect, test } from 'vitest';

const one = started(startService);
const other = started(() => startService({ database: one.database, clock: one.clock, env: one.env }));
let cwd: string;
beforeAll(async () => {
  cwd = await temporaryFolder('keys');
});

const jwks = (node: TestService) => node.client().get('/api/oidc/jwks');
const kidsOf = async (node: TestService) =>
  ((await jwks(node)).body as JSONWebKeySet).keys.map(({ kid }) => kid).sort();
const withdraw = () => runCommand(['keys', 'rotate', '--now'], { cwd, env: environmentOf(one) });

/** A person signed in to an application, whose keys both nodes have just read. */
async function signedIn(fields: Partial<TestApplication> = {}) {
  const application = await newApplication(one, fields);
  const person = await newUser(one);
  const scope = 'openid offline_access';
  const tokens = await tokensFor(one, person.client, application, { scope });
  for (const node of [one, other]) expect((await userinfo(node, tokens.access_token)).status).toBe(200);
  return { application, person, tokens };
}

test('after a leak every node signs with and publishes new keys only, within a second of the command', async () => {
  const { application, person } = await signedIn();
  // The next keys leaked along with the current ones.
  await one.oidc.keys.rotate('by-hand');
  const before = [...(await kidsOf(one)), ...(await kidsOf(other))];
  const { code, out } = await withdraw();
  expect([code, out]).toEqual([0, expect.stringContaining('withdrawn')]);
  one.clock.advance({ ms: 999 });
  const published = await kidsOf(one);
  expect([published.length, published.filter((kid) => before.includes(kid))]).toEqual([2, []]);
  expect(await kidsOf(other)).toEqual(published);
  for (const node of [one, other]) {
    const { id_token } = await tokensFor(node, await clientFor(node, person.id), application);
    expect(published).toContain(decodeProtectedHeader(id_token).kid);
    const keys = createLocalJWKSet((await jwks(other)).body as JSONWebKeySet);
    const { payload } = await jwtVerify(id_token, keys, { currentDate: one.clock.now() });
    expect(payload.sub).toBe(person.id);
  }
});

test('no cache may keep a withdrawn key for longer than a minute', async () => {
  const { headers } = await jwks(one);
  const maxAge = Number(/^public, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);
  expect(maxAge).toBeGreaterThan(0);
  expect(maxAge).toBeLessThan(60);
});

test.each(['RS256', 'ES256'] as const)(
  'a token signed with a withdrawn %s key is refused on both nodes: userinfo, introspection, hints',
  async (signingAlgorithm) => {
    const { application, person, tokens } = await signedIn({ signingAlgorithm });
    expect((await withdraw()).code).toBe(0);
    one.clock.advance({ ms: 999 });
    for (const node of [other, one]) {
      expect((await userinfo(node, tokens.access_token)).status).toBe(401);
      expect((await introspect(node, application, tokens.access_token)).body).toEqual({ active: false });
      const client = await clientFor(node, person.id);
      const silent = { prompt: 'none', id_token_hint: tokens.id_token };
      expect((await authorize(client, application, silent)).query.error).toBe('login_required');
      const logout = await person.client.get(`/api/oidc/logout?id_token_hint=${tokens.id_token}`);
      expect(logout.headers.get('location')).toContain('/signed-out?request=');
    }
    // The grant does not depend on the key: its refresh token gets new tokens.
    const { body } = await refresh(one, application, tokens.refresh_token);
    expect((await userinfo(other, body.access_token)).status).toBe(200);
  },
);

test('withdrawn keys are gone from the database, and the audit trail names them', async () => {
  const before = await kidsOf(one);
  expect((await withdraw()).code).toBe(0);
  const left = (await one.sql`SELECT kid FROM signing_keys`).map(({ kid }) => kid as string);
  expect(left.filter((kid) => before.includes(kid))).toEqual([]);
  const entries = (await one.audit())
    .filter(({ action }) => action === 'ADMIN_SIGNING_KEY_ROTATED')
    .slice(-2);
  expect(entries.map(({ metadata }) => metadata.kid).sort()).toEqual(left.sort());
  expect(entries.flatMap(({ metadata }) => metadata.withdrawn as string[]).sort()).toEqual(before);
});

test('two withdrawals at once leave one key for each algorithm, which both nodes sign with', async () => {
  const results = await Promise.all([withdraw(), withdraw()]);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  one.clock.advance({ ms: 999 });
  expect(await kidsOf(one)).toHaveLength(2);
  expect(await kidsOf(other)).toEqual(await kidsOf(one));
});
