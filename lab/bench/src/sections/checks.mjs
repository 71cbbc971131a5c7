import { startBetterAuth } from '../better-auth.mjs';
import { interleave, steadyShare, unsteady } from '../rounds.mjs';
import { freshen, sessionCheck, startFloor } from '../stage.mjs';
import { ratioSpread, spreadOf } from '../statistics.mjs';

export const title = 'Session and API-key checks';

const kinds = { cookie: 'session cookie', token: 'access token', key: 'API key' };
const targets = {
  floor: { min: 1 },
  direct: { min: 6 },
  handler: { min: 12 },
  p99: { max: 1 },
  cpu: { floor: { max: 1 }, direct: { max: 0.17 }, handler: { max: 0.08 } },
  alone: { max: 1.3 },
};

/**
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { rounds, seconds, quick } = stage.options;
  const floor = await startFloor(stage);
  const betterAuth = await startBetterAuth(stage);
  const others = { floor, ...betterAuth };
  const own = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, sessionCheck(stage, kind)]));
  const crowds = quick ? [32] : [32, 128];
  const cells = [
    ...crowds.flatMap((connections) => cellsOf({ ...others, ...own }, connections)),
    ...cellsOf(quick ? { floor, cookie: own.cookie } : { floor, ...own }, 1),
  ];
  const figures = await interleave(cells, {
    rounds,
    seconds,
    databasePid: stage.server.pid,
    between: () => freshen(stage),
  });
  return {
    headline: headlineOf(figures, crowds),
    notes: [steadiness(figures)],
    lines: [...crowds.flatMap((crowd) => crowdLines(figures, crowd)), ...aloneLines(figures)],
    tables: [tableOf(cells, figures)],
  };
}

/** What most readers want to know: one table, by processor time first, because it is steady on a busy machine. */
function headlineOf(figures, crowds) {
  const rows = crowds.flatMap((crowd) =>
    ['floor', 'cookie', 'key', 'direct', 'handler'].map((key) => {
      const rounds = figures.get(cellName(key, crowd));
      const of = (field) => spreadOf(rounds.map((measured) => measured[field]));
      return [cellName(key, crowd), of('totalUs'), of('cpuUs'), of('databaseUs'), of('rate')];
    }),
  );
  return {
    caption: 'What one check costs, and how many a machine with all of this on it does per second:',
    columns: ['', 'CPU µs a request', 'its own', "PostgreSQL's", 'requests/s'],
    digits: [0, 0, 0, 0, 0],
    rows,
  };
}

function steadiness(figures) {
  const rounds = Math.max(...[...figures.values()].map(({ length }) => length));
  const varying = unsteady(figures);
  const percent = steadyShare * 100;
  return varying.length === 0
    ? `After ${rounds} rounds, the middle half of each figure's CPU per request lies within ${percent} % of its median.`
    : `After ${rounds} rounds, the CPU per request still varied by more than ${percent} % for: ${varying.join('; ')}.`;
}

const names = {
  floor: 'floor',
  direct: 'Better Auth, called directly',
  handler: 'Better Auth, its handler',
  cookie: 'Latchkey, session cookie',
  token: 'Latchkey, access token',
  key: 'Latchkey, API key',
};

const cellName = (key, connections) =>
  `${names[key]}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;

function cellsOf(targetsByKey, connections) {
  return Object.entries(targetsByKey).map(([key, target]) => ({
    name: cellName(key, connections),
    target,
    connections,
  }));
}

function crowdLines(figures, crowd) {
  const of = (key, field) => figures.get(cellName(key, crowd))?.map((measured) => measured[field]);
  return Object.entries(kinds).flatMap(([kind, credential]) => {
    const line = (against, field, text) => {
      const theirs = of(against, field);
      if (!theirs) return [];
      const target = field === 'p99' ? targets.p99 : targets[against];
      const id = `checks.${kind}.${crowd}.${field === 'p99' ? 'p99' : against}`;
      const spread = ratioSpread(of(kind, field), theirs);
      return [{ id, text: `${credential}, ${crowd} connections: ${text}`, unit: '×', spread, target }];
    };
    const cost = (against, text) => {
      const theirs = of(against, 'totalUs');
      // Unknown elsewhere than on Linux.
      if (!theirs?.every(Number.isFinite)) return [];
      const spread = ratioSpread(of(kind, 'totalUs'), theirs);
      const id = `checks.${kind}.${crowd}.cpu.${against}`;
      return [
        {
          id,
          text: `${credential}, ${crowd} connections: ${text}`,
          unit: '×',
          spread,
          target: targets.cpu[against],
        },
      ];
    };
    return [
      ...cost('floor', "CPU per request, PostgreSQL's included, against the floor's"),
      ...cost('direct', 'the same against Better Auth called directly'),
      ...cost('handler', "the same against Better Auth's handler"),
      ...line('floor', 'rate', 'throughput against the floor'),
      ...line('direct', 'rate', 'throughput against Better Auth called directly'),
      ...line('handler', 'rate', "throughput against Better Auth's handler"),
      ...line('floor', 'p99', "p99 against the floor's"),
    ];
  });
}

function aloneLines(figures) {
  const of = (key) => figures.get(cellName(key, 1))?.map(({ p50 }) => p50);
  return Object.entries(kinds).flatMap(([kind, credential]) => {
    const ours = of(kind);
    if (!ours) return [];
    const text = `${credential}, one connection: median latency against the floor's`;
    const spread = ratioSpread(ours, of('floor'));
    return [{ id: `checks.${kind}.1.latency`, text, unit: '×', spread, target: targets.alone }];
  });
}

function tableOf(cells, figures) {
  const rows = cells.map(({ name }) => {
    const rounds = figures.get(name);
    const of = (field) => spreadOf(rounds.map((measured) => measured[field]));
    return [name, of('rate'), of('p50'), of('p99'), of('cpuUs'), of('databaseUs')];
  });
  return {
    caption: 'Each figure is the median of all rounds, with the lowest and the highest.',
    columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'own CPU µs a request', "PostgreSQL's CPU µs a request"],
    digits: [0, 0, 2, 1, 0, 0],
    rows,
  };
}
