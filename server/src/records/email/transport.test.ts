import {
  link,
  shippedLanguages,
  startResend,
  startSmtp,
  startSocket,
  type TestSmtp,
} from '@latchkey/server/testing/email';
import { eventually } from '@latchkey/server/testing/eventually';
import { afterEach, describe, expect, test } from 'vitest';
import { render } from './render.ts';
import { resendTransport } from './resend.ts';
import {
  consoleTransport,
  type OutgoingMessage,
  SendError,
  smtpTransport,
  type Transport,
} from './transport.ts';

const id = '01957080-0000-7000-8000-000000000001';
const message: OutgoingMessage = {
  id,
  from: 'Latchkey <no-reply@example.com>',
  to: 'ada@example.org',
  ...render(
    { type: 'password_reset', link },
    { t: shippedLanguages.mails('en'), productName: 'Latchkey', baseUrl: 'https://auth.example.com' },
  ),
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function kept<Item extends { close?(): Promise<void> }>(item: Item): Item {
  closing.push(async () => item.close?.());
  return item;
}

async function failureOf(transport: Transport, sent = message): Promise<SendError> {
  const error: unknown = await transport.send(sent).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SendError) return error;
  throw new Error('the transport did not fail with a SendError', { cause: error });
}

/** Refuses every recipient with this reply. */
function refusing(code: number, reply: string): Promise<TestSmtp> {
  return startSmtp({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(reply), { responseCode: code })),
  });
}

