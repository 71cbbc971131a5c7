import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { languages } from '@latchkey/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Clock } from '../src/platform/clock.ts';
import { createLanguages } from '../src/platform/languages/languages.ts';
import type { Mail } from '../src/records/email/mail.ts';
import { atEnd } from './lifetime.ts';
import { closed } from './net.ts';

/** For a database without hooks. */
export const noHooks = {
  ask(): never {
    throw new Error('there is no hook to ask');
  },
};

export type MovableClock = Clock & { advance(milliseconds: number): void };

export function movableClock(start = '2026-03-07T14:05:00Z'): MovableClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    instant: () => time * 1000,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** The languages of the product, as shipped. */
export const shippedLanguages = createLanguages({
  offered: Object.keys(languages).map((code) => ({ code, texts: {} })),
  fallback: 'en',
});

export const link =
  'https://auth.example.com/go?token=s3cret_T0ken-abcdefghijklmnopqrstuvwxyz0123456789&next=%2F';
const at = new Date('2026-03-07T14:05:00Z');
const ipAddress = '203.0.113.9';

/** One mail of each kind that has a link. */
export const samples: Mail[] = [
  { type: 'verification', link },
  { type: 'password_reset', link },
  { type: 'account_created', link },
  {
    type: 'invite',
    link,
    organizationName: 'Analytical Engines',
    inviterName: 'Charles Babbage',
    role: 'MEMBER',
    expiresAt: new Date('2026-03-14T14:05:00Z'),
  },
  { type: 'new_device', device: { browser: 'Firefox', os: 'Linux' }, ipAddress, at, link },
  { type: 'account_locked', lockedUntil: at, ipAddress, link },
  { type: 'account_unlock', link },
  { type: 'password_changed', at, ipAddress, link },
  { type: 'email_changed', newEmail: 'ada.lovelace@example.org', at, link },
  { type: 'email_changed', newEmail: 'ada.lovelace@example.org', at, link, pending: true },
  { type: 'two_factor_enabled', at, link },
  { type: 'two_factor_disabled', at, link, byAdmin: true, passkeysRemoved: 2 },
  { type: 'sign_in_code', code: '042917', link },
  { type: 'security_alert', reason: 'address_claimed', link },
  { type: 'passkey_added', name: 'My laptop', at, ipAddress, link },
  { type: 'passkey_removed', name: 'My laptop', at, ipAddress, link },
  { type: 'webhook_disabled', host: 'hooks.example.com', reason: 'failing', at, link },
  { type: 'webhook_disabled', host: 'hooks.example.com', reason: 'gone', at, link },
  { type: 'destination_disabled', name: 'Audit archive', at, link },
  { type: 'data_exported', at, link },
  { type: 'data_exported', at, link, byAdmin: true },
  { type: 'deletion_scheduled', scheduledFor: at, link },
  { type: 'inactivity_warning', days: 400, link },
  {
    type: 'domain_check_failed',
    domain: 'acme.example',
    record: { name: '_latchkey-challenge.acme.example', value: 'latchkey-domain=abc' },
    endsAt: at,
    link,
  },
  {
    type: 'credentials_to_rotate',
    person: 'charles@example.com',
    organizationName: 'Analytical Engines',
    credentials: [
      { kind: 'token', name: null, prefix: null },
      { kind: 'key', name: 'Orders', prefix: 'lok_abcd' },
    ],
    more: 3,
    link,
  },
  { type: 'sso_linked', organizationName: 'Acme', connectionName: 'Okta', at, link },
  { type: 'directory_joined', organizationName: 'Acme', at, link },
  {
    type: 'break_glass_used',
    organizationName: 'Acme',
    email: 'grace@acme.example',
    device: { browser: 'Firefox', os: 'Linux' },
    ipAddress,
    at,
    link,
  },
  {
    type: 'certificate_expiring',
    organizationName: 'Acme',
    connectionName: 'Okta',
    sha256: 'ab'.repeat(32),
    expiresAt: at,
    link,
  },
  { type: 'test_email', at, link },
  { type: 'security_alert', reason: 'remember_me_theft', at, ipAddress, link },
  { type: 'security_alert', reason: 'session_guessing', lockedUntil: at, ipAddress, link },
];

/** Those that have none: the recipient has nothing to do, or must not act on someone else's request. */
export const linkless: Mail[] = [
  { type: 'registration_code', code: '042917' },
  { type: 'email_in_use' },
  { type: 'email_changed', newEmail: 'ada.lovelace@example.org', at },
  { type: 'deletion_scheduled', scheduledFor: at },
  { type: 'account_deleted', at },
];

export type TestSmtp = {
  url: string;
  port: number;
  received: (Email & { recipients: string[] })[];
  close(): Promise<void>;
};

/** A mail server on loopback that keeps what it accepts. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const received: TestSmtp['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          received.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          done();
        }, done);
      });
    },
    ...options,
  });
  // A killed service disconnects in the middle of an email. Without a listener, that error would end this process.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    close: atEnd(() => new Promise<void>((resolve) => server.close(resolve))),
  };
}

/** A server that accepts connections and lets `greet` do the talking. */
export async function startSocket(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.resume();
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    close: atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      await closed(server);
    }),
  };
}

type ResendRequest = {
  headers: IncomingMessage['headers'];
  path: string;
  /** Undefined for a GET. */
  body: Record<string, unknown> | undefined;
};

/** Responds as Resend does. If `answer` returns undefined, it never responds. */
export async function startResend(answer: () => { status: number; body: unknown } | undefined) {
  const requests: ResendRequest[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    requests.push({ headers: request.headers, path: request.url ?? '', body });
    const given = answer();
    if (given)
      response
        .writeHead(given.status, { 'content-type': 'application/json' })
        .end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: atEnd(async () => {
      server.closeAllConnections();
      await closed(server);
    }),
  };
}
