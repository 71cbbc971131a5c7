import type { Deps } from '../../identity/deps.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import { createSender, type Sender } from '../../platform/outbound/sender.ts';
import { createFairWorker } from '../../platform/workers/fair-worker.ts';
import { createWorker, fewAtOnce, retryWrite, type Worker } from '../../platform/workers/worker.ts';
import { claimBatch, type DeliveryBatch } from './claim-batch.ts';
import { deliverBatch } from './deliver-batch.ts';
import { statements } from './schedule.ts';
import { replayBatch, type Sequenced, sequenceBatch } from './sequence-events.ts';
import { settleBatch } from './settle-batch.ts';
import { isQueued } from './stream-store.ts';
import type { Webhooks } from './webhook-deps.ts';

type Tools = Pick<Deps, 'sql' | 'clock' | 'log' | 'outbox' | 'config' | 'metrics'> & {
  key: Key;
  sender: Sender;
};

/** Commits in quick succession are handled together. */
const wakeMs = 10;

/** How long a receiver has to answer once the service stops. */
const stopMs = 2000;

/** Once started, deliveries leave right after a commit; before that, only when drained. */
export function createWebhookWorker(deps: Deps, { rules, key }: Webhooks, resolve: Resolve): Worker {
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

function createDeliverer(tools: Tools): Worker {
  const { sql, clock, log } = tools;
  const inTurn = fewAtOnce(statements);
  return createFairWorker<DeliveryBatch>({
    name: 'webhook',
    log,
    claim: (shares) => inTurn(() => claimBatch(sql, clock.now(), shares)),
    destinationOf: ({ turn }) => ({ ...turn, receiver: turn.webhookId }),
    async work(batch) {
      const delivered = await deliverBatch(tools, batch);
      await retryWrite(log, () => inTurn(() => settleBatch(tools, batch, delivered)));
      for (const { status } of delivered.settled)
        tools.metrics.webhookDeliveries.inc({ status: statusLabels[status] });
    },
  });
}

const statusLabels = { SUCCEEDED: 'delivered', PENDING: 'retry', FAILED: 'failed' } as const;
