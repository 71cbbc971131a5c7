import type postgres from 'postgres';

/** A connection pool or a transaction: what every store function takes first. */
export type Db = postgres.ISql;
export type Sql = {
  begin: Begin;
  watch: PoolWatch;
  /** Opens one more connection, for statements that may take up to an hour. `patiently` closes it again. */
  openPatient(): Sql;
} & postgres.Sql;

export type ReadOnly = `${string}READ ONLY`;
/** What only reads. */
export type Reading = {
  /** In a transaction: PostgreSQL refuses everything else there. */
  begin<T>(options: ReadOnly, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A single statement, which needs no transaction on the primary. */
  single<T>(work: (db: Db) => Promise<T>): Promise<T>;
};

/** What a pool reports about itself. */
export type PoolWatch = {
  connections: Iterable<{ state: 'connecting' | 'idle' | 'busy' }>;
  /** Called with how long a transaction waited for a connection. */
  waited: (seconds: number) => void;
  /** Called when a connection was given up because an answer did not arrive in time. */
  lostAnswer: (error: Error) => void;
};

/** Part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** One statement. It runs when it is awaited or executed. */
export type Statement = Promise<unknown> & { execute(): Promise<unknown> };

/**
 * A transaction. `send` executes statements without waiting for them: the last ones leave together with COMMIT, and if
 * any of them fails, so does the transaction.
 */
export type Tx = Db & { send(...statements: Statement[]): void };

export type Begin = {
  <T>(work: (tx: Tx) => T | Promise<T>): Promise<T>;
  <T>(options: string, work: (tx: Tx) => T | Promise<T>): Promise<T>;
};
