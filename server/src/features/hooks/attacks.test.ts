import { gzipSync } from 'node:zlib';
import { eventually } from '@latchkey/server/testing/eventually';
import {
  addHook,
  allowLoopback,
  dropHooks,
  hooksPath,
  newHookAdmin,
  publicMetadataOf,
  startHooks,
} from '@latchkey/server/testing/hooks';
import { startImpersonating } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { authorize, claimsIn, newApplication, redeem } from '@latchkey/server/testing/oidc';
import { newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
});
beforeEach(async () => {
  await dropHooks(service);
  receiver.answer({ decision: 'allow' });
  receiver.take();
});

const url = 'https://hooks.example.com/';
const acts = async ({ client }: { client: typeof admin.client }, id: string) =>
  [
    await client.get(hooksPath),
    await client.get(`${hooksPath}/${id}`),
    await client.post(hooksPath, { point: 'mail.send', url }),
    await client.patch(`${hooksPath}/${id}`, { enabled: false }),
    await client.post(`${hooksPath}/${id}/rotate-secret`, {}),
    await client.post(`${hooksPath}/${id}/test`),
    await client.delete(`${hooksPath}/${id}`),
  ].map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim());
const testOf = async (id: string) => (await admin.client.post(`${hooksPath}/${id}/test`)).body.test;

describe('attack: reaching hooks as', () => {
  test('the OWNER of an organization', async () => {
    const owner = await newUser(service);
    const { id } = await addHook(admin, 'sign_in.before', receiver.url);
    expect(new Set(await acts(owner, id))).toEqual(new Set(['403 PERMISSION_DENIED']));
    expect(receiver.take()).toEqual([]);
  });

  test('an ADMIN who impersonates someone', async () => {
    const { admin: acting } = await startImpersonating(service);
    const { id } = await addHook(admin, 'sign_in.before', receiver.url);
    expect((await acts(acting, id)).filter((each) => !each.startsWith('403'))).toEqual([]);
    expect(receiver.take()).toEqual([]);
  });

  test.each(['READ_ONLY', 'READ_WRITE'])('a %s key, whose owner may do everything', async (permission) => {
    const { id } = await addHook(admin, 'sign_in.before', receiver.url);
    const { key } = await newKey(admin.client, { permission });
    const [list, one, ...unsafe] = await acts({ client: keyClient(service, key) }, id);
    expect([list, one]).toEqual(['200', '200']);
    expect(unsafe.filter((each) => !each.startsWith('403'))).toEqual([]);
    expect(receiver.take()).toEqual([]);
  });
});

describe('attack: an address that leads inside', () => {
  test.each([
    'http://127.0.0.2.nip.example@127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'file:///etc/passwd',
    'gopher://10.0.0.1:6379/_',
  ])('%s is refused when it is added', async (address) => {
    const strict = await startService({ database: service.database, clock: service.clock });
    const { client } = await newHookAdmin(strict);
    const refused = await client.post(hooksPath, { point: 'sign_in.before', url: address });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'HOOK_URL_FORBIDDEN']);
  });

  test('a name that leads there by the time it is asked is not contacted', async () => {
    const { port } = new URL(receiver.url);
    const leading = await startService({ resolve: async () => ['127.0.0.1'] });
    const chief = await newHookAdmin(leading);
    const person = await newUser(leading);
    await addHook(chief, 'sign_in.before', `https://public.example:${port}/`);
    const before = receiver.received.length;
    const came = await leading.client().post('/api/auth/login', { email: person.email, password });
    expect(came.body.error.code).toBe('HOOK_UNAVAILABLE');
    expect(receiver.received.length).toBe(before);
  });

  test('a redirect is a failure, and is not followed', async () => {
    const inside = await startReceiver();
    const moved = await startReceiver((_received, response) =>
      response.writeHead(307, { location: inside.url }).end(),
    );
    const { id } = await addHook(admin, 'sign_in.before', moved.url);
    expect(await testOf(id)).toMatchObject({ succeeded: false, responseStatus: 307 });
    expect(inside.received).toEqual([]);
  });
});

describe('attack: an answer', () => {
  test('that comes a byte at a time ends with its time', async () => {
    const dripping = await startReceiver((_received, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const { id } = await addHook(admin, 'sign_in.before', dripping.url, { timeoutMs: 200 });
    expect(await testOf(id)).toMatchObject({ succeeded: false });
    await eventually(() => expect(dripping.closed()).toBe(1));
  });

  test('that is small only while it is packed is none', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const packing = await startReceiver((_received, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const { id } = await addHook(admin, 'sign_in.before', packing.url);
    expect(await testOf(id)).toMatchObject({ succeeded: false, answer: null });
  });

  test('with the names that all objects have says nothing by them', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    const login = () => service.client().post('/api/auth/login', { email: person.email, password });
    receiver.answer('{"decision":"allow","__proto__":{"requireTwoFactor":true,"message":"x"}}');
    expect((await login()).body.requiresTwoFactorSetup).toBeUndefined();
    receiver.answer('{"__proto__":{"decision":"allow"}}');
    expect((await login()).status).toBe(503);

    const names = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"';
    await addHook(admin, 'registration.before', receiver.url);
    receiver.answer(`{"decision":"allow","publicMetadata":{${names},"plan":"pro"}}`);
    const email = 'proto@example.com';
    const made = await service
      .client()
      .post('/api/auth/register', { email, password, organizationName: 'Proto' });
    expect(made.status).toBe(201);
    expect(await publicMetadataOf(service, email)).toMatchObject({ plan: 'pro' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('with claims of such names, or in other letters, takes nothing over', async () => {
    await addHook(admin, 'token.claims', receiver.url);
    const person = await newVerified(service);
    const application = await newApplication(service);
    const { code } = (await authorize(person.client, application, { scope: 'openid email' })).query;
    receiver.answer(
      '{"claims":{"__proto__":{"sub":"x","admin":true},"constructor":{"sub":"x"},"toJSON":"x","sub":"x","plan":"pro"}}',
    );
    const { status, body } = await redeem(service, application, code);
    expect(status).toBe(200);
    for (const token of [body.access_token, body.id_token]) {
      const claims = claimsIn(token);
      expect(claims).toMatchObject({ sub: person.id, plan: 'pro' });
      expect(claims.admin).toBeUndefined();
    }
  });

  test.each([
    ['a line break', 'One\nTwo'],
    ['letters that turn the line around', 'Safe \u202Eevil'],
    ['letters of no width', 'Ad\u200Bmin'],
    ['an escape', 'A \u001B[31mred\u001B[0m one'],
    ['201 characters', 'x'.repeat(201)],
  ])('with %s in its message shows ours', async (_name, message) => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    receiver.answer({ decision: 'deny', message });
    const refused = await service.client().post('/api/auth/login', { email: person.email, password });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringMatching(/^You can't continue/) } },
    });
  });

  test('shows 200 characters as they are, whatever they would mean in a page', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    const message = '<script>alert(1)</script> {name} 🦦'.padEnd(201, '!');
    expect([...message]).toHaveLength(200);
    receiver.answer({ decision: 'deny', message });
    const refused = await service.client().post('/api/auth/login', { email: person.email, password });
    expect(refused.body.error.message).toBe(message);
    const kept = JSON.stringify(await service.audit(person.email)) + service.logged.join();
    expect(kept).toContain('AUTH_HOOK_DENIED');
    expect(kept).not.toContain('alert(1)');
  });
});
