import { randomBytes } from 'node:crypto';
import { testDatabase } from '@latchkey/server/testing/database';
import {
  link,
  type MovableClock,
  movableClock,
  noHooks,
  samples,
  shippedLanguages,
} from '@latchkey/server/testing/email';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sql } from '../../platform/db/sql.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { mailSweeps } from './queue-store.ts';
import { concurrency, lease, maxAttempts, retryDelays } from './schedule.ts';
import { type OutgoingMessage, SendError, type Transport } from './transport.ts';
import { createMailWorker, type MailWorkerOptions } from './worker.ts';

const key = randomBytes(32);
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

const database = started(testDatabase);
let sql: Sql;
let clock: MovableClock;
let workers: Worker[] = [];

beforeAll(async () => {
  sql = database.sql;
});
beforeEach(() => {
  clock = movableClock();
  vi.clearAllMocks();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await sql`DELETE FROM emails`;
});

function enqueue(mail: Mail = { type: 'password_reset', link }, db: Parameters<typeof outboxOf>[0] = sql) {
  return outboxOf(db, { to: 'ada@example.org', userId: null, firstName: 'Ada', mail });
}

function outboxOf(...[db, message]: Parameters<ReturnType<typeof createOutbox>['enqueue']>) {
  const from = 'Latchkey <no-reply@example.com>';
  const outbox = createOutbox({
    languages: shippedLanguages,
    wake() {},
    clock,
    key,
    from,
    productName: 'Latchkey',
    baseUrl: 'https://auth.example.com',
  });
  return outbox.enqueue(db, message);
}

function workerWith(transport: Transport, options: Partial<MailWorkerOptions> = {}): Worker {
  const worker = createMailWorker({ sql, clock, log, key, transport, hooks: noHooks, ...options });
  workers.push(worker);
  return worker;
}

function recording(fail: () => Error | undefined = () => undefined) {
  const sent: OutgoingMessage[] = [];
  let attempts = 0;
  const transport: Transport = {
    name: 'recording',
    async send(message) {
      attempts += 1;
      const error = fail();
      if (error) throw error;
      sent.push(message);
    },
  };
  return { transport, sent, attempts: () => attempts };
}

type Row = {
  status: string;
  attempts: number;
  lastError: string | null;
  body: Buffer | null;
  nextAttemptAt: Date | null;
  sentAt: Date | null;
};

async function onlyRow(): Promise<Row> {
  const rows = await sql<Row[]>`
    SELECT status, attempts, last_error, body, next_attempt_at, sent_at FROM emails
  `;
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
}

