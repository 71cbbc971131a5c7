import { newFeedKey, subscriberOf } from '@latchkey/server/testing/checks';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { takeTurnsOf } from '@latchkey/server/testing/turns';
import { expect, test } from 'vitest';

const service = started(() => startService({ ownLookups: true, connections: 2 }));
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));

const subscribersOf = async (node: typeof service) =>
  Number(/latchkey_checks_subscribers (\d+)/.exec(await node.deps.metrics.registry.metrics())?.[1]);

test('it waits neither for a turn, nor for a connection that others are to get, nor for hashing', async () => {
  const { ask, client } = subscriberOf(service, await newFeedKey(service));
  const person = await newUser(service);
  const { cursor } = (await ask()).body;
  await person.client.post('/api/users/profile', { firstName: 'Changed' });
  const giveBack = takeTurnsOf(service, client.ipAddress);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  atEnd(() => {
    release();
    giveBack();
  });
  // Everything that the pool has, and more that waits for it.
  const holding = [1, 2, 3].map(() => service.deps.sql.begin(() => held));
  const hashing = Array.from({ length: 16 }, () => service.deps.hasher.hash('Correct-Horse-7'));
  const { status, body } = await ask({ after: cursor });
  expect({ status, changes: body.changes.length }).toEqual({ status: 200, changes: 1 });
  // So does another one that begins.
  expect((await ask()).status).toBe(200);
  release();
  giveBack();
  await Promise.all([...holding, ...hashing]);
});

test('a subscriber counts at the node that it asked, for as long as its bound', async () => {
  const { ask } = subscriberOf(otherNode, await newFeedKey(service));
  const [here, there] = [await subscribersOf(service), await subscribersOf(otherNode)];
  await ask({ maxStalenessMs: 10_000 });
  expect(await subscribersOf(otherNode)).toBe(there + 1);
  expect(await subscribersOf(service)).toBeLessThanOrEqual(here);
  await ask({ maxStalenessMs: 250 });
  await expect.poll(() => subscribersOf(otherNode)).toBe(there + 1);
});
