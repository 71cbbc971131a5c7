import type postgres from 'postgres';

/** A connection pool or a transaction: what every store function takes first. */
export type Db = postgres.ISql;
export type Sql = postgres.Sql;
