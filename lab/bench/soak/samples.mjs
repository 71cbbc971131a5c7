import { readdirSync } from 'node:fs';
import { call } from '../src/http.mjs';
import { residentMb } from '../src/usage.mjs';

const figureOf = (text, name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

/** What the service uses right now. */
export async function sample({ pid, metrics, sql }) {
  const { body: text } = await call(metrics);
  const [{ connections }] = await sql`
    SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database()`;
  return {
    resident: residentMb(pid),
    heap: figureOf(text, 'nodejs_heap_size_used_bytes') / 1e6,
    handles: figureOf(text, 'nodejs_active_handles_total'),
    files: filesOf(pid),
    connections,
  };
}

function filesOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

/** How much each may grow by the end: a share of the start, plus some for normal fluctuation. */
const allowed = {
  resident: { name: 'resident memory, MB', share: 0.1, more: 10 },
  heap: { name: 'heap in use, MB', share: 0.15, more: 10 },
  handles: { name: 'handles', share: 0, more: 5 },
  files: { name: 'open files and sockets', share: 0, more: 5 },
  connections: { name: 'connections to the database', share: 0, more: 2 },
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Compares the second quarter with the last: the first is for warming up. */
export function growth(samples) {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return Object.entries(allowed).map(([figure, { name, share, more }]) => {
    const values = samples.map((each) => each[figure]);
    const begin = median(values.slice(quarter, 2 * quarter));
    const end = median(values.slice(-quarter));
    return { name, begin, end, most: Math.max(...values), grows: end > begin * (1 + share) + more };
  });
}
