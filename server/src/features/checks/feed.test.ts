import { once } from 'node:events';
import { changesDuring, newFeedKey, subscriberOf } from '@latchkey/server/testing/checks';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { AUDIT_API_KEY_USE: 'true' } }));
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));
let key: string;

beforeAll(async () => {
  key = await newFeedKey(service);
});

const here = () => subscriberOf(service, key);
const rename = (id: string, name: string) =>
  service.sql`UPDATE users SET first_name = ${name} WHERE id = ${id}`;

/** The subjects of a person's answer. */
async function subjectsOf({ client }: { client: { get: ReturnType<typeof service.client>['get'] } }) {
  const { body } = await client.get('/api/auth/me?check=true');
  return body.check.subjects as string[];
}

describe('a request', () => {
  test('without a cursor begins a subscriber: a reset without changes, and a cursor that is good', async () => {
    const { ask } = here();
    const first = await ask();
    expect(first).toMatchObject({ status: 200, body: { reset: true, changes: [] } });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(first.body).sort()).toEqual(['changes', 'cursor', 'heldMs', 'reset']);
    expect((await ask({ after: first.body.cursor })).body).toMatchObject({ reset: false, changes: [] });
  });

  test('is told each subject that changed since, once, under the name that answers show', async () => {
    const person = await newUser(service);
    const { ask } = here();
    const { cursor } = (await ask()).body;
    await rename(person.id, 'One');
    await rename(person.id, 'Two');
    const { body } = await ask({ after: cursor });
    expect(body).toMatchObject({ reset: false, changes: [expect.any(String)] });
    expect(await subjectsOf(person)).toContain(body.changes[0]);
    expect(body.changes[0].length).toBeLessThanOrEqual(64);
    expect((await ask({ after: body.cursor })).body.changes).toEqual([]);
  });

  test('gets at least the same changes when it asks again with its cursor', async () => {
    const person = await newUser(service);
    const { ask } = here();
    const { cursor } = (await ask()).body;
    await rename(person.id, 'One');
    const { changes } = (await ask({ after: cursor })).body;
    await service.sql`UPDATE organizations SET name = 'Renamed' WHERE id = ${person.organizationId}`;
    const again = (await ask({ after: cursor })).body.changes;
    expect(again).toEqual(expect.arrayContaining(changes));
    expect(again).toHaveLength(2);
  });

  test('takes a cursor of any node, and names subjects alike there', async () => {
    const person = await newUser(service);
    const there = subscriberOf(otherNode, key);
    const { cursor } = (await here().ask()).body;
    await rename(person.id, 'One');
    const [one, other] = [await here().ask({ after: cursor }), await there.ask({ after: cursor })];
    expect(other.body.changes).toEqual(one.body.changes);
    expect(other.body).toMatchObject({ reset: false, changes: [expect.any(String)] });
  });

  test('waits for a change and is answered with it', async () => {
    const person = await newUser(service);
    const { ask } = here();
    const { cursor } = (await ask()).body;
    const waiting = ask({ after: cursor, waitMs: 1000 });
    await rename(person.id, 'One');
    const { body } = await waiting;
    expect(body.changes).toHaveLength(1);
    expect(body.heldMs).toBeLessThan(1000);
  });

  test('without changes is held for as long as it asks, less a tenth of a second', async () => {
    const { ask } = here();
    const { cursor } = (await ask()).body;
    for (const waitMs of [0, 150, 400]) {
      const since = performance.now();
      const { body } = await ask({ after: cursor, waitMs });
      const took = performance.now() - since;
      expect(body).toMatchObject({ reset: false, changes: [] });
      expect(took).toBeGreaterThanOrEqual(waitMs);
      expect(body.heldMs).toBeGreaterThanOrEqual(Math.max(0, waitMs - 100));
      expect(body.heldMs).toBeLessThanOrEqual(took);
      expect(Number.isInteger(body.heldMs)).toBe(true);
    }
  });

  test.each([
    'waitMs=-1',
    'waitMs=1001',
    'waitMs=1.5',
    'waitMs=',
    'waitMs=01',
    'maxStalenessMs=249',
    'maxStalenessMs=10001',
    'maxStalenessMs=1e3',
  ])('with %s is 400', async (query) => {
    expect((await here().client.get(`/api/checks/changes?${query}`)).status).toBe(400);
  });

  test.each(['waitMs=0', 'maxStalenessMs=250', 'maxStalenessMs=10000'])('with %s is good', async (query) => {
    expect((await here().client.get(`/api/checks/changes?${query}`)).status).toBe(200);
  });
});

