import type { Clock } from '../clock.ts';
import type { Key } from '../crypto/seal.ts';
import type { Sql } from '../db/sql.ts';
import { insist } from '../workers/insist.ts';
import type { WorkerLog } from '../workers/lanes.ts';
import { createWorker, type Worker } from '../workers/worker.ts';
import { attemptDelivery } from './delivery.ts';
import { type ClaimedMail, claimMail, markFailed, markRetry, markSent } from './queue.ts';
import { concurrency, sendLimit as defaultSendLimit, retryDelays } from './schedule.ts';
import type { SendError, Transport } from './transport.ts';

export type MailWorkerOptions = {
  sql: Sql;
  clock: Clock;
  log: WorkerLog;
  /** The outbox's key. */
  key: Key;
  transport: Transport;
  onResult?: (status: 'sent' | 'retry' | 'failed') => void;
  sendLimit?: number;
};

/** Stopping leaves the transport open. */
export function createMailWorker(options: MailWorkerOptions): Worker {
  const { sql, clock, log } = options;
  return createWorker({
    name: 'mail',
    log,
    lanes: concurrency,
    claim: () => claimMail(sql, clock.now()),
    work: (mail) => deliver(options, mail),
  });
}

async function deliver(options: MailWorkerOptions, mail: ClaimedMail): Promise<void> {
  const { key, transport, sendLimit = defaultSendLimit } = options;
  const failure = await attemptDelivery(mail, { key, transport, sendLimit });
  const status = await record(options, mail, failure);
  options.onResult?.(status);
}

async function record(options: MailWorkerOptions, mail: ClaimedMail, failure: SendError | undefined) {
  const { sql, clock, log } = options;
  const fields = { emailId: mail.id, attempt: mail.attempts };
  if (!failure) {
    await insist(log, () => markSent(sql, mail.id, clock.now()));
    log.info(fields, 'mail sent');
    return 'sent';
  }
  const reason = failure.message.slice(0, 500);
  const delay = failure.permanent ? undefined : retryDelays[mail.attempts - 1];
  if (delay === undefined) {
    await insist(log, () => markFailed(sql, mail, reason));
    log.error({ ...fields, reason }, 'mail failed permanently');
    return 'failed';
  }
  await insist(log, () => markRetry(sql, mail, reason, new Date(clock.now().getTime() + delay)));
  log.warn({ ...fields, reason, retryInMs: delay }, 'mail failed; will retry');
  return 'retry';
}
