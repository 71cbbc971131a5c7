import { statSync } from 'node:fs';
import { join } from 'node:path';
import { configurationOf, summaries } from '@latchkey/server/testing/configuration';
import {
  allowLoopback,
  dropHooks,
  hooksPath,
  isSignedWith,
  newHookAdmin,
  startHooks,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));
let config: Awaited<ReturnType<typeof configurationOf>>;
let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  config = await configurationOf(service);
  admin = await newHookAdmin(service);
});
beforeEach(() => dropHooks(service));

const listed = async () => (await admin.client.get(hooksPath)).body.hooks;
const url = 'https://hooks.example.com/decide?key=in-the-address';

test('hooks are made by point, changed, exported and deleted with --prune', async () => {
  const wanted = {
    hooks: {
      'sign_in.before': { url, enabled: true, onFailure: 'allow' },
      'mail.send': { url, timeoutMs: 5000 },
    },
  };
  const plan = await config.told('plan', wanted);
  expect(plan.code).toBe(2);
  expect(summaries(plan.changes)).toEqual(['create hooks mail.send', 'create hooks sign_in.before']);
  expect(plan.changes[1]?.fields).toEqual({
    url: { from: null, to: url },
    enabled: { from: null, to: true },
    timeoutMs: { from: null, to: 2000 },
    onFailure: { from: null, to: 'allow' },
  });
  expect(await listed()).toEqual([]);
  const done = await config.applied(wanted);
  expect(done.changes).toEqual(plan.changes);
  expect(await listed()).toMatchObject([
    { point: 'mail.send', url, enabled: false, timeoutMs: 5000, onFailure: 'deny' },
    { point: 'sign_in.before', url, enabled: true, timeoutMs: 2000, onFailure: 'allow' },
  ]);
  expect(await config.told('plan', wanted)).toMatchObject({ code: 0, changes: [] });

  const exported = (await config.run('export')).out;
  expect(parse(exported).hooks).toEqual({
    'mail.send': { url, enabled: false, timeoutMs: 5000, onFailure: 'deny' },
    'sign_in.before': { url, enabled: true, timeoutMs: 2000, onFailure: 'allow' },
  });
  expect(exported).not.toMatch(/whsec_|secret/i);
  expect(await config.told('plan', exported, { args: ['--prune'] })).toMatchObject({ code: 0, changes: [] });

  const changed = await config.applied(
    { hooks: { 'sign_in.before': { enabled: false } } },
    { args: ['--prune'] },
  );
  expect(changed.secrets).toEqual([]);
  expect(changed.changes).toMatchObject([
    { action: 'update', key: 'sign_in.before', fields: { enabled: { from: true, to: false } } },
    { action: 'delete', key: 'mail.send' },
  ]);
  const trail = (await service.audit()).filter(({ metadata }) => metadata.via === 'config');
  expect(trail.map(({ action, userId }) => [action, userId])).toEqual([
    ['ADMIN_HOOK_CREATED', null],
    ['ADMIN_HOOK_CREATED', null],
    ['ADMIN_HOOK_DELETED', null],
    ['ADMIN_HOOK_UPDATED', null],
  ]);
  expect(JSON.stringify(trail)).not.toContain('in-the-address');
});

test('a secret is told once, by the apply that makes the hook, and signs from the next request on', async () => {
  const address = receiver.url;
  const file = { hooks: { 'sign_in.before': { url: '$' + '{HOOK_URL}', enabled: true } } };
  const env = { HOOK_URL: address };
  const printed = await config.run('apply', file, { env });
  expect(printed.out).not.toContain(address);
  const secret = /secret: (whsec_\S+)/.exec(printed.out)?.[1] ?? '';
  const person = await newUser(service);
  receiver.answer({ decision: 'deny' });
  const login = () => service.client().post('/api/auth/login', { email: person.email, password });
  expect((await login()).body.error.code).toBe('HOOK_DENIED');
  const [sent] = receiver.received.slice(-1);
  expect(sent && isSignedWith(secret, sent)).toBe(true);
  expect((await config.run('apply', file, { env })).out).not.toContain('whsec_');
  await config.applied({ hooks: { 'sign_in.before': { enabled: false } } });
  expect((await login()).status).toBe(200);
});

test('with --secrets-to, a secret is only in that file', async () => {
  const file = { hooks: { 'token.claims': { url } } };
  const done = await config.run('apply', file, { args: ['--secrets-to', 'secrets.json', '--json'] });
  expect(done.out + done.error).not.toContain('whsec_');
  const kept = join(done.cwd, 'secrets.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(await listed()).toHaveLength(1);
});

test('the rules of the API judge it, and the faults of all hooks are told at once', async () => {
  const faults = await config.faults({
    hooks: {
      'mail.send': { url, onFailure: 'allow' },
      'sign_in.before': { url: 'https://10.0.0.1/' },
      'sign_in.after': { url },
      'token.claims': { timeoutMs: 99 },
      'registration.before': { url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
  });
  expect(faults).toEqual([
    expect.stringMatching(/^1: hooks.sign_in.after: One of registration.before/),
    '1: hooks.token.claims.timeoutMs: At least 100.',
    expect.stringMatching(/^1: hooks.registration.before.secret: There is no such field/),
    "1: hooks.mail.send.onFailure: Mail has no other way out, so it can't be `allow`.",
    expect.stringMatching(/^1: hooks.sign_in.before: /),
    expect.stringMatching(/^1: hooks.token.claims.url: /),
  ]);
  expect(await listed()).toEqual([]);
  await config.applied({ hooks: { 'mail.send': { url } } });
  expect(await config.faults({ hooks: { 'mail.send': { onFailure: 'allow' } } })).toEqual([
    expect.stringMatching(/^1: hooks.mail.send.onFailure: /),
  ]);
});
