import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { compare, hash } from '@node-rs/bcrypt';
import { afterEach, beforeEach, expect, test } from 'vitest';

/* Hashes are held until a test lets them go, so that it decides how many requests are under way. */

const crowded = '203.0.113.66';
const elsewhere = '198.51.100.7';
const room = 64;

let service: TestService;
let open: () => void;
let hashing: number;
beforeEach(async () => {
  hashing = 0;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = async (...given: Parameters<typeof compare>) => {
    hashing++;
    await gate;
    return compare(...given);
  };
  const bcrypt = { hash, compare: held } as never;
  service = await startService({ hashing: { concurrency: 8, bcrypt } });
});
afterEach(async () => {
  open();
  await service.close();
});

let people = 0;
const login = (address: string) =>
  service.client(address).post('/api/auth/login', { email: `nobody-${++people}@example.com`, password });
const underWay = () => service.deps.hasher.waiting() + hashing;

test('who has so much under way is refused at once, until some of it is done, and nobody else is', async () => {
  const first = Array.from({ length: room }, () => login(crowded));
  await expect.poll(underWay).toBe(room);
  const refused = await login(crowded);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(1000);
  const other = login(elsewhere);
  await expect.poll(underWay).toBe(room + 1);
  expect((await service.client(crowded).get('/api/health/live')).status).toBe(200);
  open();
  expect(new Set((await Promise.all([...first, other])).map(({ status }) => status))).toEqual(new Set([401]));
  expect((await login(crowded)).status).toBe(401);
});

test('who hangs up makes no room: what was begun for them goes on', async () => {
  const hangUp = new AbortController();
  const begun = Array.from({ length: room }, (_, nth) =>
    fetch(`${service.url}/api/auth/login`, {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': crowded },
      body: JSON.stringify({ email: `gone-${nth}@example.com`, password }),
    }).catch(() => undefined),
  );
  await expect.poll(underWay).toBe(room);
  hangUp.abort();
  await Promise.all(begun);
  expect((await login(crowded)).status).toBe(429);
  open();
  await expect.poll(async () => (await login(crowded)).status).toBe(401);
});

test('whoever is refused before their handler leaves no trace among those under way', async () => {
  open();
  for (let nth = 0; nth < room + 1; nth++) {
    const answer = await service.client(crowded).post('/api/auth/login', undefined, { raw: '{' });
    expect([400, 415]).toContain(answer.status);
    const foreign = await service
      .client(crowded)
      .post('/api/auth/login', {}, { headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.status).toBe(403);
  }
  expect((await login(crowded)).status).toBe(401);
});

test('of those who wait for a place of one account, as many ask the database as there are places', async () => {
  open();
  const { email } = await newUser(service);
  const { sql, clock } = service;
  await sql`UPDATE attempts SET pending = 5, pending_at = ${clock.now()}`;
  let asked = 0;
  // Each request asks by a moment of its own.
  const moments = new Set<string>();
  const debug = (_connection: number, statement: string, parameters: unknown[]) => {
    if (!statement.includes('INSERT INTO attempts')) return;
    asked++;
    moments.add(JSON.stringify(parameters));
  };
  Object.assign(sql.options, { debug });
  const guesses: Promise<{ status: number }>[] = [];
  for (let nth = 0; nth < 20; nth++) {
    clock.advance({ ms: 1 });
    guesses.push(service.client().post('/api/auth/login', { email, password }));
  }
  await expect.poll(() => asked).toBeGreaterThan(20);
  expect(moments.size).toBe(5);
  await sql`UPDATE attempts SET pending = 0`;
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([200]));
});