describe('SMTP', () => {
  test('delivers text and HTML under a stable Message-ID', async () => {
    const smtp = kept(await startSmtp());
    const transport = kept(smtpTransport(smtp.url));
    await transport.send(message);
    const [mail] = smtp.received;
    expect(mail?.messageId).toBe(`<${id}@example.com>`);
    expect(mail?.from).toEqual({ name: 'Latchkey', address: 'no-reply@example.com' });
    expect(mail?.recipients).toEqual(['ada@example.org']);
    expect(mail?.subject).toBe(message.subject);
    expect(mail?.text?.split(/\r?\n/)).toContain(link);
    expect(mail?.html?.trim()).toBe(message.html.trim());
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('lets no subject or address add a header or a recipient', async () => {
    const smtp = kept(await startSmtp());
    const transport = kept(smtpTransport(smtp.url));
    await transport.send({ ...message, subject: 'Hello\r\nBcc: evil@example.net\r\nX-Evil: 1\r\n\r\nbody' });
    await failureOf(transport, { ...message, to: 'ada@example.org\r\nRCPT TO:<evil@example.net>' });
    await failureOf(transport, { ...message, to: 'ada@example.org, evil@example.net' });
    expect(smtp.received).toHaveLength(1);
    for (const mail of smtp.received) {
      expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']));
      expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
      expect(mail.recipients).not.toContain('evil@example.net');
    }
  });

  test.each([
    [550, '5.1.1 no such user', 'SMTP: RCPT TO 550 5.1.1', true],
    [550, 'no such user', 'SMTP: RCPT TO 550', true],
    [554, '5.7.1 relay access denied', 'SMTP: RCPT TO 554 5.7.1', false],
    [450, '4.2.0 greylisted', 'SMTP: RCPT TO 450 4.2.0', false],
  ])('describes and classifies a recipient refused with %i %s', async (code, reply, described, permanent) => {
    const smtp = kept(await refusing(code, reply));
    const failure = await failureOf(kept(smtpTransport(smtp.url)));
    expect(failure).toMatchObject({ message: described, permanent });
  });

  test('describes a refusal without repeating what the server said', async () => {
    const smtp = kept(
      await startSmtp({
        authOptional: false,
        onAuth: ({ username, password }, _session, done) =>
          done(new Error(`bad login ${username}/${password}`)),
      }),
    );
    const failure = await failureOf(kept(smtpTransport(smtp.url.replace('//', '//mailer:hunter2secret@'))));
    expect(failure.message).toMatch(/^SMTP: AUTH \w+ 535$/);
    expect(failure.permanent).toBe(false);
    expect(failure.cause).toBeUndefined();
  });

  test('gives up on a server that never sends anything', async () => {
    const silent = kept(await startSocket(() => undefined));
    const failure = await failureOf(kept(smtpTransport(silent.url, { greeting: 150 })));
    expect(failure).toMatchObject({ message: 'SMTP: ETIMEDOUT', permanent: false });
  });

  test('gives up on a server that never stops sending, and delivers through the next one', async () => {
    const drip = (write: () => void) => setInterval(write, 20).unref();
    const slow = await startSocket((socket) => {
      socket.write('220 slow\r\n');
      const timer = drip(() => socket.write('250-still here\r\n'));
      socket.on('close', () => clearInterval(timer));
    });
    const transport = kept(smtpTransport(slow.url, { total: 2000 }));
    expect((await failureOf(transport)).permanent).toBe(false);
    await eventually(() => expect([...slow.sockets].every((socket) => socket.readableEnded)).toBe(true));
    await slow.close();
    const smtp = kept(await startSmtp({}, Number(new URL(slow.url).port)));
    await transport.send(message);
    expect(smtp.received).toHaveLength(1);
  });

  test.each(['http://mail.example', 'mail.example:25', ''])('refuses %j as a server address', (url) => {
    expect(() => smtpTransport(url)).toThrow('The SMTP address must start with');
  });
});

describe('Resend', () => {
  const accepted = { status: 200, body: { id: 'accepted' } };

  test('sends with an idempotency key', async () => {
    const api = kept(await startResend(() => accepted));
    const transport = resendTransport('re_key_0123456789', `${api.url}/`);
    await transport.send(message);
    const [request] = api.requests;
    expect(request?.path).toBe('/emails');
    expect(request?.headers['idempotency-key']).toBe(id);
    expect(request?.headers.authorization).toBe('Bearer re_key_0123456789');
    expect(request?.headers['user-agent']).toMatch(/^latchkey\/\d/);
    const { from, to, subject, text, html } = message;
    const headers = { 'Auto-Submitted': 'auto-generated' };
    expect(request?.body).toEqual({ from, to: [to], subject, text, html, headers });
  });

  test.each([
    [422, 'validation_error', 'Resend: 422 validation_error', true],
    [500, 'internal_server_error', 'Resend: 500 internal_server_error', false],
    [429, 'rate_limit_exceeded', 'Resend: 429 rate_limit_exceeded', false],
    [401, 'invalid_api_key', 'Resend: 401 invalid_api_key', false],
    [500, `leaked ${link}`, 'Resend: 500', false],
  ])('describes and classifies a %i %s response', async (status, name, described, permanent) => {
    const body = { statusCode: status, name, message: `re_key_0123456789 ${link} ada@example.org` };
    const api = kept(await startResend(() => ({ status, body })));
    expect(await failureOf(resendTransport('re_key_0123456789', api.url))).toMatchObject({
      message: described,
      permanent,
    });
  });

  test('reports only the status when the answer is not JSON', async () => {
    const api = kept(await startResend(() => ({ status: 502, body: `<html>${link}</html>` })));
    const failure = await failureOf(resendTransport('re_key_0123456789', api.url));
    expect(failure).toMatchObject({ message: 'Resend: 502', permanent: false });
  });

  test.each([
    ['accepts a key', 200, undefined],
    ['accepts a key that may only send', 401, 'restricted_api_key'],
  ])('%s when asked to check it', async (_what, status, name) => {
    const api = kept(await startResend(() => ({ status, body: { name } })));
    await resendTransport('re_key_0123456789', api.url).check?.();
    expect(api.requests.map(({ path }) => path)).toEqual(['/domains']);
  });

  test('refuses a wrong key when asked to check it', async () => {
    const api = kept(await startResend(() => ({ status: 401, body: { name: 'invalid_api_key' } })));
    const checked = resendTransport('re_key_0123456789', api.url).check?.();
    await expect(checked).rejects.toThrow('Resend: 401 invalid_api_key');
  });

  test('gives up on a service that never responds', async () => {
    const api = kept(await startResend(() => undefined));
    const failure = await failureOf(resendTransport('re_key_0123456789', api.url, 150));
    expect(failure).toMatchObject({ message: 'Resend: ETIMEDOUT', permanent: false });
  });

  test('reports a service that cannot be reached', async () => {
    const api = await startResend(() => accepted);
    await api.close();
    const failure = await failureOf(resendTransport('re_key_0123456789', api.url));
    expect(failure).toMatchObject({ message: 'Resend: ECONNREFUSED', permanent: false });
  });
});

test('the console shows recipient, subject and text in a frame, with the link alone on its line', async () => {
  const printed: string[] = [];
  await consoleTransport((text) => printed.push(text)).send(message);
  const lines = printed.join('').split('\n');
  expect(lines[0]).toMatch(/^┌─+$/);
  expect(lines[1]).toBe('│ Mail to ada@example.org');
  expect(lines[2]).toBe('│ Subject Reset your password');
  expect(lines).toContain(link);
  expect(lines.at(-2)).toMatch(/^└─+$/);
  expect(printed.join('')).not.toContain('<html');
});
