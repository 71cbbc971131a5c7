import { randomBytes } from 'node:crypto';
import { makeAuthority } from '@latchkey/server/testing/certificates';
import { testDatabase } from '@latchkey/server/testing/database';
import { link, movableClock, noHooks, shippedLanguages, startSmtp } from '@latchkey/server/testing/email';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOutbox } from './outbox.ts';
import { retryDelays } from './schedule.ts';
import { type OutgoingMessage, smtpTransport } from './transport.ts';
import { createMailWorker } from './worker.ts';

const message: OutgoingMessage = {
  id: '01957080-0000-7000-8000-000000000001',
  from: 'Latchkey <no-reply@example.com>',
  to: 'ada@example.org',
  subject: 'Reset your password',
  text: link,
  html: `<a href="${link}">Reset</a>`,
};
const noTls =
  'SMTP: STARTTLS 500: the server does not offer TLS. Use one that does, or allow this one with ?requireTLS=false in SMTP_URL.';

const authority = makeAuthority('Mail authority');
const offersTlsAs = (...names: string[]): SMTPServerOptions => {
  const { certificate: cert, key } = authority.issue({ commonName: 'mail', names });
  return { disabledCommands: [], cert, key };
};
// Offered, with a certificate that only a client that checks nothing would accept.
const offersTls = offersTlsAs();

const closing: (() => Promise<void> | undefined)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A mail server that notes which passwords it is told, and whether the connection was encrypted at the time. */
async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const told: { password: unknown; secure: boolean }[] = [];
  const smtp = await startSmtp(
    {
      allowInsecureAuth: true,
      onAuth({ password }, { secure }, done) {
        told.push({ password, secure });
        done(null, { user: 'mailer' });
      },
      ...options,
    },
    port,
  );
  closing.push(smtp.close);
  return { ...smtp, told };
}

/** Sends one mail; undefined when it was accepted, else why not. */
async function send(host: string, port: number, query = ''): Promise<string | undefined> {
  const transport = smtpTransport(`smtp://mailer:hunter2secret@${host}:${port}${query}`);
  closing.push(async () => transport.close?.());
  return transport.send(message).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

// Also this machine, but the name does not show it: it is treated like a host elsewhere.
const elsewhere = '0.0.0.0';
const trusting = 'tls.rejectUnauthorized=false';

describe('a remote mail server', () => {
  test('without TLS gets neither email nor credentials by default', async () => {
    const smtp = await mailServer();
    expect(await send(elsewhere, smtp.port)).toBe(noTls);
    expect(smtp.told).toEqual([]);
    expect(smtp.received).toEqual([]);
  });

  test('with TLS but an unverifiable certificate gets email and credentials only if the operator allows it', async () => {
    const smtp = await mailServer(offersTls);
    expect(await send(elsewhere, smtp.port)).toBe('SMTP: UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(smtp.told).toEqual([]);
    expect(await send(elsewhere, smtp.port, `?${trusting}`)).toBeUndefined();
    expect(smtp.told).toEqual([{ password: 'hunter2secret', secure: true }]);
    expect(smtp.received).toHaveLength(1);
  });

  test('with TLS and a certificate from a trusted authority gets both only if it is for that host', async () => {
    const trusted = `?tls.ca=${encodeURIComponent(authority.certificate)}`;
    const impostor = await mailServer(offersTlsAs('198.51.100.7', 'mail.example.com'));
    expect(await send(elsewhere, impostor.port, trusted)).toBe('SMTP: ERR_TLS_CERT_ALTNAME_INVALID');
    expect([impostor.told, impostor.received]).toEqual([[], []]);
    const genuine = await mailServer(offersTlsAs(elsewhere));
    expect(await send(elsewhere, genuine.port, trusted)).toBeUndefined();
    expect(genuine.told).toEqual([{ password: 'hunter2secret', secure: true }]);
    expect(genuine.received).toHaveLength(1);
  });

  test('without TLS gets email and credentials when the operator allows it', async () => {
    const smtp = await mailServer();
    expect(await send(elsewhere, smtp.port, '?requireTLS=false')).toBeUndefined();
    expect(smtp.told).toEqual([{ password: 'hunter2secret', secure: false }]);
    expect(smtp.received).toHaveLength(1);
  });

  test('still needs TLS with ignoreTLS, opportunisticTLS or secure=false', async () => {
    const smtp = await mailServer();
    for (const query of ['?ignoreTLS=true', '?opportunisticTLS=true', '?secure=false'])
      expect({ query, is: await send(elsewhere, smtp.port, query) }).toEqual({ query, is: noTls });
    expect(smtp.told).toEqual([]);
  });
});

describe('a mail server on the same machine', () => {
  test('needs no TLS by default', async () => {
    const smtp = await mailServer();
    expect(await send('127.0.0.1', smtp.port)).toBeUndefined();
    expect(smtp.told).toEqual([{ password: 'hunter2secret', secure: false }]);
  });

  test('needs TLS when the operator requires it', async () => {
    const smtp = await mailServer();
    expect(await send('127.0.0.1', smtp.port, '?requireTLS=true')).toBe(noTls);
    expect(smtp.told).toEqual([]);
    const secured = await mailServer(offersTls);
    expect(await send('127.0.0.1', secured.port, `?requireTLS=true&${trusting}`)).toBeUndefined();
    expect(secured.told).toEqual([{ password: 'hunter2secret', secure: true }]);
  });
});

test('an email held back for lack of TLS waits, says why, and is sent once the server offers TLS', async () => {
  const database = await testDatabase();
  closing.push(() => database.drop());
  const { sql } = database;
  const clock = movableClock();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const sealKey = randomBytes(32);
  const plain = await startSmtp();
  const transport = smtpTransport(`smtp://${elsewhere}:${plain.port}?${trusting}`);
  closing.push(async () => transport.close?.());
  const worker = createMailWorker({ sql, clock, log, key: sealKey, transport, hooks: noHooks });
  closing.push(() => worker.stop());
  const outbox = createOutbox({
    languages: shippedLanguages,
    wake() {},
    clock,
    key: sealKey,
    from: message.from,
    productName: 'Latchkey',
    baseUrl: 'https://auth.example.com',
  });
  const mail = { type: 'password_reset', link } as const;
  await outbox.enqueue(sql, { to: message.to, userId: null, firstName: 'Ada', mail });

  await worker.drain();
  const state = () => sql`SELECT status, attempts, last_error FROM emails`;
  expect(await state()).toEqual([{ status: 'PENDING', attempts: 1, lastError: noTls }]);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ reason: noTls }),
    'mail failed; will retry',
  );
  await plain.close();
  const secured = await mailServer(offersTls, plain.port);
  clock.advance(retryDelays[0] ?? 0);
  await worker.drain();
  expect(await state()).toMatchObject([{ status: 'SENT', attempts: 2 }]);
  expect(secured.received).toHaveLength(1);
});
