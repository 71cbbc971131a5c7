import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@latchkey/server/testing/client';
import { environmentOf } from '@latchkey/server/testing/command';
import { publicMetadataOf } from '@latchkey/server/testing/hooks';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { authorize, claimsIn, newApplication, redeem, userinfo } from '@latchkey/server/testing/oidc';
import { newVerified, password, startService } from '@latchkey/server/testing/service';
import { beforeAll, expect, test, vi } from 'vitest';
import { freePort } from './example-process.ts';
import { blocksOf, runScript } from './guide-blocks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const blocks = blocksOf('ask-your-own-systems');
const [variable = '', value = ''] =
  blocks
    .find(({ kind }) => kind === 'dotenv')
    ?.text.trim()
    .split('=') ?? [];
const env = { [variable]: value };
const service = started(() => startService({ env }));
let folder: string;
let unsigned: () => ReturnType<typeof runScript>;

/** What its reader does, in the same order. The receiver then runs as long as the tests. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-hooks-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const here = (text: string) =>
    text.replaceAll('localhost:4000', `localhost:${port}`).replace('listen(4000)', `listen(${port})`);
  for (const { file, text } of blocks) if (file) writeFileSync(join(folder, file), here(text));
  const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => here(text));
  const [install = '', make = '', serve = '', ask = '', ...more] = commands;
  expect([serve.trim(), more]).toEqual(['node hooks.mjs', []]);
  const made = await runScript(`${install}\n${make}\nprintf %s "$HOOK_SECRETS" > secrets`, folder, {
    ...environmentOf(service),
    ...env,
  });
  expect(made.status, made.said).toBe(0);
  const HOOK_SECRETS = readFileSync(join(folder, 'secrets'), 'utf8');
  const child = spawn(process.execPath, ['hooks.mjs'], {
    cwd: folder,
    env: { ...process.env, HOOK_SECRETS },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  atEnd(async () => void child.kill());
  const isThere = () => fetch(`http://localhost:${port}`).then(Boolean, () => false);
  await vi.waitUntil(isThere, { timeout: 60_000, interval: 100 });
  unsigned = () => runScript(ask, folder, environmentOf(service));
});

const register = (email: string) =>
  service.client().post('/api/auth/register', { email, password, organizationName: 'Guided' });

test('a claim from their own database is in both tokens and userinfo', async () => {
  const application = await newApplication(service);
  for (const [email, plan] of [
    ['ada@example.com', 'pro'],
    ['grace@example.com', 'free'],
  ] as const) {
    const { client } = await newVerified(service, { email });
    const { code } = (await authorize(client, application, { scope: 'openid' })).query;
    const { body } = await redeem(service, application, code);
    for (const token of [body.access_token, body.id_token]) expect(claimsIn(token)).toMatchObject({ plan });
    expect((await userinfo(service, body.access_token)).body).toMatchObject({ plan });
  }
});

test('people with other addresses need an invitation, and are told so', async () => {
  expect(await register('eve@elsewhere.example')).toMatchObject({
    status: 403,
    body: { error: { message: 'Ask someone at Example for an invitation.' } },
  });
  expect((await register('mary@example.com')).status).toBe(201);
  expect(await publicMetadataOf(service, 'mary@example.com')).toEqual({ plan: 'free' });
});

test('from the office, a password is enough; from elsewhere, it is not', async () => {
  const { email } = await newVerified(service, { email: 'lin@example.com' });
  const from = async (address?: string) => {
    const client = new Client(service.url, address);
    const { status, body } = await client.post('/api/auth/login', { email, password });
    return [status, body.requiresTwoFactorSetup ?? false];
  };
  expect(await from()).toEqual([200, false]);
  expect(await from('203.0.113.9')).toEqual([200, true]);
});

test('what Latchkey did not sign is refused', async () => {
  const { status, said } = await unsigned();
  expect([status, said.trim()]).toEqual([0, '400']);
});
