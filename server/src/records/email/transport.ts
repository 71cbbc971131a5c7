import { canParseUrl } from '@latchkey/contract';
import type { NodemailerError } from 'nodemailer';
import { isLoopback } from '../../platform/address.ts';
import { concurrency, smtpIdle, smtpTimeouts, transportLimit } from './schedule.ts';

export type OutgoingMessage = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same on every attempt, so a repeated mail can be recognized. */
  id: string;
};

export type Transport = {
  name: string;
  /** Rejects with a `SendError` when the mail was not accepted. */
  send(message: OutgoingMessage): Promise<void>;
  /** Signs in without sending. Rejects with a `SendError` when mail would not be accepted. */
  check?(): Promise<void>;
  close?(): Promise<void>;
};

/**
 * Why a mail did not leave. The message is stored and shown to administrators, so it contains only codes: a server's
 * answer may repeat the recipient, the credentials or the body with its link.
 */
export class SendError extends Error {
  /** No later attempt can succeed. */
  readonly permanent: boolean;

  constructor(message: string, permanent = false) {
    super(message);
    this.name = 'SendError';
    this.permanent = permanent;
  }
}

// Keeps out-of-office replies and mailing lists from answering.
export const automatic = { 'Auto-Submitted': 'auto-generated' };

/** For development: the mail on the terminal, its link alone on a line. */
export function consoleTransport(print: (text: string) => void): Transport {
  const rule = '─'.repeat(72);
  return {
    name: 'console',
    async send({ to, subject, text }) {
      print(`┌${rule}\n│ Mail to ${to}\n│ Subject ${subject}\n├${rule}\n\n${text.trim()}\n\n└${rule}\n`);
    },
  };
}

type SmtpLimits = { connection: number; greeting: number; socket: number; total: number };

export function smtpTransport(url: string, limits: Partial<SmtpLimits> = {}): Transport {
  if (!canParseUrl(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new TypeError('The SMTP address must start with smtp:// or smtps://.');
  }
  const times = { ...smtpTimeouts, total: transportLimit, ...limits };
  // Loaded with the first mail: a service that sends none does without.
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, requireTLS: requiresTls(url), ...poolSettings(times) });
  };
  let opened: ReturnType<typeof open> | undefined;

  /** Ends deliveries that a server draws out, byte by byte, past every time limit of the socket. */
  const giveUp = async (stalled: typeof opened) => {
    if (opened === stalled) opened = undefined;
    (await stalled)?.close({ force: true });
  };

  return {
    name: 'smtp',
    async send({ from, to, subject, text, html, id }) {
      opened ??= open();
      const limit = setTimeout(giveUp, times.total, opened).unref();
      try {
        const pool = await opened;
        const messageId = `<${id}@${domainOf(from)}>`;
        // The address as an object is taken as it is, never parsed for a second recipient.
        const recipient = { name: '', address: to };
        await pool.sendMail({ from, to: recipient, subject, text, html, messageId, headers: automatic });
      } catch (error) {
        throw smtpError(error);
      } finally {
        clearTimeout(limit);
      }
    },
    async check() {
      opened ??= open();
      await (await opened).verify().catch((error) => Promise.reject(smtpError(error)));
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/**
 * Links and credentials never cross a network in the clear: a server that offers no TLS, or a man in the middle who
 * claims so, gets nothing. `?requireTLS=false` allows it.
 */
function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const wanted = searchParams.get('requireTLS');
  return wanted === 'true' || (wanted !== 'false' && !isLoopback(hostname));
}

function poolSettings(times: SmtpLimits) {
  return {
    pool: true as const,
    maxConnections: concurrency,
    // Once, for a pooled connection the server had dropped; the outbox makes any further attempts.
    maxRequeues: 1,
    idleTimeout: smtpIdle,
    dnsTimeout: times.connection,
    connectionTimeout: times.connection,
    greetingTimeout: times.greeting,
    socketTimeout: times.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';
}

const noTlsAdvice =
  'the server does not offer TLS. Use one that does, or allow this one with ?requireTLS=false in SMTP_URL.';

function smtpError(error: unknown): SendError {
  const { code, originalCode, command, response, responseCode, permanent } = error as NodemailerError;
  if (command === 'STARTTLS' && responseCode)
    return new SendError(`SMTP: STARTTLS ${responseCode}: ${noTlsAdvice}`);
  if (!responseCode) return new SendError(`SMTP: ${originalCode ?? code ?? 'delivery failed'}`);
  // RFC 3463: 5.1.1 says "no such mailbox" where a bare 550 says little.
  const detail = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  // The operator can still fix a refused sender, sign-in or relay, but not a refused recipient.
  const aboutMail = command === 'RCPT TO' || command === 'DATA';
  const final = aboutMail && permanent === true && responseCode !== 530 && !detail?.startsWith('5.7.');
  return new SendError(['SMTP:', command, responseCode, detail].filter(Boolean).join(' '), final);
}