test('an email enqueued in a transaction that rolls back is never sent', async () => {
  const { transport, sent } = recording();
  const rolledBack = sql.begin(async (transaction) => {
    await enqueue(undefined, transaction);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await sql.begin((transaction) => enqueue({ type: 'account_unlock', link }, transaction));
  await workerWith(transport).drain();
  expect(sent.map(({ subject }) => subject)).toEqual(['Unlock your account']);
});

test('an email written while the clock was an hour ahead is sent as soon as the clock is right', async () => {
  const { transport, sent } = recording();
  clock.advance(3_600_000);
  await enqueue();
  clock.advance(-3_600_000);
  await workerWith(transport).drain();
  expect(sent).toHaveLength(1);
});

test('new emails are sent oldest first', async () => {
  const { transport, sent } = recording();
  await enqueue({ type: 'account_unlock', link });
  await enqueue({ type: 'password_reset', link });
  // Moves the older one behind the newer one in the table.
  await sql`UPDATE emails SET subject = subject WHERE type = 'account_unlock'`;
  await workerWith(transport).drain();
  expect(sent.map(({ subject }) => subject)).toEqual(['Unlock your account', 'Reset your password']);
});

const sampleInvite = samples.find(({ type }) => type === 'invite') as Mail;

test('requested email is sent before notices and invitations that have waited longer', async () => {
  const { transport, sent } = recording();
  for (let mail = 0; mail < 20; mail += 1) await enqueue(sampleInvite);
  await enqueue({ type: 'password_changed', at: clock.now(), ipAddress: '203.0.113.9', link });
  await enqueue({ type: 'password_reset', link });
  await workerWith(transport).drain();
  const subjects = sent.map(({ subject }) => subject);
  // Several are sent at once, so the first ones, and the last ones, may overtake each other.
  expect(subjects.slice(0, concurrency)).toContain('Reset your password');
  expect(subjects.slice(-concurrency)).toContain('Your password was changed');
});

test('requested email without end does not starve an invitation', async () => {
  const { transport, sent } = recording();
  let requests = 0;
  const flooding: Transport = {
    name: 'flooding',
    async send(message) {
      await transport.send(message);
      // Another two for each that leaves.
      for (let mail = 0; mail < 2; mail += 1) if (requests++ < 200) await enqueue();
    },
  };
  for (let mail = 0; mail < 10; mail += 1) await enqueue();
  await enqueue(sampleInvite);
  await workerWith(flooding).drain();
  expect(sent).toHaveLength(211);
  expect(sent.findIndex(({ subject }) => /invite/i.test(subject))).toBeLessThan(20);
});

test('a new email is sent before those that failed and are due again', async () => {
  const { transport, sent } = recording(() => (clock.now() < recovered ? new SendError('busy') : undefined));
  const recovered = new Date(clock.now().getTime() + 60_000);
  await enqueue({ type: 'account_unlock', link });
  await workerWith(transport).drain();
  clock.advance(60_000);
  await enqueue({ type: 'password_reset', link });
  await workerWith(transport).drain();
  expect(sent.map(({ subject }) => subject)).toEqual(['Reset your password', 'Unlock your account']);
});

test('the body of a pending email is sealed', async () => {
  await enqueue();
  const { status, body } = await onlyRow();
  expect(status).toBe('PENDING');
  expect(body?.length).toBeGreaterThan(1000);
  expect(body?.includes('token')).toBe(false);
  expect(body?.includes('Hello')).toBe(false);
});

test.each(samples)('a sent $type email is SENT, has a date and keeps no body', async (mail) => {
  const { transport, sent } = recording();
  const onResult = vi.fn();
  await enqueue(mail);
  clock.advance(1234);
  await workerWith(transport, { onResult }).drain();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain(link);
  expect(sent[0]).toMatchObject({ to: 'ada@example.org', from: 'Latchkey <no-reply@example.com>' });
  expect(await onlyRow()).toEqual({
    status: 'SENT',
    attempts: 1,
    lastError: null,
    body: null,
    nextAttemptAt: null,
    sentAt: clock.now(),
  });
  expect(onResult.mock.calls).toEqual([['sent']]);
});

test('a failed email is retried after each delay, and not before', async () => {
  let down = true;
  const { transport, sent, attempts } = recording(() => (down ? new SendError('down') : undefined));
  const onResult = vi.fn();
  const worker = workerWith(transport, { onResult });
  await enqueue();
  await worker.drain();
  for (const [index, delay] of retryDelays.entries()) {
    expect(await onlyRow()).toMatchObject({ status: 'PENDING', attempts: index + 1, lastError: 'down' });
    clock.advance(delay - 1);
    await worker.drain();
    expect(attempts()).toBe(index + 1);
    if (index === retryDelays.length - 1) down = false;
    clock.advance(1);
    await worker.drain();
    expect(attempts()).toBe(index + 2);
  }
  expect(sent).toHaveLength(1);
  expect(await onlyRow()).toMatchObject({ status: 'SENT', attempts: 8, lastError: null, body: null });
  expect(onResult.mock.calls.flat()).toEqual([...retryDelays.map(() => 'retry'), 'sent']);
});

test('an email is FAILED after its last attempt, keeps no body and is not retried', async () => {
  const { transport, attempts } = recording(() => new SendError('down'));
  const onResult = vi.fn();
  const worker = workerWith(transport, { onResult });
  await enqueue();
  for (let attempt = 0; attempt < maxAttempts + 3; attempt += 1) {
    await worker.drain();
    clock.advance(24 * 3_600_000);
  }
  expect(attempts()).toBe(maxAttempts);
  expect(await onlyRow()).toMatchObject({
    status: 'FAILED',
    attempts: 8,
    lastError: 'down',
    body: null,
    sentAt: null,
  });
  expect(onResult).toHaveBeenLastCalledWith('failed');
});

test('a permanent refusal fails at once', async () => {
  const { transport, attempts } = recording(() => new SendError('SMTP: RCPT TO 550', true));
  await enqueue();
  await workerWith(transport).drain();
  clock.advance(24 * 3_600_000);
  await workerWith(transport).drain();
  expect(attempts()).toBe(1);
  expect(await onlyRow()).toMatchObject({ status: 'FAILED', attempts: 1, body: null });
});

/** Delivers, then takes its worker down with it before the outcome is written. */
function crashing() {
  const sent: OutgoingMessage[] = [];
  const transport: Transport = {
    name: 'crashing',
    send(message) {
      sent.push(message);
      return new Promise(() => undefined);
    },
  };
  // Not among the workers to stop: it never finishes.
  const worker = createMailWorker({ sql, clock, log, key, transport, hooks: noHooks, sendLimit: 2 ** 30 });
  return { worker, sent };
}

test('an email whose worker crashed after sending is resent under the same id when its lease expires', async () => {
  const crashed = crashing();
  await enqueue();
  crashed.worker.wake();
  await eventually(() => expect(crashed.sent).toHaveLength(1));
  const { transport, sent } = recording();
  const next = workerWith(transport);
  clock.advance(lease - 1);
  await next.drain();
  expect(sent).toHaveLength(0);
  clock.advance(1);
  await next.drain();
  expect(sent).toEqual(crashed.sent);
  expect(await onlyRow()).toMatchObject({ status: 'SENT', attempts: 2, body: null });
});

test('an email whose worker crashed on the last attempt is FAILED', async () => {
  const crashed = crashing();
  await enqueue();
  await sql`UPDATE emails SET attempts = ${maxAttempts - 1}`;
  crashed.worker.wake();
  await eventually(() => expect(crashed.sent).toHaveLength(1));
  clock.advance(lease);
  const { transport, attempts } = recording();
  await workerWith(transport).drain();
  expect(attempts()).toBe(0);
  expect(await onlyRow()).toMatchObject({ status: 'FAILED', attempts: 8, body: null });
});

test('two workers share 40 emails and send none twice', async () => {
  const counts = new Map<string, number>();
  const perWorker = [0, 0];
  let inFlight = 0;
  let most = 0;
  const transportOf = (worker: number): Transport => ({
    name: 'counting',
    async send({ id }) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      perWorker[worker] = (perWorker[worker] ?? 0) + 1;
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 10));
      inFlight -= 1;
    },
  });
  for (let mail = 0; mail < 40; mail += 1) await enqueue();
  await Promise.all([0, 1].map((index) => workerWith(transportOf(index)).drain()));
  expect([...counts.values()]).toEqual(Array(40).fill(1));
  expect(Math.min(...perWorker)).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(10);
  const [row] = await sql<{ sent: number }[]>`SELECT count(*)::int AS sent FROM emails WHERE status = 'SENT'`;
  expect(row?.sent).toBe(40);
});

