import { burst } from './load.mjs';
import { say } from './progress.mjs';
import { cpuSeconds } from './usage.mjs';

/**
 * One contender under one load, measured once per round.
 * @typedef {{ name: string, target: import('./stage.mjs').Target, connections: number }} Cell
 * @typedef {import('./load.mjs').Burst & { cpuUs: number, databaseUs: number }} Measured
 */

/**
 * Interleaved: every round measures each cell once, and starts with a different one than the round before.
 * @param {Cell[]} cells
 * @param {{ rounds: number, seconds: number, databasePid: number | undefined, between: () => Promise<void> }} plan
 * @returns {Promise<Map<string, Measured[]>>} by the cell's name, a figure for every round
 */
export async function interleave(cells, { rounds, seconds, databasePid, between }) {
  const figures = new Map(cells.map(({ name }) => [name, []]));
  for (const target of new Set(cells.map((cell) => cell.target)))
    await burst({ ...target, connections: 32, seconds: Math.min(2, seconds) });
  for (let round = 0; round < rounds; round++) {
    for (let nth = 0; nth < cells.length; nth++) {
      const cell = cells[(round + nth) % cells.length];
      await between();
      const measured = await measure(cell, seconds, databasePid);
      figures.get(cell.name)?.push(measured);
      const { rate, p99 } = measured;
      say(`round ${round + 1} of ${rounds}, ${cell.name}: ${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms`);
    }
  }
  return figures;
}

/** @returns {Promise<Measured>} */
async function measure({ target, connections }, seconds, databasePid) {
  const before = [cpuSeconds(target.pid), cpuSeconds(databasePid)];
  const result = await burst({ ...target, connections, seconds });
  const [cpuUs, databaseUs] = [cpuSeconds(target.pid), cpuSeconds(databasePid)].map(
    (after, at) => ((after - before[at]) * 1e6) / result.requests,
  );
  return { ...result, cpuUs, databaseUs };
}
