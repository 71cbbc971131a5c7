import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures that are looked up when the metrics are scraped. */
type Watched = {
  version: string;
  /** Of the PostgreSQL server. */
  databaseVersion(): Promise<string>;
  hashesWaiting(): number;
  /** Database connections by what they are doing. */
  connections(): Record<string, number>;
  /** Messages that wait to be sent, by kind. */
  outboxes(): Promise<Outboxes>;
  /** How far event destinations are behind. */
  destinations(): Promise<DestinationLag[]>;
  /** Changes that wait to be folded into counters, by kind. */
  upkeep(): Promise<PendingWork[]>;
};
export type DestinationLag = { scope: string; kind: string; lagSeconds: number };
export type PendingWork = { kind: string; pending: number };
export type Outboxes = (PendingWork & { oldestSeconds: number })[];

export type Metrics = ReturnType<typeof createMetrics>;

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(watched: Watched) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  watch(registers, watched);
  watchDatabaseVersion(registers, watched);
  watchOutboxes(registers, watched);
  watchUpkeep(registers, watched);
  watchDestinations(registers, watched);
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter<L>({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Histogram<L>({ name, help, labelNames, buckets: quick, registers });
  return {
    registry,
    requests: histogram('latchkey_http_request_seconds', 'Response time, by declared route and status.', [
      'method',
      'route',
      'status',
    ]),
    poolWait: histogram(
      'latchkey_db_pool_wait_seconds',
      'How long transactions waited for a connection to the database.',
    ),
    hashWait: histogram('latchkey_hash_wait_seconds', 'How long passwords and codes waited to be hashed.'),
    signIns: counter('latchkey_sign_ins_total', 'Attempts to sign in, by method and outcome.', [
      'method',
      'outcome',
    ]),
    lockouts: counter('latchkey_lockouts_total', 'Accounts and addresses locked after too many failures.'),
    rateLimited: counter('latchkey_rate_limited_total', 'Requests refused with 429, by limit.', ['limit']),
    ...databaseCounters(registers),
    ...failOpenCounters(registers),
    webhookDeliveries: counter(
      'latchkey_webhook_deliveries_total',
      'Attempts to deliver an event to an endpoint, by outcome.',
      ['status'],
    ),
    ...hookFigures(registers),
    ...checkFigures(registers),
    mails: counter('latchkey_mails_total', 'Attempts to send an email, by outcome.', ['status']),
  };
}

function databaseCounters(registers: Registry[]) {
  return {
    lostAnswers: new Counter({
      name: 'latchkey_db_lost_answers_total',
      help: 'Connections given up for lack of an answer.',
      registers,
    }),
    lateReads: new Counter({
      name: 'latchkey_db_late_reads_total',
      help: 'Reads that may be late, by where they went.',
      labelNames: ['server'],
      registers,
    }),
  };
}

function hookFigures(registers: Registry[]) {
  return {
    hooks: new Histogram({
      name: 'latchkey_hook_seconds',
      help: 'How long hooks took, with the wait to ask them, by point and outcome.',
      labelNames: ['point', 'outcome'],
      buckets: quick,
      registers,
    }),
  };
}

/** What is let through rather than refused because something outside doesn't respond. */
function failOpenCounters(registers: Registry[]) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  return {
    limiterFailOpen: counter(
      'latchkey_rate_limiter_fail_open_total',
      'Requests let through because the rate limit store did not respond.',
    ),
    breachCheckFailOpen: counter(
      'latchkey_breach_check_fail_open_total',
      'Passwords accepted because the check against breaches did not respond.',
    ),
  };
}

function watch(registers: Registry[], { version, hashesWaiting, connections }: Watched): void {
  new Gauge({
    name: 'latchkey_build_info',
    help: 'Always 1: the labels identify the build.',
    labelNames: ['version', 'node'],
    // Several processes report the same.
    aggregator: 'max',
    registers,
  }).set({ version, node: process.versions.node }, 1);
  // The first name is the older one, kept for existing dashboards.
  for (const name of ['latchkey_hashes_waiting', 'latchkey_hash_queue_depth'])
    new Gauge({
      name,
      help: 'Passwords and codes waiting to be hashed.',
      registers,
      collect() {
        this.set(hashesWaiting());
      },
    });
  new Gauge({
    name: 'latchkey_db_pool_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}

function watchDatabaseVersion(registers: Registry[], { databaseVersion }: Watched): void {
  new Gauge({
    name: 'latchkey_database_info',
    help: 'Always 1: the label is the version of the PostgreSQL server. Absent while it does not respond.',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
    async collect() {
      const found = await databaseVersion().catch(() => undefined);
      this.reset();
      if (found !== undefined) this.set({ version: found }, 1);
    },
  });
}

function checkFigures(registers: Registry[]) {
  return {
    checkPolls: new Histogram({
      name: 'latchkey_checks_poll_seconds',
      help: 'How long it took to read changes for all requests that wait for them.',
      buckets: quick,
      registers,
    }),
    checkChanges: new Counter({
      name: 'latchkey_checks_changes_total',
      help: 'Changes that this node has read for local checks.',
      registers,
    }),
    watchCheckSubscribers: (count: () => number) => watchCheckSubscribers(registers, count),
  };
}

function watchCheckSubscribers(registers: Registry[], count: () => number): void {
  new Gauge({
    name: 'latchkey_checks_subscribers',
    help: 'Processes that check callers locally and asked this node for changes within their bound.',
    registers,
    collect() {
      this.set(count());
    },
  });
}

function watchDestinations(registers: Registry[], { destinations }: Watched): void {
  new Gauge({
    name: 'latchkey_destination_lag_seconds',
    help: 'The greatest age of an event that a destination wants and has not taken, by scope and kind.',
    labelNames: ['scope', 'kind'],
    aggregator: 'max',
    registers,
    async collect() {
      const lags = await destinations().catch(() => []);
      this.reset();
      for (const { scope, kind, lagSeconds } of lags) this.set({ scope, kind }, lagSeconds);
    },
  });
}

/** Both are read at once; while the database is down, neither is reported. */
function watchOutboxes(registers: Registry[], { outboxes }: Watched): void {
  let reading: Promise<Outboxes> | undefined;
  const read = () => {
    reading ??= outboxes()
      .catch((): Outboxes => [])
      .finally(() => setImmediate(() => (reading = undefined)));
    return reading;
  };
  const gauge = (name: string, help: string, figure: 'pending' | 'oldestSeconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      aggregator: 'max',
      registers,
      async collect() {
        const rows = await read();
        this.reset();
        for (const row of rows) this.set({ kind: row.kind }, row[figure]);
      },
    });
  gauge('latchkey_outbox_pending', 'Messages waiting to be sent, by kind.', 'pending');
  gauge(
    'latchkey_outbox_oldest_seconds',
    'Age of the message that has waited longest to be sent, by kind.',
    'oldestSeconds',
  );
}

function watchUpkeep(registers: Registry[], { upkeep }: Watched): void {
  new Gauge({
    name: 'latchkey_upkeep_pending',
    help: 'Written, but not yet folded, sealed or placed, by kind. Counted up to 100000.',
    labelNames: ['kind'],
    aggregator: 'max',
    registers,
    async collect() {
      const rows = await upkeep().catch((): PendingWork[] => []);
      this.reset();
      for (const { kind, pending } of rows) this.set({ kind }, pending);
    },
  });
}
