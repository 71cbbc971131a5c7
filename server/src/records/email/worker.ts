import type { Clock } from '../../platform/clock.ts';
import { type Key, unseal } from '../../platform/crypto/seal.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { withinLimit } from '../../platform/recent.ts';
import { createWorker, retryWrite, type Worker, type WorkerLog } from '../../platform/workers/worker.ts';
import type { Hooks } from '../hooks/hooks.ts';
import {
  type ClaimedMail,
  claimMail,
  type MailQueue,
  markFailed,
  markRetry,
  markSent,
} from './queue-store.ts';
import { concurrency, sendLimit as defaultSendLimit, maxAttempts, retryDelays } from './schedule.ts';
import { sendByHook } from './send-by-hook.ts';
import { SendError, type Transport } from './transport.ts';

type DeliveryOptions = Pick<MailWorkerOptions, 'key' | 'transport' | 'hooks'> & { sendLimit: number };

/** Makes one attempt. Resolves with why it failed, or undefined once the mail was accepted. */
async function attemptDelivery(
  mail: ClaimedMail,
  { key, transport, hooks, sendLimit }: DeliveryOptions,
): Promise<SendError | undefined> {
  // The last attempt was claimed and never marked: its worker died, and may have sent the mail.
  if (mail.attempts > maxAttempts) return new SendError('The last attempt was interrupted.', true);
  const body = openBody(key, mail.body);
  if (!body) return new SendError('The body cannot be read with the present key.', true);
  const { id, fromAddress: from, toAddress: to, subject, hook } = mail;
  const message = { id, from, to, subject, ...body };
  if (hook) return sendByHook(hooks, hook, { ...message, ...mail });
  try {
    const sending = transport.send(message);
    await withinLimit(sending, sendLimit, () => new SendError('The transport did not answer in time.'));
    return undefined;
  } catch (error) {
    if (error instanceof SendError) return error;
    // Only the kind of an unforeseen error: its message may quote the mail.
    return new SendError(`${transport.name}: ${error instanceof Error ? error.name : 'unknown error'}`);
  }
}

function openBody(key: Key, sealed: Buffer | null): { text: string; html: string } | undefined {
  const opened = sealed && unseal(key, sealed);
  // Sealed by the outbox and unaltered, so it has the outbox's shape.
  return opened ? (JSON.parse(opened.toString()) as { text: string; html: string }) : undefined;
}

export type MailWorkerOptions = {
  sql: Sql;
  clock: Clock;
  log: WorkerLog;
  /** The outbox's key. */
  key: Key;
  transport: Transport;
  hooks: Pick<Hooks, 'ask'>;
  onResult?: (status: 'sent' | 'retry' | 'failed') => void;
  sendLimit?: number;
};

/** Stopping leaves the transport open. */
export function createMailWorker(options: MailWorkerOptions): Worker {
  const { sql, clock, log } = options;
  const shared = shareLanes((queues) => claimMail(sql, clock.now(), queues));
  return createWorker({
    name: 'mail',
    log,
    lanes: concurrency,
    claim: shared.claim,
    work: (mail) => deliver(options, mail).finally(() => shared.release(mail)),
  });
}

/**
 * Requested mail goes first, and finds a lane free even if all other mail is slow. One lane takes other mail first, so
 * that requests cannot starve it.
 */
function shareLanes(claimFrom: (queues: [MailQueue, MailQueue?]) => Promise<ClaimedMail | undefined>) {
  let others = 0;
  async function claim(): Promise<ClaimedMail | undefined> {
    if (others === concurrency - 1) return claimFrom(['requested']);
    others += 1;
    let mail: ClaimedMail | undefined;
    try {
      mail = await claimFrom(others === 1 ? ['other', 'requested'] : ['requested', 'other']);
      return mail;
    } finally {
      if (mail?.requested !== false) others -= 1;
    }
  }
  const release = (mail: ClaimedMail) => {
    if (!mail.requested) others -= 1;
  };
  return { claim, release };
}

async function deliver(options: MailWorkerOptions, mail: ClaimedMail): Promise<void> {
  const { sendLimit = defaultSendLimit } = options;
  const failure = await attemptDelivery(mail, { ...options, sendLimit });
  const status = await record(options, mail, failure);
  options.onResult?.(status);
}

async function record(options: MailWorkerOptions, mail: ClaimedMail, failure: SendError | undefined) {
  const { sql, clock, log } = options;
  const fields = { emailId: mail.id, attempt: mail.attempts };
  if (!failure) {
    await retryWrite(log, () => markSent(sql, mail.id, clock.now()));
    log.info(fields, 'mail sent');
    return 'sent';
  }
  const reason = failure.message.slice(0, 500);
  const delay = failure.permanent ? undefined : retryDelays[mail.attempts - 1];
  if (delay === undefined) {
    await retryWrite(log, () => markFailed(sql, mail, reason));
    log.error({ ...fields, reason }, 'mail failed permanently');
    return 'failed';
  }
  await retryWrite(log, () => markRetry(sql, mail, reason, new Date(clock.now().getTime() + delay)));
  log.warn({ ...fields, reason, retryInMs: delay }, 'mail failed; will retry');
  return 'retry';
}
