import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { newKey } from '@latchkey/server/testing/keys';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

/** An application of its own process. It says of each line it reads, which is a key, whether it passes, and how it was answered. */
async function startApplication() {
  const sdk = new URL('../../../dist/server/index.js', import.meta.url);
  const feedKey = await newFeedKey(service);
  const script = `
    import { createInterface } from 'node:readline';
    import { createLatchkey } from '${sdk}';
    const latchkey = createLatchkey({ url: '${service.url}', local: { key: '${feedKey}', maxStalenessMs: 1000 } });
    for await (const key of createInterface({ input: process.stdin })) {
      const before = latchkey.local.stats().hits;
      const { refused } = await latchkey.authenticate({ headers: { authorization: 'Bearer ' + key } });
      const how = latchkey.local.stats().hits > before ? 'locally' : 'asked';
      console.log(refused ? refused.status : 'passes', how);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (key: string) => void child.stdin.write(`${key}\n`);
  const hear = async () => (await lines.next()).value as string;
  return {
    child,
    send,
    hear,
    check: (key: string) => {
      send(key);
      return hear();
    },
  };
}

test('an application that was stopped by a signal lets no one pass who was revoked meanwhile', async () => {
  const { client } = await newUser(service);
  const { id, key } = await newKey(client);
  const { child, send, hear, check } = await startApplication();
  await expect.poll(() => check(key)).toBe('passes locally');
  child.kill('SIGSTOP');
  expect((await client.delete(`/api/keys/${id}`)).status).toBe(200);
  await pause(1100);
  // It is the first thing that the application reads, before any answer about changes arrives.
  send(key);
  child.kill('SIGCONT');
  expect(await hear()).toBe('401 asked');
});

test('processes are told by themselves: what one has learned is no other one’s', async () => {
  const { client } = await newUser(service);
  const { key } = await newKey(client);
  const [one, other] = [await startApplication(), await startApplication()];
  await expect.poll(() => one.check(key)).toBe('passes locally');
  expect(await other.check(key)).toBe('passes asked');
});
