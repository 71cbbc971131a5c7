import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { addWebhook, startReceiver } from '@latchkey/server/testing/webhooks';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from './program.ts';

const receiver = started(startReceiver);
const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
let where: { cwd: string; env: Record<string, string> };
let email: string;
let webhookId: string;
let slug: string;

beforeAll(async () => {
  where = { cwd: await temporaryFolder('json'), env: environmentOf(service) };
  const user = await newUser(service);
  ({ email } = user);
  const added = await addWebhook(user.client, receiver.url, { events: ['*'] });
  webhookId = added.webhook.id;
  ({ slug } = (await user.client.get('/api/organizations/current')).body.organization);
  writeFileSync(join(where.cwd, 'users.jsonl'), '{"email":"imported@example.com"}\n{"email":"bad"}\n');
  writeFileSync(join(where.cwd, 'config.json'), '{"roles": {"ROLE_PLANNED": {}}}');
});

/** For each command that prints a result: how to call it, and what its document holds. */
const documents: Record<string, () => [args: string[], holds: unknown, code?: number]> = {
  migrate: () => [[], { applied: [], grantedTo: null }],
  doctor: () => [[], { ok: true, findings: expect.any(Array) }],
  'secrets reseal': () => [[], { moved: 0, unreadable: [] }],
  'admin create': () => [
    ['--email', 'root@example.com', '--password', password],
    { email: 'root@example.com', role: 'ADMIN' },
  ],
  'user unlock': () => [[email], { email, locked: false }],
  'user reset-2fa': () => [[email], { email, twoFactorEnabled: false }],
  'user set-role': () => [[email, 'MODERATOR'], { email, role: 'MODERATOR' }],
  'users import': () => [
    ['users.jsonl', '--dry-run'],
    {
      imported: 1,
      refused: 1,
      dryRun: true,
      refusals: [{ line: 2, email: 'bad', reason: 'email: Must be an email address.' }],
    },
    2,
  ],
  'users export': () => [[], expect.arrayContaining([expect.objectContaining({ email })])],
  'webhook list': () => [
    [],
    { webhooks: [{ id: webhookId, organization: expect.any(String), url: receiver.url, enabled: true }] },
  ],
  'webhook test': () => [[webhookId], { status: 'SUCCEEDED', responseStatus: 204, error: null }],
  'webhook replay': () => [
    [webhookId, '--since', '2020-01-01'],
    { webhook: webhookId, since: '2020-01-01T00:00:00.000Z' },
  ],
  'hook disable': () => [['--all'], { disabled: [] }],
  'audit verify': () => [['--since', '2020-01-01'], { intact: true, faultCount: 0, faults: [] }],
  'audit export': () => [[], expect.arrayContaining([expect.objectContaining({ action: 'AUTH_REGISTER' })])],
  'audit erase': () => [['gone@example.com'], { erased: 0 }],
  'application create': () => [
    ['--name', 'Reports', '--kind', 'web', '--redirect-uri', 'https://reports.example.com/callback'],
    { issuer: 'http://localhost:3000', clientId: expect.any(String), clientSecret: expect.any(String) },
  ],
  'policy reset': () => [[], { organizationId: null, isReset: false }],
  'sso release': () => [['--organization', slug], { organizationId: expect.any(String), connectionIds: [] }],
  'config export': () => [[], { policy: expect.any(Object), webhooks: [] }],
  'config plan': () => [['-f', 'config.json'], { changes: [{ action: 'create', key: 'ROLE_PLANNED' }] }, 2],
  'config apply': () => [['-f', 'config.json'], { changes: [{ action: 'create' }], secrets: [] }],
  'mails preview': () => [
    ['--out', 'mails', '--type', 'invite', '--locale', 'de'],
    { files: [join('mails', 'invite.de.html'), join('mails', 'invite.de.txt')] },
  ],
  'keys rotate': () => [[], { created: 2, withdrewEarlierKeys: false }],
};

/** Covered elsewhere: they need an empty database, another server or an application. `serve` has no result. */
const others = ['serve', 'demo', 'backup verify', 'database move', 'dev code', 'init'];

function leavesOf(command: Command, path: string[] = []): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path: path.join(' '), command }];
  return command.commands.flatMap((each) => leavesOf(each, [...path, each.name()]));
}

const unused = () => {
  throw new Error('no command runs here');
};
const leaves = leavesOf(commands(unused));

test('every command but serve has --json, and a document in this file', () => {
  const without = leaves.filter(({ command }) => !command.options.some(({ long }) => long === '--json'));
  expect(without.map(({ path }) => path)).toEqual(['serve']);
  const known = [...Object.keys(documents), ...others].sort();
  expect(leaves.map(({ path }) => path).sort()).toEqual(known);
});

describe('with --json, a command prints one document and nothing else', () => {
  test.each(Object.keys(documents))('%s', async (path) => {
    if (path === 'user reset-2fa')
      await service.sql`UPDATE users SET two_factor_enabled = true, two_factor_secret = '\\x00' WHERE email = ${email}`;
    const [args, holds, code = 0] = documents[path]?.() ?? [[], undefined];
    const running = runCommand([...path.split(' '), ...args, '--json'], where);
    if (path === 'webhook test') {
      const isQueued = () => service.sql`SELECT 1 FROM webhook_deliveries WHERE webhook_id = ${webhookId}`;
      await eventually(async () => expect(await isQueued()).toHaveLength(1));
      await service.webhookWorker.drain();
    }
    const done = await running;
    expect([done.code, done.error]).toEqual([code, '']);
    const document = JSON.parse(done.out);
    if (Array.isArray(document)) expect(document).toEqual(holds);
    else expect(document).toMatchObject(holds as object);
  });

  test('demo, which needs an empty database', async () => {
    const empty = await startService();
    const done = await runCommand(['demo', '--json'], { ...where, env: environmentOf(empty) });
    const { adminEmail, password: given } = JSON.parse(done.out);
    const login = await empty.client().post('/api/auth/login', { email: adminEmail, password: given });
    expect([done.code, done.error, login.status]).toEqual([0, '', 200]);
  });
});

describe('with --json, an error is one document on standard error, with the exit code', () => {
  test.each([
    ['a refusal', ['user', 'unlock', 'absent@example.com'], 'There is no account with the email'],
    ['an unusable value', ['webhook', 'test', 'nonsense'], 'nonsense is not the ID of a webhook.'],
    ['a missing file', ['users', 'import', 'absent.jsonl'], 'There is no file absent.jsonl.'],
    ['a missing argument', ['user', 'unlock'], "missing required argument 'email'"],
    ['an option that is an argument', ['user', 'unlock', '--email', 'x'], 'the email is an argument'],
    ['an unknown command', ['fly'], "unknown command 'fly'"],
    ['two formats', ['users', 'export', '--format', 'csv'], "cannot be used with option '--format <format>'"],
  ])('%s', async (_name, args, words) => {
    const failed = await runCommand([...args, '--json'], where);
    expect([failed.code, failed.out]).toEqual([1, '']);
    expect(JSON.parse(failed.error)).toEqual({ error: expect.stringContaining(words), exitCode: 1 });
  });

  test('an audit trail that was changed: the faults are in the document, too', async () => {
    const head = 'f'.repeat(64);
    const failed = await runCommand(['audit', 'verify', '--head', head, '--json'], where);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.out)).toMatchObject({
      intact: false,
      faults: [{ what: expect.stringContaining('no seal has the root you kept') }],
    });
    expect(JSON.parse(failed.error)).toMatchObject({
      error: expect.stringContaining('has changed'),
      exitCode: 1,
    });
  });
});
