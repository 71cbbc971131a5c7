import { hash as bcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUser, password, startService, type TestService } from '../testing/service.ts';
import { createHasher } from './passwords.ts';

describe('the hasher', () => {
  test('makes bcrypt hashes of the cost it is told, and knows them again', async () => {
    const hasher = createHasher({ cost: 5 });
    const made = await hasher.hash(password);
    expect(made).toMatch(/^\$2[aby]\$05\$/);
    expect(await hasher.verify(password, made ?? null)).toBe(true);
    expect(await hasher.verify(`${password}x`, made ?? null)).toBe(false);
  });

  test('does not call a longer password a match for its first 72 bytes', async () => {
    const hasher = createHasher({ cost: 4 });
    const stored = await bcrypt('x'.repeat(72), 4);
    expect(await hasher.verify('x'.repeat(72), stored)).toBe(true);
    expect(await hasher.verify('x'.repeat(73), stored)).toBe(false);
  });

  test('says no where there is no hash, and spends a whole one on it', async () => {
    const hasher = createHasher({ cost: 10 });
    const stored = (await hasher.hash(password)) ?? null;
    // The work, not the time: that depends on whatever else the machine does.
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
});

describe('the queue', () => {
  let slow: string;
  let quick: string;
  beforeAll(async () => {
    [slow, quick] = await Promise.all([bcrypt('x', 11), bcrypt('x', 4)]);
  });

  /** The order in which checks that are asked for in this order come back. */
  async function order(concurrency: number, hashes: string[]): Promise<number[]> {
    const hasher = createHasher({ cost: 4, concurrency });
    const finished: number[] = [];
    await Promise.all(hashes.map((each, at) => hasher.verify('x', each).then(() => finished.push(at))));
    return finished;
  }

  test('lets no more work at once than it is told: a quick one waits for its turn', async () => {
    expect(await order(1, [slow, quick])).toEqual([0, 1]);
    const [first] = await order(2, [slow, slow, quick]);
    expect(first).not.toBe(2);
  });

  test('lets as many work at once as it is told', async () => {
    expect(await order(2, [slow, quick])).toEqual([1, 0]);
  });

  test('is first come, first served', async () => {
    const many = Array.from({ length: 30 }, () => quick);
    expect(await order(1, many)).toEqual(many.map((_, at) => at));
  });

  test('refuses at once when the wait would pass ten seconds, and takes again when it has drained', async () => {
    const hasher = createHasher({ cost: 4, concurrency: 1 });
    // One works and 34 wait: at the 300 ms a hash is expected to take, that is more than ten seconds.
    const taken = Array.from({ length: 35 }, () => hasher.hash(password));
    expect(hasher.retryAfterSeconds()).toBe(11);
    expect(await hasher.hash(password)).toBeUndefined();
    expect(await hasher.verify(password, null)).toBeUndefined();
    expect((await Promise.all(taken)).every((made) => made?.startsWith('$2'))).toBe(true);
    expect(await hasher.hash(password)).toMatch(/^\$2/);
    expect(hasher.retryAfterSeconds()).toBe(1);
  });

  test('goes on after a failure', async () => {
    const hasher = createHasher({ cost: 4, concurrency: 1 });
    const broken = hasher.verify('x', 'no hash at all');
    const next = hasher.verify('x', quick);
    await broken.catch(() => undefined);
    expect(await next).toBe(true);
  });
});

describe('a service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ bcryptCost: 12 });
  });
  afterAll(() => service.close(), 120_000);

  test('that has no time to hash answers OVERLOADED with Retry-After, and counts no failure', async () => {
    const { client, email } = await newUser(service);
    const hashing = { concurrency: 1, maxWaitMs: -1 };
    const busy = await startService({ database: service.database, hashing });
    const login = () => busy.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    const registration = { email: 'new@example.com', password, organizationName: 'New' };
    const answers = [await busy.client().post('/api/auth/register', registration)];
    for (let attempt = 1; attempt <= 6; attempt++) answers.push(await login());
    await busy.close();
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.body.error).toMatchObject({ type: 'SERVER_ERROR', code: 'OVERLOADED', details: {} });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
  });

  test('still checks sessions quickly while 30 logins wait', { timeout: 120_000 }, async () => {
    const { client } = await newUser(service);
    const timed = async (work: Promise<{ status: number }>) => {
      const started = performance.now();
      const { status } = await work;
      return { took: performance.now() - started, status };
    };
    let waiting = 30;
    const logins = Array.from({ length: waiting }, async (_, at) => {
      const body = { email: `nobody-${at}@example.com`, password };
      const login = await timed(service.client().post('/api/auth/login', body));
      waiting--;
      return login.took;
    });
    const checks: number[] = [];
    while (waiting > 5 && checks.length < 500) {
      const { took, status } = await timed(client.get('/api/auth/me'));
      expect(status).toBe(200);
      checks.push(took);
    }
    const slowest = Math.max(...(await Promise.all(logins)));
    const p95 = checks.sort((a, b) => a - b)[Math.floor(checks.length * 0.95)] ?? slowest;
    // In the same queue a check would take as long as a login; beside it, a small part of that.
    expect(checks.length).toBeGreaterThan(20);
    expect(p95).toBeLessThan(slowest / 8);
  });
});