test('an email that hangs does not hold up the others, and is tried again later', async () => {
  const sent: string[] = [];
  const transport: Transport = {
    name: 'hanging',
    async send({ to }) {
      if (to.startsWith('slow')) await new Promise(() => undefined);
      sent.push(to);
    },
  };
  const mail: Mail = { type: 'verification', link };
  await outboxOf(sql, { to: 'slow@example.org', userId: null, mail });
  clock.advance(1);
  for (const name of ['a', 'b', 'c']) await outboxOf(sql, { to: `${name}@example.org`, userId: null, mail });
  await workerWith(transport, { sendLimit: 150 }).drain();
  expect(sent.sort()).toEqual(['a@example.org', 'b@example.org', 'c@example.org']);
  const rows = await sql`SELECT last_error, attempts FROM emails WHERE status = 'PENDING'`;
  expect(rows).toEqual([{ lastError: 'The transport did not answer in time.', attempts: 1 }]);
  const working = recording();
  const next = workerWith(working.transport);
  clock.advance((retryDelays[0] ?? 0) - 1);
  await next.drain();
  expect(working.sent).toEqual([]);
  clock.advance(1);
  await next.drain();
  expect(working.sent).toMatchObject([{ to: 'slow@example.org' }]);
});

test('a retry that was planned while the clock was ahead is due once the clock is right again', async () => {
  let down = true;
  const { transport, sent } = recording(() => (down ? new SendError('busy') : undefined));
  const worker = workerWith(transport);
  const recall = async () => {
    for (const sweep of mailSweeps) await sweep(sql, clock.now());
    await worker.drain();
  };
  const ahead = 2 * 3_600_000;
  clock.advance(ahead);
  await enqueue();
  await worker.drain();
  clock.advance(-ahead);
  down = false;
  await worker.drain();
  expect(sent).toEqual([]);
  await recall();
  expect(sent).toHaveLength(1);
  // A retry that is planned as it should be keeps its time.
  down = true;
  await enqueue();
  await worker.drain();
  down = false;
  await recall();
  expect(sent).toHaveLength(1);
});

