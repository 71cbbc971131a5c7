import { hookPoints } from '@latchkey/contract';
import { eventually } from '@latchkey/server/testing/eventually';
import {
  addHook,
  allowLoopback,
  hooksPath,
  isSignedWith,
  newHookAdmin,
  startHooks,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findToAsk } from './hook-store.ts';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
});
beforeEach(() => {
  receiver.answer({ decision: 'allow' });
  receiver.take();
});

async function testOf(id: string, client = admin.client) {
  const answer = await client.post(`${hooksPath}/${id}/test`);
  expect(answer.status).toBe(200);
  return answer.body.test;
}

test.each(hookPoints)('a test of %s sends an example, signed, even while it is turned off', async (point) => {
  const { id, secret } = await addHook(admin, point, receiver.url, { enabled: false });
  receiver.answer({ decision: 'allow', claims: { plan: 'pro' }, more: 1 });
  const before = receiver.received.length;
  const counts = { 'token.claims': { claims: { plan: 'pro' } }, 'mail.send': {} } as Record<string, object>;
  const told = await testOf(id);
  expect(told).toEqual({
    succeeded: true,
    responseStatus: 200,
    error: null,
    durationMs: expect.any(Number),
    answer: counts[point] ?? { decision: 'allow' },
    sent: { method: 'POST', url: receiver.url, body: expect.any(String) },
  });
  const asked = receiver.take();
  expect(asked).toMatchObject([{ type: point, data: { test: true } }]);
  expect(Date.parse(asked[0]?.timestamp ?? '')).toBeGreaterThan(0);
  const [sent, ...more] = receiver.received.slice(before);
  expect(more).toEqual([]);
  expect(sent && isSignedWith(secret, sent)).toBe(true);
  expect(told.sent.body).toBe(sent?.body);
});

test('each has a webhook-id of its own', async () => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  await testOf(id);
  await testOf(id);
  const [one, other] = receiver.take();
  expect(one?.id).not.toBe(other?.id);
});

test('a denial counts as an answer, with a message only if it can be shown', async () => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  for (const message of ['Not today.', '\u{1f511}'.repeat(200)]) {
    receiver.answer({ decision: 'deny', message });
    expect(await testOf(id)).toMatchObject({ succeeded: true, answer: { decision: 'deny', message } });
  }
  for (const message of ['', 'x'.repeat(201), 'a\nb', 'a\u200bb']) {
    receiver.answer({ decision: 'deny', message });
    const { succeeded, answer } = await testOf(id);
    expect({ succeeded, answer }).toEqual({ succeeded: true, answer: { decision: 'deny' } });
  }
});

const tooLong = JSON.stringify({ decision: 'allow', x: 'x'.repeat(16 * 1024) });

test.each([
  ['another status', { status: 201, body: '{"decision":"allow"}' }, { responseStatus: 201, error: null }],
  ['a redirect', { status: 302, body: '' }, { responseStatus: 302, error: null }],
  ['no JSON', 'decision=allow', { responseStatus: 200, error: 'ANSWER_INVALID' }],
  ['no object', '["allow"]', { responseStatus: 200, error: 'ANSWER_INVALID' }],
  ['nothing', '', { responseStatus: 200, error: 'ANSWER_INVALID' }],
  ['no decision', '{}', { responseStatus: 200, error: 'ANSWER_INVALID' }],
  ['another decision', '{"decision":"perhaps"}', { responseStatus: 200, error: 'ANSWER_INVALID' }],
  ['a message that is no text', '{"decision":"allow","message":1}', { error: 'ANSWER_INVALID' }],
  ['a text for true', '{"decision":"allow","requireTwoFactor":"true"}', { error: 'ANSWER_INVALID' }],
  ['more than 16 KiB', tooLong, { responseStatus: 200, error: 'ANSWER_TOO_LONG' }],
])('an answer with %s is a failure', async (_name, answer, told) => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  receiver.answer(answer);
  expect(await testOf(id)).toMatchObject({ succeeded: false, answer: null, ...told });
});

test('an answer may have 16 KiB to the byte', async () => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  const fixed = JSON.stringify({ decision: 'allow', x: '' }).length;
  receiver.answer(JSON.stringify({ decision: 'allow', x: 'x'.repeat(16 * 1024 - fixed) }));
  expect(await testOf(id)).toMatchObject({ succeeded: true });
});

test('claims may have 2048 bytes, and metadata 8192', async () => {
  const claims = (length: number) => ({ claims: { a: 'x'.repeat(length - '{"a":""}'.length) } });
  const { id } = await addHook(admin, 'token.claims', receiver.url);
  receiver.answer(claims(2048));
  expect(await testOf(id)).toMatchObject({ succeeded: true });
  for (const answer of [claims(2049), {}, { claims: [] }, { claims: null }]) {
    receiver.answer(answer);
    expect(await testOf(id)).toMatchObject({ succeeded: false, error: 'ANSWER_INVALID' });
  }
  const { id: other } = await addHook(admin, 'registration.before', receiver.url);
  const publicMetadata = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });
  receiver.answer({ decision: 'allow', publicMetadata: publicMetadata(8192) });
  expect(await testOf(other)).toMatchObject({ succeeded: true });
  for (const wrong of [publicMetadata(8193), [], 'text']) {
    receiver.answer({ decision: 'allow', publicMetadata: wrong });
    expect(await testOf(other)).toMatchObject({ succeeded: false, error: 'ANSWER_INVALID' });
  }
});

