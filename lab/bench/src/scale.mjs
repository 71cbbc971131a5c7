// What a service of a given size needs, from measured costs. Pure arithmetic; docs/scale.md explains it.

/**
 * Processor time in microseconds and bytes on disk, as results.md and docs/operations.md report them, for a core at the
 * speed of that run. What was assumed instead of measured says so.
 */
export const costs = {
  check: { own: 193, database: 40 },
  login: { own: 294_000, database: 2000 }, // bcrypt at cost 12; PostgreSQL's part is assumed
  token: { own: 2299, database: 500 }, // client credentials; PostgreSQL's part is assumed
  delivery: { own: 900, database: 450 }, // half of two cores at 1,111 a second; the split is assumed
  // A row of the write that notes when a session was last used: 20,000 rows in batches of 2,500. `own` is assumed.
  lastSeen: { own: 2, database: 28, walBytes: 217 },
  bytes: { account: 1540, session: 150, entry: 1040 },
};

/** How one person uses the service. */
const habits = { checksPerDay: 20, loginsPerDay: 1 / 7, entriesPerDay: 0.5, deliveriesPerDay: 0.5 };

const day = 86_400;
/** The busiest hour against the average, for most work and for sign-ins. */
const peak = { work: 3, logins: 6 };

/**
 * @param {number} accounts
 * @param {{ checksPerSecond?: number, entriesKeptDays?: number }} more
 */
export function needs(accounts, { checksPerSecond, entriesKeptDays = 365 } = {}) {
  const checks = checksPerSecond ?? (accounts * habits.checksPerDay * peak.work) / day;
  const logins = (accounts * habits.loginsPerDay * peak.logins) / day;
  const entries = (accounts * habits.entriesPerDay * peak.work) / day;
  const deliveries = (accounts * habits.deliveriesPerDay * peak.work) / day;
  const cores = (part) =>
    (checks * (costs.check[part] + costs.lastSeen[part]) +
      logins * costs.login[part] +
      deliveries * costs.delivery[part]) /
    1e6;
  const kept = accounts * habits.entriesPerDay * entriesKeptDays;
  return {
    ...{ accounts, checks, logins, entries, deliveries },
    nodeCores: cores('own'),
    hashCores: (logins * costs.login.own) / 1e6,
    databaseCores: cores('database'),
    /** If every check is another session's, as it nearly is with many people. */
    walBytesPerSecond: checks * costs.lastSeen.walBytes,
    /** What should stay in memory: accounts, sessions and their indexes. */
    hotBytes: accounts * (costs.bytes.account + costs.bytes.session),
    trailBytes: kept * costs.bytes.entry,
  };
}

/**
 * Callers on so many connections, who each ask again as soon as they are answered. One process reads a request and writes
 * its answer; in between, at most two statements look up everyone who has arrived, as the service does.
 * @param {{ connections: number, checks: number, own: number, statement: number, row: number }} given in microseconds
 */
export function simulateChecks({ connections, checks, own, statement, row }) {
  const reading = own / 2;
  let now = 0;
  let answered = 0;
  /** @type {{ at: number, asked: number[] }[]} statements under way */
  const underWay = [];
  /** When each caller asked, in order of arrival. */
  const arrived = Array.from({ length: connections }, () => 0);
  let read = [];
  const waits = [];
  while (answered < checks) {
    const done = underWay.findIndex(({ at }) => at <= now);
    if (done >= 0) {
      for (const asked of underWay.splice(done, 1)[0].asked) {
        now += reading;
        waits.push(now - asked);
        answered++;
        arrived.push(now);
      }
    } else if (arrived.length > 0) {
      now += reading;
      read.push(arrived.shift());
    } else now = Math.min(...underWay.map(({ at }) => at));
    if (read.length > 0 && underWay.length < 2) {
      underWay.push({ at: now + statement + row * read.length, asked: read });
      read = [];
    }
  }
  waits.sort((one, other) => one - other);
  return { rate: (answered * 1e6) / now, p50: waits[waits.length >> 1] / 1000 };
}
