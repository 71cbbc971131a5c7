import type { Key } from '../crypto/seal.ts';
import type { Deps } from '../deps.ts';
import { createResolve } from '../outbound/resolve.ts';
import { createSender, type Sender } from '../outbound/sender.ts';
import { fewAtOnce } from '../workers/few-at-once.ts';
import { insist } from '../workers/insist.ts';
import { createWorker, type Worker } from '../workers/worker.ts';
import { type Batch, claimBatch } from './claim-batch.ts';
import { deliverBatch } from './deliver-batch.ts';
import type { Webhooks } from './parts.ts';
import { replayBatch } from './replay-batch.ts';
import { concurrency, statements } from './schedule.ts';
import { type Sequenced, sequenceBatch } from './sequence-events.ts';
import { settleBatch } from './settle-batch.ts';
import { createSlowEndpoints } from './slow-endpoints.ts';
import { isQueued } from './stream-store.ts';

type Tools = Pick<Deps, 'sql' | 'clock' | 'log' | 'outbox' | 'config' | 'metrics'> & {
  key: Key;
  sender: Sender;
};

/** Commits in quick succession are handled together. */
const wakeMs = 10;

/** How long a receiver has to answer once the service stops. */
const stopMs = 2000;

/** Once started, deliveries leave right after a commit; before that, only when drained. */
export function createWebhookWorker(deps: Deps, { rules, key }: Webhooks, resolve = createResolve()): Worker {
  const sender = createSender(rules, resolve);
  const tools = { ...deps, key, sender };
  const deliverer = createDeliverer(tools);
  const sequencer = createSequencer(tools, deliverer.wake);
  let [started, stopped] = [false, false];
  let waking: NodeJS.Timeout | undefined;
  const wakeBoth = () => {
    waking = undefined;
    sequencer.wake();
    deliverer.wake();
  };
  return {
    start() {
      [started, stopped] = [true, false];
      deliverer.start();
      sequencer.start();
    },
    wake() {
      if (started) waking ??= setTimeout(wakeBoth, wakeMs).unref();
    },
    async drain() {
      do {
        await sequencer.drain();
        await deliverer.drain();
        // What the service did on its own meanwhile is an event too.
      } while (!stopped && (await isQueued(tools.sql)));
    },
    async stop() {
      [started, stopped] = [false, true];
      clearTimeout(waking);
      await sequencer.stop();
      const impatience = setTimeout(() => sender.close(), stopMs);
      await deliverer.stop();
      clearTimeout(impatience);
      sender.close();
    },
  };
}

/** Gives events their places and deliveries, continues replays, and wakes the deliverer. */
function createSequencer(
  { sql, clock, log }: Pick<Tools, 'sql' | 'clock' | 'log'>,
  wake: () => void,
): Worker {
  return createWorker<Sequenced>({
    name: 'event',
    log,
    lanes: 1,
    claim: async () => (await sequenceBatch({ sql, clock })) ?? replayBatch({ sql, clock }),
    async work({ deliveries }) {
      if (deliveries > 0) wake();
    },
  });
}

/** Endpoints that fail or are slow spend most of the time waiting: they never get more than half of the lanes. */
function createDeliverer(tools: Tools): Worker {
  const { sql, clock, log } = tools;
  const inTurn = fewAtOnce(statements);
  const slow = createSlowEndpoints();
  let holding = 0;
  return createWorker<Batch>({
    name: 'webhook',
    log,
    lanes: concurrency,
    claim: () =>
      inTurn(() => claimBatch(sql, clock.now(), holding < concurrency / 2 ? undefined : slow.ids())),
    async work(batch) {
      const { webhookId, failing } = batch.place;
      const holds = failing || slow.has(webhookId) ? 1 : 0;
      holding += holds;
      try {
        const delivered = await deliverBatch(tools, batch);
        slow.note(
          webhookId,
          delivered.settled.map(({ durationMs }) => durationMs),
        );
        await insist(log, () => inTurn(() => settleBatch(tools, batch, delivered)));
        for (const { status } of delivered.settled)
          tools.metrics.webhookDeliveries.inc({ status: statusLabels[status] });
      } finally {
        holding -= holds;
      }
    },
  });
}

const statusLabels = { SUCCEEDED: 'delivered', PENDING: 'retry', FAILED: 'failed' } as const;
