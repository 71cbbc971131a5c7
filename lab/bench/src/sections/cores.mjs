import { availableParallelism } from 'node:os';
import { startLatchkey } from '../latchkey.mjs';
import { single } from '../report/section.mjs';
import { interleave } from '../rounds.mjs';
import { freshen, sessionCheck } from '../stage.mjs';
import { median, ratioSpread, spreadOf } from '../statistics.mjs';
import { descendants } from '../usage.mjs';

export const title = 'More processes';

const connections = 64;
/** PostgreSQL and the load generator need a core, too: below this, there is only a model. */
const fewestCores = 4;
const scaling = 0.8;

/**
 * Two processes that share a port, and as many as half of the cores, compared with one.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const cores = availableParallelism();
  const counts = [...new Set([2, ...(cores >= fewestCores ? [cores >> 1] : [])])];
  const clusters = [];
  for (const count of counts) {
    const service = await startLatchkey({ ...stage, env: { WEB_CONCURRENCY: String(count) } });
    if (process.platform !== 'linux' || descendants(service.pid).length < count) {
      await service.stop();
      return { lines: [], notes: ['This build knows no WEB_CONCURRENCY: not measured.'] };
    }
    clusters.push({ count, service });
  }
  const one = sessionCheck(stage, 'cookie');
  const cells = [
    { name: cellName(1), target: one, connections },
    ...clusters.map(({ count, service }) => ({
      name: cellName(count),
      target: { ...one, url: `${service.url}/api/auth/me`, pid: service.pid },
      connections,
    })),
  ];
  const { rounds, seconds } = stage.options;
  const between = () => freshen(stage);
  const figures = await interleave(cells, { rounds, seconds, databasePid: stage.server.pid, between });
  for (const { service } of clusters) await service.stop();
  return sectionOf(figures, counts, cores);
}

const cellName = (count) => (count === 1 ? 'one process' : `${count} processes`);

function sectionOf(figures, counts, cores) {
  const rates = (count) => figures.get(cellName(count)).map(({ rate }) => rate);
  const lines = counts.map((count) => ({
    id: `cores.${count}`,
    text: `${cellName(count)} on ${cores} cores: throughput against one`,
    unit: '×',
    spread: ratioSpread(rates(count), rates(1)),
    ...(cores >= fewestCores && { target: { min: scaling * count } }),
  }));
  const of = (field) => median(figures.get(cellName(1)).map((measured) => measured[field]));
  return {
    lines,
    tables: [
      {
        caption: `Session checks by cookie at ${connections} connections.`,
        columns: ['', 'requests/s', 'p99 ms'],
        digits: [0, 0, 1],
        rows: [1, ...counts].map((count) => [
          cellName(count),
          spreadOf(rates(count)),
          spreadOf(figures.get(cellName(count)).map(({ p99 }) => p99)),
        ]),
      },
      modelOf({ ownUs: of('cpuUs'), databaseUs: of('databaseUs') }),
    ],
  };
}

/**
 * If every core is busy only with the service and its PostgreSQL: a check takes processor time from both, and each
 * process of the service has at most one core.
 */
export function modelOf({ ownUs, databaseUs }) {
  const rows = [2, 4, 8, 16].map((cores) => {
    const processes = Math.max(1, Math.round((cores * ownUs) / (ownUs + databaseUs)));
    const rate = Math.min((processes * 1e6) / ownUs, (cores * 1e6) / (ownUs + databaseUs));
    return [`${cores} cores`, single(processes), single(rate)];
  });
  return {
    caption: `The model: a check takes ${Math.round(ownUs)} µs of the service's processor time and ${Math.round(databaseUs)} µs of PostgreSQL's; the load comes from another machine.`,
    columns: ['', 'processes', 'requests/s at most'],
    digits: [0, 0, 0],
    rows,
  };
}
