import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { takeTurnsOf } from '@latchkey/server/testing/turns';
import { hash as bcrypt, compare } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHasher } from './passwords.ts';

describe('the hasher', () => {
  test('makes bcrypt hashes at the given cost, and verifies them', async () => {
    const hasher = createHasher({ cost: 5 });
    const made = await hasher.hash(password);
    expect(made).toMatch(/^\$2[aby]\$05\$/);
    expect(await hasher.verify(password, made ?? null)).toBe(true);
    expect(await hasher.verify(`${password}x`, made ?? null)).toBe(false);
  });

  test("doesn't accept a longer password that matches in its first 72 bytes", async () => {
    const hasher = createHasher({ cost: 4 });
    const stored = await bcrypt('x'.repeat(72), 4);
    expect(await hasher.verify('x'.repeat(72), stored)).toBe(true);
    expect(await hasher.verify('x'.repeat(73), stored)).toBe(false);
  });

  test('rejects a missing hash after doing about as much work as for a real one', async () => {
    const hasher = createHasher({ cost: 10 });
    const stored = (await hasher.hash(password)) ?? null;
    // CPU work, not time, which depends on what else the machine is doing.
    const work = async (against: string | null) => {
      const before = process.cpuUsage();
      await hasher.verify('Wrong-Horse-7', against);
      return process.cpuUsage(before).user;
    };
    expect(await hasher.verify(password, null)).toBe(false);
    const known = Math.min(await work(stored), await work(stored), await work(stored));
    const unknown = Math.min(await work(null), await work(null), await work(null));
    expect(unknown).toBeGreaterThan(known * 0.7);
  });

  test('hashes codes at cost 8, or less if passwords cost less, so ten codes cost about one password', async () => {
    const made = await createHasher({ cost: 12 }).hashCodes(['one', 'two']);
    expect(made).toEqual([
      expect.stringMatching(/^\$2[aby]\$08\$/),
      expect.stringMatching(/^\$2[aby]\$08\$/),
    ]);
    expect(await createHasher({ cost: 12 }).verify('two', made?.[1] ?? null)).toBe(true);
    const cheap = await createHasher({ cost: 4 }).hashCodes(['one']);
    expect(cheap?.[0]).toMatch(/^\$2[aby]\$04\$/);
  });

  test('hashes a batch of codes one after the other, as one task', async () => {
    const order: string[] = [];
    const noting: typeof bcrypt = (secret, ...more) => {
      order.push(String(secret));
      return bcrypt(secret, ...more);
    };
    const hasher = createHasher({ cost: 4, concurrency: 1, bcrypt: { hash: noting, compare } });
    const codes = hasher.hashCodes(['a', 'b']);
    await Promise.all([codes, hasher.hashCodes(['c']), hasher.hash('d')]);
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the queue', () => {
  let slow: string;
  let quick: string;
  beforeAll(async () => {
    [slow, quick] = await Promise.all([bcrypt('x', 11), bcrypt('x', 4)]);
  });

  /** The order in which checks requested in this order finish. */
  async function order(concurrency: number, hashes: string[]): Promise<number[]> {
    const hasher = createHasher({ cost: 4, concurrency });
    const finished: number[] = [];
    await Promise.all(hashes.map((each, at) => hasher.verify('x', each).then(() => finished.push(at))));
    return finished;
  }

  test('runs no more at once than configured, so a quick task waits for its turn', async () => {
    expect(await order(1, [slow, quick])).toEqual([0, 1]);
    const [first] = await order(2, [slow, slow, quick]);
    expect(first).not.toBe(2);
  });

  test('runs as many at once as configured', async () => {
    expect(await order(2, [slow, quick])).toEqual([1, 0]);
  });

  test('is first come, first served', async () => {
    const many = Array.from({ length: 30 }, () => quick);
    expect(await order(1, many)).toEqual(many.map((_, at) => at));
  });

  test('says how many wait, and tells how long each did', async () => {
    const waits: number[] = [];
    const hasher = createHasher({ cost: 4, concurrency: 1, onWait: (seconds) => waits.push(seconds) });
    const taken = Array.from({ length: 34 }, () => hasher.hash(password));
    expect(hasher.waiting()).toBe(33);
    expect((await Promise.all(taken)).every((made) => made.startsWith('$2'))).toBe(true);
    expect(hasher.waiting()).toBe(0);
    expect(waits).toHaveLength(34);
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
  });

  test('continues after a failure', async () => {
    const hasher = createHasher({ cost: 4, concurrency: 1 });
    const broken = hasher.verify('x', 'no hash at all');
    const next = hasher.verify('x', quick);
    await broken.catch(() => undefined);
    expect(await next).toBe(true);
  });
});

describe('a service', () => {
  const service = started(() => startService({ bcryptCost: 10 }));

  test('that is too busy to hash responds OVERLOADED with Retry-After, and counts no failed attempt', async () => {
    const { client, email } = await newUser(service);
    const busy = await startService({ database: service.database, maxWaitMs: -1 });
    const address = '198.51.100.7';
    takeTurnsOf(busy, address);
    const login = () => busy.client(address).post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    const registration = { email: 'new@example.com', password, organizationName: 'New' };
    const answers = [await busy.client(address).post('/api/auth/register', registration)];
    for (let attempt = 1; attempt <= 6; attempt++) answers.push(await login());
    await busy.close();
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.body.error).toMatchObject({ type: 'SERVER_ERROR', code: 'OVERLOADED', details: {} });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
  });
});
