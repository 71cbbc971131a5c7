import { destinationLimits } from '@latchkey/contract';
import type { Deps } from '../../identity/deps.ts';
import { createFairWorker, type Shares } from '../../platform/workers/fair-worker.ts';
import { fewAtOnce, retryWrite, type Worker } from '../../platform/workers/worker.ts';
import { sequenceEvents } from '../webhooks/sequence-events.ts';
import type { Destinations } from './destination-deps.ts';
import { type Batch, readBatch } from './read-batch.ts';
import { isDue, leaseNext } from './reading-store.ts';
import { sendBatch } from './send.ts';
import { settleBatch } from './settle-batch.ts';

/** How long a receiver has to answer once the service stops. */
const stopMs = 2000;
/** Statements at once, per node: requests need the database too. */
const statements = 4;
/**
 * Characters of batches under way at once, per node: a receiver may take its time, and a batch is kept until it answers.
 * Half of them are for receivers that aren't known to be slow or failing.
 */
const mostUnderWay = 32 * destinationLimits.bytes;
/** How many turns to look at in one go: most of them may have nothing to send yet. */
const mostEmpty = 20;

type Tools = Pick<Deps, 'sql' | 'clock' | 'log' | 'outbox' | 'config'>;

/** Sends each destination its batches, one at a time. Once started, it looks every second for what is due. */
export function createDestinationWorker(tools: Tools, { sender, key }: Destinations): Worker {
  const { sql, clock, log } = tools;
  const inTurn = fewAtOnce(statements);
  let underWay = 0;
  const worker = createFairWorker<Batch>({
    name: 'destination',
    log,
    claim: (shares) =>
      inTurn(async () => {
        const batch = underWay < mostUnderWay ? await claimBatch(tools, shares) : undefined;
        underWay += batch?.written.text.length ?? 0;
        return batch;
      }),
    isCrowded: () => underWay >= mostUnderWay / 2,
    destinationOf: ({ turn: { id, organizationId, failures } }) => ({
      owner: organizationId ?? id,
      receiver: id,
      failing: failures > 0,
    }),
    async work(batch) {
      const { turn, written } = batch;
      try {
        const sent = await sendBatch({ clock, sender, key }, turn, written);
        await retryWrite(log, () => inTurn(() => settleBatch(tools, batch, sent)));
      } finally {
        underWay -= written.text.length;
      }
    },
  });
  return {
    ...worker,
    async drain() {
      await sequenceEvents({ sql, clock });
      await worker.drain();
    },
    async stop() {
      const impatience = setTimeout(() => sender.close(), stopMs);
      await worker.stop();
      clearTimeout(impatience);
      sender.close();
    },
  };
}

async function claimBatch({ sql, clock }: Tools, shares: Shares): Promise<Batch | undefined> {
  // Checked before anything is written: most often there is nothing to do.
  if (!(await isDue(sql, clock.now()))) return undefined;
  for (let looked = 0; looked < mostEmpty; looked++) {
    const turn = await leaseNext(sql, clock.now(), shares);
    if (!turn) return undefined;
    const batch = await readBatch(sql, turn, clock.now());
    if (batch) return batch;
  }
  return undefined;
}
