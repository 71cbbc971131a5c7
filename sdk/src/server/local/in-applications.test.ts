import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { newKey } from '@latchkey/server/testing/keys';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { guardedApps } from '../../testing/guarded-apps.ts';
import { createLatchkey, type Latchkey } from '../index.ts';

const service = started(startService);
let key: string;
beforeAll(async () => {
  key = await newFeedKey(service);
});

const maxStalenessMs = 10_000;
function local(): Latchkey {
  const latchkey = createLatchkey({ url: service.url, local: { key, maxStalenessMs } });
  atEnd(() => latchkey.close());
  return latchkey;
}
const isConnected = (latchkey: Latchkey) => expect.poll(() => latchkey.local?.stats().connected).toBe(true);

describe.each(Object.entries(guardedApps))('an application on %s', (_name, send) => {
  test('answers a cookie, a token and a key from memory, and refuses each once it has ended', async () => {
    const { client, tokens, email } = await newUser(service);
    const made = await newKey(client);
    const latchkey = local();
    await send(latchkey);
    await isConnected(latchkey);
    const ways: Record<string, string>[] = [
      { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      { authorization: `Bearer ${tokens.accessToken}` },
      { authorization: `Bearer ${made.key}` },
    ];
    for (const headers of ways)
      for (let n = 0; n < 2; n++) {
        const { status, body } = await send(latchkey, { headers });
        expect({ status, body }).toEqual({ status: 200, body: { email } });
      }
    expect(latchkey.local?.stats()).toMatchObject({ hits: ways.length, entries: ways.length });
    await client.delete(`/api/keys/${made.id}`);
    await client.post('/api/auth/logout');
    for (const headers of ways)
      await expect.poll(async () => (await send(latchkey, { headers })).status).toBe(401);
  });
});

test('keeps no process alive', async () => {
  const sdk = new URL('../../../dist/server/index.js', import.meta.url);
  const script = `
    import { createLatchkey } from '${sdk}';
    const latchkey = createLatchkey({ url: '${service.url}', local: { key: '${key}' } });
    const ask = () => latchkey.authenticate({ headers: {} });
    await ask();
    while (!latchkey.local.stats().connected) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await ask();
    }
    console.log('connected');`;
  const args = ['--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  atEnd(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'exit');
  expect([code, said]).toEqual([0, 'connected\n']);
});

test('with a key that lacks checks:read asks each time, and says so once', async () => {
  const line = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { client } = await newUser(service);
  const { key: weak } = await newKey(client);
  const latchkey = createLatchkey({ url: service.url, local: { key: weak } });
  atEnd(() => latchkey.close());
  const { tokens, email } = await newUser(service);
  for (let n = 0; n < 3; n++) {
    const { caller } = await latchkey.authenticate({
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    });
    expect(caller?.user.email).toBe(email);
  }
  expect(latchkey.local?.stats()).toMatchObject({ hits: 0, entries: 0, connected: false, staleFallbacks: 3 });
  await expect.poll(() => line.mock.calls.length).toBe(1);
  line.mockRestore();
});
