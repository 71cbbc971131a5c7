import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Sql } from '../db/sql.ts';
import { attemptDelivery } from './delivery.ts';
import { type ClaimedMail, claimMail, markFailed, markRetry, markSent } from './queue.ts';
import {
  concurrency,
  sendLimit as defaultSendLimit,
  markDelays,
  pollInterval,
  retryDelays,
} from './schedule.ts';
import type { SendError, Transport } from './transport.ts';

export type MailWorker = {
  /** Looks for due mail every second. */
  start(): void;
  /** After a commit, so that mail leaves at once. */
  wake(): void;
  /** Sends all that is due now. Rejects when the database does not answer. */
  drain(): Promise<void>;
  /** Claims no more, and waits for what is in flight. The transport stays open. */
  stop(): Promise<void>;
};

type Report = (fields: object, message: string) => void;

export type MailWorkerOptions = {
  sql: Sql;
  clock: Clock;
  log: { info: Report; warn: Report; error: Report };
  /** The outbox's key. */
  key: Buffer;
  transport: Transport;
  onResult?: (status: 'sent' | 'retry' | 'failed') => void;
  sendLimit?: number;
};

export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const outages = createOutageLog(options.log);
  const lanes = new Set<Promise<void>>();
  let claimed = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Sends one mail after another until none is due. Having found one, it opens a lane for the next. */
  async function work(): Promise<void> {
    while (!stopped) {
      const mail = await claimMail(options.sql, options.clock.now());
      outages.end();
      if (!mail) return;
      claimed += 1;
      openLane();
      await deliver(options, mail);
    }
  }

  function openLane(): void {
    if (stopped || lanes.size >= concurrency) return;
    const lane = work().finally(() => lanes.delete(lane));
    lanes.add(lane);
    // The next poll tries again.
    lane.catch(outages.begin);
  }

  return {
    start() {
      stopped = false;
      openLane();
      timer ??= setInterval(openLane, pollInterval).unref();
    },
    wake: openLane,
    async drain() {
      let before: number;
      do {
        before = claimed;
        openLane();
        while (lanes.size > 0) await Promise.all(lanes);
        // Until a whole round found nothing: a lane may have looked just before a mail was committed.
      } while (claimed !== before);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      timer = undefined;
      while (lanes.size > 0) await Promise.allSettled(lanes);
    },
  };
}

/** An outage is worth one line, not one a second. */
function createOutageLog(log: MailWorkerOptions['log']) {
  let failing = false;
  return {
    begin(error: unknown): void {
      if (!failing) log.error({ err: error }, 'mail queue out of reach');
      failing = true;
    },
    end(): void {
      if (failing) log.info({}, 'mail queue reachable again');
      failing = false;
    },
  };
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
    log.error({ ...fields, reason }, 'mail failed for good');
    return 'failed';
  }
  await insist(log, () => markRetry(sql, mail, reason, new Date(clock.now().getTime() + delay)));
  log.warn({ ...fields, reason, retryInMs: delay }, 'mail failed, will be tried again');
  return 'retry';
}

/** An outcome lost to a database restart would send the mail twice. */
async function insist(log: MailWorkerOptions['log'], write: () => Promise<void>): Promise<void> {
  for (const delay of markDelays) {
    try {
      return await write();
    } catch (error) {
      log.warn({ err: error }, 'mail outcome not written yet');
      await wait(delay, undefined, { ref: false });
    }
  }
  return await write();
}