describe('a reset', () => {
  const expectReset = async (after: string, by = here()) =>
    expect((await by.ask({ after, waitMs: 1000 })).body).toMatchObject({ reset: true, changes: [] });

  test.each(['', 'nonsense', 'a.b.c.d.e.f.g', '.'])('answers a cursor that is malformed: %j', (after) =>
    expectReset(after),
  );

  test("answers a cursor that isn't ours, in any part", async () => {
    const { cursor } = (await here().ask()).body as { cursor: string };
    for (let at = 0; at < cursor.length; at += 7) {
      const forged = cursor.slice(0, at) + (cursor[at] === '1' ? '2' : '1') + cursor.slice(at + 1);
      await expectReset(forged);
    }
  });

  test("answers another account's cursor", async () => {
    const { cursor } = (await here().ask()).body;
    await expectReset(cursor, subscriberOf(service, await newFeedKey(service)));
  });

  test('answers a cursor that is older than five minutes, and no younger one', async () => {
    const { cursor } = (await here().ask()).body;
    service.clock.advance({ minutes: 4, seconds: 50 });
    expect((await here().ask({ after: cursor })).body.reset).toBe(false);
    service.clock.advance({ seconds: 11 });
    await expectReset(cursor);
  });

  test('answers every earlier cursor once the database has crashed or failed over', async () => {
    const { cursor } = (await here().ask()).body;
    // What a server does to unlogged tables when it recovers, or is promoted.
    await service.sql`TRUNCATE check_changes, check_epoch, check_marks, check_confirmations`;
    const { body } = await here().ask({ after: cursor, waitMs: 1000 });
    expect(body).toMatchObject({ reset: true, changes: [] });
    expect((await here().ask({ after: body.cursor })).body.reset).toBe(false);
  });

  test('answers whoever missed more than 10,000 subjects, and only them', async () => {
    const note = (from: number, to: number) => service.sql`
      INSERT INTO check_changes (subject_id) SELECT 'p:made-up-' || n FROM generate_series(${from}::int, ${to}::int) AS n`;
    const { ask } = here();
    const { cursor: first } = (await ask()).body;
    await note(1, 5000);
    const { cursor: second } = (await ask({ after: first })).body;
    await note(1, 10_000);
    // The same again: they are the same subjects.
    await note(1, 10_000);
    const both = await Promise.all([ask({ after: first }), ask({ after: second })]);
    expect(both.map(({ body }) => [body.reset, body.changes.length])).toEqual([
      [false, 10_000],
      [false, 10_000],
    ]);
    const { cursor: third } = (await ask({ after: first })).body;
    await note(10_001, 10_001);
    const all = await Promise.all([first, second, third].map((after) => ask({ after })));
    expect(all.map(({ body }) => [body.reset, body.changes.length])).toEqual([
      [true, 0],
      [true, 0],
      [false, 1],
    ]);
  });
});

describe('a long transaction', () => {
  test('delays no other change, and its own are told once it commits', async () => {
    const [slow, quick] = [await newUser(service), await newUser(service)];
    const { ask } = here();
    const { cursor } = (await ask()).body;
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const long = service.sql.begin(async (tx) => {
      await tx`UPDATE users SET first_name = 'Slow' WHERE id = ${slow.id}`;
      isWritten();
      await held;
    });
    await written;
    await rename(quick.id, 'Quick');
    const first = (await ask({ after: cursor })).body;
    expect(first.changes).toHaveLength(1);
    expect(await subjectsOf(quick)).toContain(first.changes[0]);
    // Later transactions come and go, here and on the other node, before the long one commits.
    await rename(quick.id, 'Quicker');
    const second = (await subscriberOf(otherNode, key).ask({ after: first.cursor })).body;
    expect(second.changes).toEqual(first.changes);
    commit();
    await long;
    const third = (await ask({ after: second.cursor, waitMs: 1000 })).body;
    expect(third.changes).toHaveLength(1);
    expect(await subjectsOf(slow)).toContain(third.changes[0]);
    expect((await ask({ after: third.cursor })).body.changes).toEqual([]);
  });

  test('that is rolled back, in part or whole, tells nothing of that', async () => {
    const [kept, dropped] = [await newUser(service), await newUser(service)];
    const { cursor } = (await here().ask()).body;
    await service.sql.begin(async (tx) => {
      await tx`UPDATE users SET first_name = 'Kept' WHERE id = ${kept.id}`;
      await tx`SAVEPOINT part`;
      await tx`UPDATE users SET first_name = 'Dropped' WHERE id = ${dropped.id}`;
      await tx`ROLLBACK TO SAVEPOINT part`;
    });
    const { changes } = (await here().ask({ after: cursor })).body;
    expect(changes).toHaveLength(1);
    expect(await subjectsOf(kept)).toContain(changes[0]);
  });
});

describe('access', () => {
  test('needs checks:read, and two-factor as for any permission', async () => {
    const asks = async (client: ReturnType<typeof service.client>) =>
      (await client.get('/api/checks/changes')).status;
    expect(await asks(service.client())).toBe(401);
    expect(await asks((await newHolder(service, ['checks:confirm'])).client)).toBe(403);
    expect(await asks((await newHolder(service, ['checks:read'], { twoFactor: false })).client)).toBe(403);
    expect(await asks((await newHolder(service, ['checks:read'])).client)).toBe(200);
    expect(await asks((await newStaff(service, 'ADMIN')).client)).toBe(200);
  });

  test("ends with the key's owner, at the next request", async () => {
    const holder = await newHolder(service, ['checks:read']);
    const by = subscriberOf(service, (await newKey(holder.client, { permission: 'READ_ONLY' })).key);
    const { cursor } = (await by.ask()).body;
    await service.sql`DELETE FROM user_roles WHERE user_id = ${holder.id}`;
    expect((await by.ask({ after: cursor })).status).toBe(403);
  });
});

