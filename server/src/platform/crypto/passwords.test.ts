import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { hash as bcrypt, compare } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHasher } from './passwords.ts';

/** A separate person at a separate address. */
const someone = (who = 'someone') => ({ address: who, kind: 'sign-in', account: who, request: {} });

describe('the hasher', () => {
  test('makes bcrypt hashes at the given cost, and verifies them', async () => {
    const hasher = createHasher({ cost: 5 });
    const made = await hasher.hash(password, someone());
    expect(made).toMatch(/^\$2[aby]\$05\$/);
    expect(await hasher.verify(password, made ?? null, someone())).toBe(true);
    expect(await hasher.verify(`${password}x`, made ?? null, someone())).toBe(false);
  });

  test("doesn't accept a longer password that matches in its first 72 bytes", async () => {
    const hasher = createHasher({ cost: 4 });
    const stored = await bcrypt('x'.repeat(72), 4);
    expect(await hasher.verify('x'.repeat(72), stored, someone())).toBe(true);
    expect(await hasher.verify('x'.repeat(73), stored, someone())).toBe(false);
  });

  test('rejects a missing hash after doing about as much work as for a real one', async () => {
    const hasher = createHasher({ cost: 10 });
    const stored = (await hasher.hash(password, someone())) ?? null;
    // CPU work, not time, which depends on what else the machine is doing.
    const work = async (against: string | null) => {
      const before = process.cpuUsage();
      await hasher.verify('Wrong-Horse-7', against, someone());
      return process.cpuUsage(before).user;
    };
    expect(await hasher.verify(password, null, someone())).toBe(false);
    const known = Math.min(await work(stored), await work(stored), await work(stored));
    const unknown = Math.min(await work(null), await work(null), await work(null));
    expect(unknown).toBeGreaterThan(known * 0.7);
  });

  test('hashes codes at cost 8, or less if passwords cost less, so ten codes cost about one password', async () => {
    const made = await createHasher({ cost: 12 }).hashCodes(['one', 'two'], someone());
    expect(made).toEqual([
      expect.stringMatching(/^\$2[aby]\$08\$/),
      expect.stringMatching(/^\$2[aby]\$08\$/),
    ]);
    expect(await createHasher({ cost: 12 }).verify('two', made?.[1] ?? null, someone())).toBe(true);
    const cheap = await createHasher({ cost: 4 }).hashCodes(['one'], someone());
    expect(cheap?.[0]).toMatch(/^\$2[aby]\$04\$/);
  });

  test('hashes a batch of codes in one turn, and someone else goes before a second batch', async () => {
    const order: string[] = [];
    const noting: typeof bcrypt = (secret, ...more) => {
      order.push(String(secret));
      return bcrypt(secret, ...more);
    };
    const hasher = createHasher({ cost: 4, concurrency: 1, bcrypt: { hash: noting, compare } });
    const codes = hasher.hashCodes(['a', 'b'], someone('one'));
    await Promise.all([codes, hasher.hashCodes(['c'], someone('one')), hasher.hash('d', someone('other'))]);
    expect(order).toEqual(['a', 'b', 'd', 'c']);
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
    await Promise.all(
      hashes.map((each, at) => hasher.verify('x', each, someone(`${at}`)).then(() => finished.push(at))),
    );
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

  test('is first come, first served among people who ask once each', async () => {
    const many = Array.from({ length: 30 }, () => quick);
    expect(await order(1, many)).toEqual(many.map((_, at) => at));
  });

  test('refuses at once when the wait would exceed ten seconds, and accepts again once drained', async () => {
    const hasher = createHasher({ cost: 4, concurrency: 1 });
    // At the 300 ms a hash is expected to take, 34 take more than ten seconds.
    const taken = Array.from({ length: 34 }, () => hasher.hash(password, someone()));
    expect(hasher.waiting()).toBe(33);
    expect(hasher.retryAfterSeconds(someone())).toBe(11);
    expect(hasher.retryAfterSeconds(someone('bystander'))).toBe(1);
    expect(await hasher.hash(password, someone())).toBeUndefined();
    expect(await hasher.verify(password, null, someone())).toBeUndefined();
    expect(await hasher.hashCodes(['x'], someone())).toBeUndefined();
    expect(await hasher.hash(password, someone('bystander'))).toMatch(/^\$2/);
    expect((await Promise.all(taken)).every((made) => made?.startsWith('$2'))).toBe(true);
    expect(await hasher.hash(password, someone())).toMatch(/^\$2/);
    expect(hasher.retryAfterSeconds(someone())).toBe(1);
  });

  test('continues after a failure', async () => {
    const hasher = createHasher({ cost: 4, concurrency: 1 });
    const broken = hasher.verify('x', 'no hash at all', someone());
    const next = hasher.verify('x', quick, someone());
    await broken.catch(() => undefined);
    expect(await next).toBe(true);
  });
});

describe('a service', () => {
  const service = started(() => startService({ bcryptCost: 10 }));

  test('that is too busy to hash responds OVERLOADED with Retry-After, and counts no failed attempt', async () => {
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

  test('still checks sessions quickly while 30 logins wait', async () => {
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
    // In the same queue, a check would take as long as a login; outside it, a fraction of that.
    expect(checks.length).toBeGreaterThan(20);
    expect(p95).toBeLessThan(slowest / 8);
  });
});
