import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);
const isThere = spawnSync('python3', ['--version']).status === 0;
if (!isThere) console.log('Python is missing: the client of examples/python is not tested.');

/** The client of the guide, with a line in and a line out for each request. */
function startPython(key: string) {
  const script = `
import json, sys
from latchkey_local import Latchkey
latchkey = Latchkey(${JSON.stringify(service.url)}, ${JSON.stringify(key)}, max_staleness_ms=2000)
for line in sys.stdin:
    caller = latchkey.authenticate(line.strip())
    told = {"caller": caller, "hits": latchkey.hits, "calls": latchkey.calls, "current": latchkey._is_current()}
    print(json.dumps(told), flush=True)
`;
  const cwd = new URL('../../../../examples/python', import.meta.url).pathname;
  const child = spawn('python3', ['-c', script], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  atEnd(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (token: string) => {
    child.stdin.write(`${token}\n`);
    return JSON.parse((await lines.next()).value) as {
      caller: object | null;
      hits: number;
      calls: number;
      current: boolean;
    };
  };
}

test.skipIf(!isThere)('the Python client answers from memory, and a revocation counts', async () => {
  const ask = startPython(await newFeedKey(service));
  const { client, tokens } = await newUser(service);
  await expect.poll(async () => (await ask(tokens.accessToken)).current).toBe(true);
  await expect.poll(async () => (await ask(tokens.accessToken)).hits).toBeGreaterThan(0);
  const before = await ask(tokens.accessToken);
  const after = await ask(tokens.accessToken);
  expect(after).toMatchObject({ hits: before.hits + 1, calls: before.calls, caller: before.caller });
  const bearer = service.client();
  bearer.bearer = tokens.accessToken;
  expect(after.caller).toEqual((await bearer.get('/api/auth/me')).body);
  expect((await client.post('/api/users/profile', { firstName: 'Zoë' })).status).toBe(200);
  await expect
    .poll(async () => (await ask(tokens.accessToken)).caller)
    .toMatchObject({ user: { firstName: 'Zoë' } });
  await client.post('/api/auth/logout');
  await expect.poll(async () => (await ask(tokens.accessToken)).caller).toBeNull();
});
