import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signingAlgorithms } from '@latchkey/contract';
import { testClock } from '@latchkey/server/testing/clock';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { testDatabase } from '@latchkey/server/testing/database';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { claimsIn, newApplication, tokensFor, userinfo } from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { insertKey, lockKeys } from './key-store.ts';
import { makeKey } from './rotate-keys.ts';

const service = started(startService);

const day = 86_400_000;
const kidsOf = async (of: TestService) =>
  (await of.client().get('/api/oidc/jwks')).body.keys.map(({ kid }: { kid: string }) => kid) as string[];
const kidIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string;

describe('discovery', () => {
  test('is the same at both well-known URLs, cacheable and open to scripts from any origin', async () => {
    const client = service.client();
    const headers = { origin: 'https://app.example.com' };
    const one = await client.get('/.well-known/openid-configuration', { headers });
    const other = await client.get('/.well-known/oauth-authorization-server');
    expect(one.body).toEqual(other.body);
    expect(one.body).toMatchObject({
      issuer: 'http://latchkey.test',
      token_endpoint: 'http://latchkey.test/api/oidc/token',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(one.body.registration_endpoint).toBeUndefined();
    expect(one.headers.get('access-control-allow-origin')).toBe('*');
    expect(one.headers.get('access-control-allow-credentials')).toBeNull();
    expect(one.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  });

  test.each(['token', 'userinfo', 'revoke', 'jwks'])('a CORS preflight for %s is allowed', async (name) => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const answer = await service.client().send('OPTIONS', `/api/oidc/${name}`, { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  test('a CORS preflight for introspection is not allowed', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const answer = await service.client().send('OPTIONS', '/api/oidc/introspect', { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('does not exist when ENABLE_OIDC is false, and neither do the other OIDC routes', async () => {
    const off = await startService({ env: { ENABLE_OIDC: 'false' } });
    const { client } = await newUser(off);
    for (const path of [
      '/.well-known/openid-configuration',
      '/api/oidc/jwks',
      '/api/oidc/authorize',
      '/api/users/profile/applications',
    ])
      expect((await client.get(path)).body.error.code).toBe('NOT_FOUND');
    expect((await client.post('/api/oidc/token')).status).toBe(404);
  });
});

describe('keys', () => {
  test('exist from the first request, one per algorithm, without their private parts', async () => {
    const [one, other] = await Promise.all(
      [service.client(), service.client()].map((client) => client.get('/api/oidc/jwks')),
    );
    expect(one?.body).toEqual(other?.body);
    const { keys } = one?.body ?? {};
    expect(keys.map(({ alg }: { alg: string }) => alg).sort()).toEqual(['ES256', 'RS256']);
    for (const key of keys)
      expect(Object.keys(key).filter((name) => 'dpq'.includes(name[0] ?? ''))).toEqual([]);
    expect(one?.headers.get('cache-control')).toMatch(/^public/);
    const [row] = await service.sql`SELECT sealed FROM signing_keys LIMIT 1`;
    expect(String(row?.sealed)).not.toContain('PRIVATE');
  });

  test('are the same on nodes that start and are asked for them at once', async () => {
    const database = await testDatabase();
    const clock = testClock();
    const startAndAsk = async () => {
      const node = await startService({ database, clock });
      return { node, kids: (await kidsOf(node)).sort() };
    };
    const all = await Promise.all([startAndAsk(), startAndAsk(), startAndAsk()]);
    for (const { kids } of all) expect(kids).toEqual(all[0]?.kids);
    expect(all[0]?.kids).toHaveLength(2);
    for (const { node } of all) await node.close();
  });

  test('are all published, even while another node has created only some of them', async () => {
    const own = await startService();
    const [first] = signingAlgorithms;
    const made = await makeKey(first, own.deps.dataKeys.of('signing-key'));
    const now = own.clock.now();
    await insertKey(own.sql, { ...made, signsFrom: now, publishedUntil: null, predecessorUntil: now, now });
    const { body } = await own.client().get('/api/oidc/jwks');
    const published = body.keys.map(({ alg, kid }: { alg: string; kid: string }) => [alg, kid]);
    expect(published).toHaveLength(signingAlgorithms.length);
    expect(published).toContainEqual([first, made.kid]);
  });

  test('are created by one node while the other waits and adopts them', async () => {
    const own = await startService();
    const sealingKey = own.deps.dataKeys.of('signing-key');
    const made = await Promise.all(signingAlgorithms.map((algorithm) => makeKey(algorithm, sealingKey)));
    const now = own.clock.now();
    const { body } = await during(
      own,
      async (tx) => {
        await lockKeys(tx);
        for (const key of made)
          await insertKey(tx, { ...key, signsFrom: now, publishedUntil: null, predecessorUntil: now, now });
      },
      () => own.client().get('/api/oidc/jwks'),
    );
    const kids = body.keys.map(({ kid }: { kid: string }) => kid);
    expect(kids.sort()).toEqual(made.map(({ kid }) => kid).sort());
  });

  test('rotate automatically: published a day in advance and kept until the last token has expired', async () => {
    const own = await startService({ env: { OIDC_KEY_ROTATION_DAYS: '10' } });
    const twin = await startService({ database: own.database, clock: own.clock, env: own.env });
    const application = await newApplication(own);
    const { id } = await newUser(own);
    const before = await kidsOf(own);
    own.clock.advance({ ms: 8.5 * day });
    expect(await own.oidc.keys.rotate('by-age')).toBe(0);
    own.clock.advance({ ms: 0.6 * day });
    // Both nodes try; one does it.
    const made = await Promise.all([own.oidc.keys.rotate('by-age'), twin.oidc.keys.rotate('by-age')]);
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2);
    own.clock.advance({ ms: 61_000 });
    expect((await kidsOf(own)).sort()).toEqual((await kidsOf(twin)).sort());
    expect(await kidsOf(own)).toHaveLength(4);
    const client = await clientFor(own, id);
    const old = await tokensFor(own, client, application);
    expect(before).toContain(kidIn(old.access_token));
    own.clock.advance({ ms: day - 300_000 });
    // At the very moment of the change, on either node.
    const next = await tokensFor(own, await clientFor(own, id), application);
    own.clock.advance({ ms: 400_000 });
    const changed = await tokensFor(twin, await clientFor(twin, id), application);
    expect(before).not.toContain(kidIn(changed.access_token));
    expect((await userinfo(twin, next.access_token)).status).toBe(200);
    expect((await userinfo(own, changed.access_token)).status).toBe(200);
    expect(await kidsOf(own)).toEqual(
      expect.arrayContaining([kidIn(next.access_token), kidIn(changed.access_token)]),
    );
    own.clock.advance({ ms: 1_000_000 });
    expect(await kidsOf(own)).toHaveLength(2);
    const actions = (await own.audit()).filter(({ action }) => action === 'ADMIN_SIGNING_KEY_ROTATED');
    expect(actions).toHaveLength(2);
    for (const { metadata } of actions) expect(before).not.toContain(metadata.kid);
  });

  test('can be rotated by hand only once until the new ones start signing', async () => {
    expect(await service.oidc.keys.rotate('by-hand')).toBe(2);
    expect(await service.oidc.keys.rotate('by-hand')).toBe(0);
    expect(await kidsOf(service)).toHaveLength(4);
    const { client } = await newUser(service);
    const { access_token } = await tokensFor(service, client, await newApplication(service));
    expect(claimsIn(access_token).iss).toBe('http://latchkey.test');
    service.clock.advance({ ms: day });
    expect(await service.oidc.keys.rotate('by-hand')).toBe(2);
  });

  test('rotated by the command are published by a running service within a minute, and sign a day later', async () => {
    const own = await startService();
    const application = await newApplication(own);
    const { id } = await newUser(own);
    const before = await kidsOf(own);
    const cwd = await mkdtemp(join(tmpdir(), 'latchkey-keys-'));
    const { code } = await runCommand(['keys', 'rotate'], { cwd, env: environmentOf(own) });
    await rm(cwd, { recursive: true });
    expect(code).toBe(0);
    own.clock.advance({ ms: 61_000 });
    const published = await kidsOf(own);
    expect(published).toHaveLength(4);
    expect(published).toEqual(expect.arrayContaining(before));
    own.clock.advance({ ms: day });
    const { access_token } = await tokensFor(own, await clientFor(own, id), application);
    expect(published.filter((kid) => !before.includes(kid))).toContain(kidIn(access_token));
    expect((await userinfo(own, access_token)).status).toBe(200);
  });
});