test('a hook that does not answer in its time, or cannot be reached, fails', async () => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url, { timeoutMs: 100 });
  receiver.answer(() => new Promise(() => undefined));
  expect(await testOf(id)).toMatchObject({ succeeded: false, responseStatus: null, error: 'ETIMEDOUT' });
  const { id: closed } = await addHook(admin, 'sign_in.before', 'http://127.0.0.1:1/');
  expect(await testOf(closed)).toMatchObject({ responseStatus: null, error: 'ECONNREFUSED' });
});

test('an address that is forbidden by the time it is asked is not contacted', async () => {
  const strict = await startService({ database: service.database, clock: service.clock });
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  const told = await testOf(id, await clientFor(strict, admin.id));
  expect(told).toMatchObject({ succeeded: false, error: 'FORBIDDEN_ADDRESS', durationMs: 0 });
  expect(receiver.take()).toEqual([]);
});

test('an answer and a denial are counted as what they are', async () => {
  const { id } = await addHook(admin, 'registration.before', receiver.url);
  const countOf = async (outcome: string) => {
    const figures = await service.deps.metrics.registry.metrics();
    const name = `latchkey_hook_seconds_count{point="registration.before",outcome="${outcome}"} `;
    return Number(figures.split(name)[1]?.split('\n')[0] ?? 0);
  };
  const before = [await countOf('answered'), await countOf('denied')];
  await testOf(id);
  receiver.answer({ decision: 'deny' });
  await testOf(id);
  expect([await countOf('answered'), await countOf('denied')]).toEqual(before.map((each) => each + 1));
});

test('a failure is counted and logged, without what the other side said', async () => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  receiver.answer({ status: 500, body: 'a secret of the other side' });
  await testOf(id);
  const figures = await service.deps.metrics.registry.metrics();
  expect(figures).toMatch(/latchkey_hook_seconds_count\{point="sign_in.before",outcome="failed"\} \d/);
  expect(service.logged.join()).toContain('a hook gave no valid answer');
  expect(service.logged.join()).not.toContain('a secret of the other side');
});

test('while a hook is waited for, its request holds none of the turns of its network', async () => {
  const { id } = await addHook(admin, 'sign_in.before', receiver.url, { timeoutMs: 5000 });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  receiver.answer(async () => {
    await held;
    return { decision: 'allow' };
  });
  const waiting = Array.from({ length: 20 }, () => testOf(id));
  await eventually(() => expect(receiver.asked).toHaveLength(20));
  expect((await admin.client.get(hooksPath)).status).toBe(200);
  release();
  expect((await Promise.all(waiting)).every(({ succeeded }) => succeeded)).toBe(true);
});

test('a hundred are asked at once; the wait of the others counts as their time', async () => {
  const { id } = await addHook(admin, 'token.claims', receiver.url, { timeoutMs: 5000 });
  const hook = await findToAsk(service.sql, id, service.clock.now());
  if (!hook) throw new Error('there is no hook');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  receiver.answer(async () => {
    await held;
    return { claims: {} };
  });
  const before = receiver.asked.length;
  const ask = (more = {}) =>
    service.deps.hooks.ask({ ...hook, ...more }, { point: 'token.claims', data: {} });
  const asked = Array.from({ length: 130 }, () => ask());
  await eventually(() => expect(receiver.asked.length - before).toBe(100));
  expect(await ask({ timeoutMs: 100 })).toMatchObject({ error: 'ETIMEDOUT', answer: undefined });
  expect(receiver.asked.length - before).toBe(100);
  release();
  expect((await Promise.all(asked)).filter(({ answer }) => answer)).toHaveLength(130);
  expect(receiver.most()).toBe(100);
});

test('a place that is free late leaves only what is left of the time', async () => {
  const { id } = await addHook(admin, 'token.claims', receiver.url, { timeoutMs: 5000 });
  const hook = await findToAsk(service.sql, id, service.clock.now());
  if (!hook) throw new Error('there is no hook');
  const held: (() => void)[] = [];
  receiver.answer(async ({ data }) => {
    await new Promise<void>((resolve) => data.first && held.push(resolve));
    return { claims: {} };
  });
  const ask = (point: 'token.claims' | 'sign_in.before', timeoutMs: number, data = {}) =>
    service.deps.hooks.ask({ ...hook, timeoutMs }, { point, data });
  const first = Array.from({ length: 100 }, () => ask('token.claims', 5000, { first: true }));
  await eventually(() => expect(held).toHaveLength(100));
  const ended: string[] = [];
  const waiting = ask('token.claims', 1000).then(() => ended.push('waiting'));
  // Half of its time is over when this one has waited for all of its own.
  await ask('token.claims', 500);
  const later = ask('sign_in.before', 1000).then(() => ended.push('later'));
  held.pop()?.();
  await Promise.all([waiting, later]);
  expect(ended).toEqual(['waiting', 'later']);
  for (const release of held) release();
  await Promise.all(first);
});

test('a rotated secret signs along with the one before it, until the overlap ends', async () => {
  const { id, secret } = await addHook(admin, 'sign_in.before', receiver.url);
  const rotated = (await admin.client.post(`${hooksPath}/${id}/rotate-secret`, { overlapHours: 1 })).body;
  const signers = async (client = admin.client) => {
    await testOf(id, client);
    const sent = receiver.received.at(-1);
    return [secret, rotated.secret].map((each) => sent && isSignedWith(each, sent));
  };
  expect(await signers()).toEqual([true, true]);
  service.clock.advance({ hours: 1, ms: 1 });
  expect(await signers(await clientFor(service, admin.id))).toEqual([false, true]);
});
