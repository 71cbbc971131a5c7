import { wantsEvent } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../clock.ts';
import type { Sql } from '../db/sql.ts';
import { insertDeliveries } from './delivery-store.ts';
import { hasReplay, lockReplay, moveReplay, readReplay } from './replay-store.ts';
import type { Sequenced } from './sequence-events.ts';

/** How many to read at once, and how many an endpoint may have waiting meanwhile: new events get through soon. */
const batch = 1000;

/** Continues a replay, however many events it has to pass. Undefined when none can continue. */
export async function replayBatch({
  sql,
  clock,
}: {
  sql: Sql;
  clock: Clock;
}): Promise<Sequenced | undefined> {
  if (!(await hasReplay(sql))) return undefined;
  return sql.begin(async (tx) => {
    const replay = await lockReplay(tx, batch);
    if (!replay) return undefined;
    const events = await readReplay(tx, replay, batch);
    const deliveries = events
      .filter(({ type }) => wantsEvent(replay.events, type))
      .map((event) => ({ id: uuidv7(), webhookId: replay.webhookId, event }));
    await insertDeliveries(tx, deliveries, clock.now());
    const last = events.length === batch ? events.at(-1) : undefined;
    await moveReplay(tx, replay.webhookId, last?.position ?? null);
    return { deliveries: deliveries.length };
  });
}
