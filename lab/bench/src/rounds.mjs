import { burst } from './load.mjs';
import { say } from './progress.mjs';
import { middleSpread } from './statistics.mjs';
import { cpuSeconds } from './usage.mjs';

/**
 * One contender under one load, measured once per round.
 * @typedef {{ name: string, target: import('./stage.mjs').Target, connections: number }} Cell
 * @typedef {import('./load.mjs').Burst & { cpuUs: number, databaseUs: number, totalUs: number }} Measured
 */

/** A figure is steady if the middle half of its rounds lies within this share of their median. */
export const steadyShare = 0.1;
/** How many times the rounds that were asked for, until they are steady. */
const mostRepeats = 4;

/**
 * Interleaved: every round measures each cell once, and starts with a different one than the round before. Goes on until
 * the processor time per request is steady for every cell, or for four times as many rounds.
 * @param {Cell[]} cells
 * @param {{ rounds: number, seconds: number, databasePid: number | undefined, between: () => Promise<void> }} plan
 * @returns {Promise<Map<string, Measured[]>>} by the cell's name, a figure for every round
 */
export async function interleave(cells, { rounds, seconds, databasePid, between }) {
  const figures = new Map(cells.map(({ name }) => [name, []]));
  for (const target of new Set(cells.map((cell) => cell.target)))
    await burst({ ...target, connections: 32, seconds: Math.min(2, seconds) });
  const isEnough = (round) => round >= rounds && unsteady(figures).length === 0;
  for (let round = 0; round < rounds * mostRepeats && !isEnough(round); round++) {
    for (let nth = 0; nth < cells.length; nth++) {
      const cell = cells[(round + nth) % cells.length];
      await between();
      const measured = await measure(cell, seconds, databasePid);
      figures.get(cell.name)?.push(measured);
      const { rate, p99 } = measured;
      const about = `${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms, ${Math.round(measured.totalUs)} µs`;
      say(`round ${round + 1}, ${cell.name}: ${about}`);
    }
  }
  return figures;
}

/**
 * The cells whose processor time per request still varies. Elsewhere than on Linux it is unknown, and none does.
 * @param {Map<string, Measured[]>} figures
 */
export function unsteady(figures) {
  return [...figures]
    .filter(([, rounds]) => middleSpread(rounds.map(({ totalUs }) => totalUs)) > steadyShare)
    .map(([name]) => name);
}

/** @returns {Promise<Measured>} */
async function measure({ target, connections }, seconds, databasePid) {
  const before = [cpuSeconds(target.pid), cpuSeconds(databasePid)];
  const result = await burst({ ...target, connections, seconds });
  const [cpuUs, databaseUs] = [cpuSeconds(target.pid), cpuSeconds(databasePid)].map(
    (after, at) => ((after - before[at]) * 1e6) / result.requests,
  );
  return { ...result, cpuUs, databaseUs, totalUs: cpuUs + databaseUs };
}