describe('what it leaves behind', () => {
  const uses = async (email: string) =>
    (await service.audit(email)).filter(({ action }) => action === 'API_KEY_USED').length;

  test('only the request that begins a subscriber is a use of the key', async () => {
    const holder = await newHolder(service, ['checks:read']);
    const by = subscriberOf(service, (await newKey(holder.client, { permission: 'READ_ONLY' })).key);
    const { cursor } = (await by.ask()).body;
    expect(await uses(holder.email)).toBe(1);
    await by.ask({ after: cursor });
    await by.ask({ after: cursor, waitMs: 100 });
    expect(await uses(holder.email)).toBe(1);
    await by.ask({ after: 'malformed' });
    expect(await uses(holder.email)).toBe(2);
    await by.client.get('/api/auth/me');
    expect(await uses(holder.email)).toBe(3);
  });

  test('answers are logged at debug, refusals as ever, and the time held is in no figure', async () => {
    const { ask, client } = here();
    const { cursor } = (await ask()).body;
    service.logged.length = 0;
    await ask({ after: cursor, waitMs: 300 });
    await client.get('/api/checks/changes?waitMs=x');
    const lines = () =>
      service.logged
        .map((line) => JSON.parse(line) as { route?: string; status?: number; level: number | string })
        .filter(({ route }) => route === '/api/checks/changes');
    await expect.poll(() => lines().length).toBe(2);
    expect(lines().map(({ status, level }) => [status, level])).toEqual([
      [200, expect.toSatisfy((level) => level === 20 || level === 'debug')],
      [400, expect.toSatisfy((level) => level === 30 || level === 'info')],
    ]);
    const text = await service.deps.metrics.registry.metrics();
    expect(text).toMatch(/latchkey_checks_subscribers [1-9]/);
    expect(text).toMatch(/latchkey_checks_poll_seconds_count [1-9]/);
    expect(text).toMatch(/latchkey_checks_changes_total [1-9]/);
    const sum = (route: string) =>
      Number(
        new RegExp(`http_request_seconds_sum\\{[^}]*route="${route}",status="200"\\} (\\S+)`).exec(text)?.[1],
      );
    const count = (route: string) =>
      Number(
        new RegExp(`http_request_seconds_count\\{[^}]*route="${route}",status="200"\\} (\\S+)`).exec(
          text,
        )?.[1],
      );
    expect(sum('/api/checks/changes') / count('/api/checks/changes')).toBeLessThan(0.15);
  });

  test('changes show no id, and stay inside as bare ids', async () => {
    const person = await newUser(service);
    const role = await newRole(service, ['users:list']);
    const { cursor } = (await here().ask()).body;
    const noted = await changesDuring(service, () => giveRole(service, person.id, role.id));
    expect(noted).toEqual([`p:${person.id}`]);
    const { text } = await here().ask({ after: cursor });
    expect(text).not.toContain(person.id);
    expect(text).not.toContain(person.id.replaceAll('-', ''));
  });
});

test('a statement is sent while a request waits, every 50 to 100 ms, and none while none does', async () => {
  const { ask } = here();
  const { cursor } = (await ask()).body;
  const polls = async () =>
    Number(/poll_seconds_count (\d+)/.exec(await service.deps.metrics.registry.metrics())?.[1]);
  const before = await polls();
  await Promise.all([1, 2, 3, 4].map(() => ask({ after: cursor, waitMs: 900 })));
  const during = (await polls()) - before;
  expect(during).toBeGreaterThanOrEqual(3);
  expect(during).toBeLessThanOrEqual(20);
  await ask({ after: cursor, waitMs: 200 });
  const after = await polls();
  // No call waits: the time of several polls passes, and only one that had begun before may still end.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await polls()).toBeLessThanOrEqual(after + 1);
});

test('a node that stops answers waiting requests at once', async () => {
  let heldMs = Number.POSITIVE_INFINITY;
  // On a busy machine, the stop itself may come late.
  for (let attempt = 0; attempt < 5 && heldMs >= 900; attempt++) {
    const node = await startService({ database: service.database, clock: service.clock });
    const { ask } = subscriberOf(node, key);
    const { cursor } = (await ask()).body;
    const arrived = once(node.server, 'request');
    const waiting = ask({ after: cursor, waitMs: 1000 });
    await arrived;
    const [{ status, body }] = await Promise.all([waiting, node.close()]);
    expect({ status, body }).toMatchObject({ status: 200, body: { reset: false, changes: [] } });
    heldMs = body.heldMs;
  }
  expect(heldMs).toBeLessThan(900);
});
