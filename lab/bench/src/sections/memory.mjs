import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLatchkey } from '../latchkey.mjs';
import { burst, writeHeaders } from '../load.mjs';
import { say } from '../progress.mjs';
import { single } from '../report/section.mjs';
import { freshen } from '../stage.mjs';
import { median } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

export const title = 'Memory';

const kinds = ['cookie', 'token', 'key'];
const shortForm = 10_000;

/**
 * A fresh process under load from all three kinds of credentials, twice.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { quick } = stage.options;
  const requests = quick ? shortForm : 200_000;
  const service = await startLatchkey(stage);
  const atStart = await settled(service.pid);
  const phases = [];
  for (const part of ['first', 'second']) {
    await answer(stage, service, requests);
    phases.push(await settled(service.pid));
    say(`after the ${part} ${requests.toLocaleString('en-US')} requests: ${phases.at(-1).toFixed(0)} MB`);
  }
  await service.stop();
  const [first, second] = phases;
  const many = requests.toLocaleString('en-US');
  // A heap that is still finding its size says nothing, so the short form has no target.
  const line = (id, text, value, max) =>
    quick
      ? { id: `memory.short.${id}`, text, unit: 'MB', spread: single(value) }
      : { id: `memory.${id}`, text, unit: 'MB', spread: single(value), target: { max } };
  return {
    lines: [
      line('after', `resident after ${many} requests`, first, 130),
      line('growth', `grown during the second ${many}`, second - first, 5),
    ],
    notes: [`${atStart.toFixed(0)} MB before the first request.`],
  };
}

/** Checks with all three kinds of credentials in turn, up to this many. */
async function answer(stage, { url }, requests) {
  for (let done = 0; done < requests; ) {
    await freshen(stage);
    const lists = kinds.map((kind) =>
      readFileSync(join(stage.scratch, `${kind}.headers`), 'utf8')
        .trim()
        .split('\n'),
    );
    const mixed = lists[0].flatMap((_, at) => lists.map((list) => list[at]));
    const headers = writeHeaders(join(stage.scratch, 'mixed.headers'), mixed);
    const seconds = stage.options.quick ? 1 : 5;
    done += (await burst({ url: `${url}/api/auth/me`, headers, connections: 32, seconds })).requests;
  }
}

/** The memory after a moment of idling. @param {number} pid */
async function settled(pid) {
  const samples = [];
  for (let taken = 0; taken < 10; taken++) {
    await pause(150);
    samples.push(residentMb(pid));
  }
  return median(samples);
}
