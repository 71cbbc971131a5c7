import { join } from 'node:path';
import { startLatchkey } from '../latchkey.mjs';
import { removeElsewhere } from '../postgres.mjs';
import { defer } from '../processes.mjs';
import { say } from '../progress.mjs';
import { spreadOf } from '../statistics.mjs';

export const title = 'From start to ready';

/**
 * The time until the health check reports ready, polled every few milliseconds.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { rounds, quick } = stage.options;
  const times = quick ? Math.min(2, rounds) : rounds;
  const folder = join(stage.scratch, 'embedded');
  defer(() => removeElsewhere(folder));
  const embedded = { ...stage, database: `embedded:${folder}` };
  const first = await secondsToReady(embedded);
  const beside = [];
  const own = [];
  for (let round = 1; round <= times; round++) {
    beside.push(await secondsToReady(stage));
    own.push(await secondsToReady(embedded));
    say(`start ${round} of ${times}: ${beside.at(-1).toFixed(2)} s, embedded ${own.at(-1).toFixed(2)} s`);
  }
  const line = (id, text, values, max) => ({
    id: `startup.${id}`,
    text,
    unit: 's',
    spread: spreadOf(values),
    target: { max },
  });
  return {
    lines: [
      line('server', 'PostgreSQL is running already', beside, 0.8),
      line('embedded', 'the embedded PostgreSQL is started, too', own, 1.5),
    ],
    notes: [
      `The very first start on the embedded PostgreSQL, which makes the database, took ${first.toFixed(2)} s.`,
    ],
  };
}

async function secondsToReady(place) {
  const service = await startLatchkey(place);
  await service.stop();
  return service.readyMs / 1000;
}