test('a result that the database cannot store at first is stored later', async () => {
  const { sent, transport } = recording();
  const interrupting: Transport = {
    name: 'interrupting',
    async send(message) {
      await transport.send(message);
      await sql`ALTER TABLE emails RENAME TO emails_away`;
      setTimeout(() => void sql`ALTER TABLE emails_away RENAME TO emails`.execute(), 100);
    },
  };
  await enqueue();
  await workerWith(interrupting).drain();
  expect(sent).toHaveLength(1);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(await onlyRow()).toMatchObject({ status: 'SENT', attempts: 1 });
});

test('a worker whose database is unreachable logs it once, and resumes when it is back', async () => {
  const { transport, sent } = recording();
  await enqueue();
  const worker = workerWith(transport);
  await sql`ALTER TABLE emails RENAME TO emails_away`;
  await expect(worker.drain()).rejects.toThrow('"emails" does not exist');
  await expect(worker.drain()).rejects.toThrow('"emails" does not exist');
  await sql`ALTER TABLE emails_away RENAME TO emails`;
  await worker.drain();
  expect(sent).toHaveLength(1);
  expect(log.error).toHaveBeenCalledTimes(1);
});

test('last_error repeats nothing from an error that the transport did not word itself', async () => {
  const { transport } = recording(() => new TypeError(`cannot send ${link} with hunter2 to ada@example.org`));
  await enqueue();
  await workerWith(transport).drain();
  expect((await onlyRow()).lastError).toBe('recording: TypeError');
  expect(JSON.stringify([log.warn.mock.calls, log.error.mock.calls])).not.toMatch(/token=|hunter2|ada@/);
});

test('an email sealed under another key fails instead of being retried', async () => {
  const { transport, attempts } = recording();
  await enqueue();
  await workerWith(transport, { key: randomBytes(32) }).drain();
  expect(attempts()).toBe(0);
  expect(await onlyRow()).toMatchObject({ status: 'FAILED', body: null });
});

test('a worker sends email once started or woken, but not after it is stopped', async () => {
  const { transport, sent } = recording();
  const started = workerWith(transport);
  started.start();
  await enqueue();
  await eventually(() => expect(sent).toHaveLength(1));
  await started.stop();
  await enqueue();
  started.wake();
  await started.drain();
  expect(sent).toHaveLength(1);
  workerWith(transport).wake();
  await eventually(() => expect(sent).toHaveLength(2));
});

test('stop waits for emails in flight and claims no more', async () => {
  let finish = () => {};
  const { transport, sent } = recording();
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const gated: Transport = { name: 'gated', send: (message) => gate.then(() => transport.send(message)) };
  for (let mail = 0; mail < 8; mail += 1) await enqueue();
  const worker = workerWith(gated);
  worker.start();
  await eventually(async () => {
    const [row] = await sql<
      { claimed: number }[]
    >`SELECT count(*)::int AS claimed FROM emails WHERE attempts = 1`;
    expect(row?.claimed).toBe(5);
  });
  const stopping = worker.stop();
  finish();
  await stopping;
  expect(sent).toHaveLength(5);
  const rows = await sql`SELECT status, count(*)::int FROM emails GROUP BY status ORDER BY status`;
  expect(rows).toEqual([
    { status: 'PENDING', count: 3 },
    { status: 'SENT', count: 5 },
  ]);
});

test.each([
  'ada@example.org\r\nBcc: evil@example.net',
  'a@example.org,b@example.org',
  'Ada <a@example.org>',
  'ada',
])('refuses %j as a recipient', async (to) => {
  const enqueue = () => outboxOf(sql, { to, userId: null, mail: { type: 'verification', link } });
  expect(enqueue).toThrow('Not a mail address.');
  expect(await sql`SELECT id FROM emails`).toHaveLength(0);
});
