import { randomBytes } from 'node:crypto';
import { testDatabase } from '@latchkey/server/testing/database';
import {
  link,
  movableClock,
  noHooks,
  shippedLanguages,
  startResend,
  startSmtp,
  startSocket,
} from '@latchkey/server/testing/email';
import { started } from '@latchkey/server/testing/lifetime';
import { afterEach, expect, test, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { resendTransport } from './resend.ts';
import { smtpTransport, type Transport } from './transport.ts';
import { createMailWorker } from './worker.ts';

// End to end: outbox, worker, transport, a server on loopback.

const key = randomBytes(32);
const clock = movableClock();
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const outbox = createOutbox({
  languages: shippedLanguages,
  wake() {},
  clock,
  key,
  from: 'Latchkey <no-reply@example.com>',
  productName: 'Latchkey',
  baseUrl: 'https://auth.example.com',
});

const database = started(testDatabase);
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.sql`DELETE FROM emails`;
});

function kept<Item extends { close?(): Promise<void> }>(item: Item): Item {
  closing.push(async () => item.close?.());
  return item;
}

function enqueue(mail: Mail = { type: 'password_reset', link }) {
  return outbox.enqueue(database.sql, { to: 'ada@example.org', userId: null, firstName: 'Ada', mail });
}

async function drain(transport: Transport) {
  await createMailWorker({ sql: database.sql, clock, log, key, transport, hooks: noHooks }).drain();
  const [row] = await database.sql<
    { status: string; attempts: number; lastError: string | null; id: string }[]
  >`
    SELECT id, status, attempts, last_error FROM emails
  `;
  return row;
}

test('an email that finds the mail server down is sent once the server is up', async () => {
  const down = await startSmtp();
  await down.close();
  const transport = kept(smtpTransport(down.url));
  await enqueue();
  expect(await drain(transport)).toMatchObject({
    status: 'PENDING',
    attempts: 1,
    lastError: 'SMTP: ECONNREFUSED',
  });
  const up = kept(await startSmtp({}, down.port));
  clock.advance(5000);
  const row = await drain(transport);
  expect(row).toMatchObject({ status: 'SENT', attempts: 2, lastError: null });
  expect(up.received.map(({ messageId }) => messageId)).toEqual([`<${row?.id}@example.com>`]);
  expect(up.received[0]?.text?.split(/\r?\n/)).toContain(link);
});

test('a mail server that hangs costs one attempt and does not block the worker', async () => {
  const hanging = kept(await startSocket((socket) => socket.write('220 hello\r\n')));
  const transport = kept(smtpTransport(hanging.url, { socket: 200 }));
  await enqueue();
  expect(await drain(transport)).toMatchObject({
    status: 'PENDING',
    attempts: 1,
    lastError: 'SMTP: ETIMEDOUT',
  });
});

test('an email to a recipient the mail server does not know fails at once', async () => {
  const refusal = Object.assign(new Error(`5.1.1 no ada@example.org ${link}`), { responseCode: 550 });
  const smtp = kept(await startSmtp({ onRcptTo: (_address, _session, done) => done(refusal) }));
  await enqueue();
  expect(await drain(kept(smtpTransport(smtp.url)))).toMatchObject({
    status: 'FAILED',
    attempts: 1,
    lastError: 'SMTP: RCPT TO 550 5.1.1',
  });
});

test('last_error holds no link, address or credential that a mail server echoes', async () => {
  const reply = `5.6.0 ada@example.org mailer hunter2secret sent ${link}`;
  const smtp = kept(
    await startSmtp({
      onAuth: (_auth, _session, done) => done(null, { user: 'mailer' }),
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error(reply), { responseCode: 451 })));
      },
    }),
  );
  await enqueue();
  const row = await drain(kept(smtpTransport(smtp.url.replace('//', '//mailer:hunter2secret@'))));
  expect(row).toMatchObject({ status: 'PENDING', lastError: 'SMTP: DATA 451 5.6.0' });
  expect(JSON.stringify(log.warn.mock.calls)).not.toMatch(/hunter2|token=|ada@/);
});

test('names in an invitation add no header or recipient', async () => {
  const smtp = kept(await startSmtp());
  await enqueue({
    type: 'invite',
    link,
    organizationName: 'Acme\r\nBcc: evil@example.net\r\n\r\n<script>',
    inviterName: 'Eve\nX-Evil: 1\u2028Reply-To: evil@example.net',
    role: 'MEMBER',
    expiresAt: clock.now(),
  });
  await drain(kept(smtpTransport(smtp.url)));
  const [mail] = smtp.received;
  expect(mail?.subject).toBe(
    'Eve X-Evil: 1 Reply-To: evil@example.net invited you to Acme Bcc: evil@example.net <script>',
  );
  const names = mail?.headers.map((header) => header.key);
  for (const name of ['bcc', 'x-evil', 'reply-to', 'cc']) expect(names).not.toContain(name);
  expect(mail?.recipients).toEqual(['ada@example.org']);
  expect(mail?.html).not.toContain('<script');
});

test('a 422 from Resend fails an email at once, and a 500 is retried under the same idempotency key', async () => {
  let status = 500;
  const api = kept(
    await startResend(() => ({
      status,
      body: { statusCode: status, name: 'some_error', message: link, id: 'x' },
    })),
  );
  const transport = resendTransport('re_key_0123456789', api.url);
  await enqueue();
  expect(await drain(transport)).toMatchObject({ status: 'PENDING', lastError: 'Resend: 500 some_error' });
  status = 200;
  clock.advance(5000);
  expect(await drain(transport)).toMatchObject({ status: 'SENT', attempts: 2 });
  expect(new Set(api.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(api.requests[0]?.body).toEqual(api.requests[1]?.body);

  await database.sql`DELETE FROM emails`;
  status = 422;
  await enqueue();
  expect(await drain(transport)).toMatchObject({
    status: 'FAILED',
    attempts: 1,
    lastError: 'Resend: 422 some_error',
  });
});
