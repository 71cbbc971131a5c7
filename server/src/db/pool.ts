import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { parseDatabaseUrl } from '../database-url.ts';
import { arrayTypes } from './array-types.ts';
import { connectionClosed, type Place } from './dial.ts';
import { padding, ServerSocket } from './server-socket.ts';
import type { Db, Sql } from './sql.ts';

/** A server by its parts, as the embedded one is known. */
export type ServerParts = {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
};
type Settings = {
  max: number;
  /** Seconds, for each host. */
  connect_timeout?: number;
  /** Seconds without a word after which a server counts as gone. */
  answer_timeout?: number;
  idle_timeout?: number;
  connection?: Record<string, string | number>;
};

// Rows are read as camelCase; values of jsonb columns are left as they are.
const columnNames = { column: { from: postgres.toCamel, to: postgres.fromCamel } };

/** Connections to a server that may go away and come back: nothing of that reaches further than the failed statement. */
export function openPool(server: ServerParts | string, settings: Settings): Sql {
  // What the driver asks of a new connection by itself nobody could catch if that failed.
  const types = { fetch_types: false, types: arrayTypes };
  const common = { ...settings, ...types, transform: columnNames, onnotice: () => {} };
  const sql = typeof server === 'string' ? openUrl(server, common) : openParts(server, common);
  return Object.assign(sql, { begin: safeBegin(sql) });
}

function openParts(server: ServerParts, common: Settings): Sql {
  const places = [{ address: addressOf(server.host, server.port) }];
  return postgres({ ...server, ...throughOwnSocket(common, places) });
}

function openUrl(url: string, common: Settings): Sql {
  const { hosts, tls: mode, rootCertificate, rest } = parseDatabaseUrl(url);
  const ca = rootCertificate && rootCertificate !== 'system' ? readFileSync(rootCertificate) : undefined;
  const tls = mode === 'disable' ? undefined : { mode, ca };
  const places = hosts.map(({ host, port }) => ({ address: addressOf(host, port), tls }));
  return postgres(rest, throughOwnSocket(common, places));
}

function addressOf(host: string, port: number): Place['address'] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The driver knows the option `socket`; its types do not. Time limits are the socket's: the driver has one for all hosts. */
function throughOwnSocket(common: Settings, places: Place[]): object {
  const { connect_timeout = 30, answer_timeout, ...settings } = common;
  const connection = { ...common.connection, ...padding };
  const route = {
    places,
    connectMs: connect_timeout * 1000,
    answerMs: answer_timeout && answer_timeout * 1000,
  };
  return { ...settings, connect_timeout: 0, connection, ssl: false, socket: () => new ServerSocket(route) };
}

/**
 * A transaction whose connection was lost is over, whatever its work still wants: the driver would run that on the next
 * connection, outside of any transaction or inside of another one.
 */
function safeBegin(sql: Sql): Sql['begin'] {
  const begin = sql.begin.bind(sql) as (
    options: string,
    work: (tx: Db) => Promise<unknown>,
  ) => Promise<unknown>;
  const safe = async (...given: [(tx: Db) => unknown] | [string, (tx: Db) => unknown]): Promise<unknown> => {
    const [options, work] = given.length === 1 ? ['', given[0]] : given;
    let over = false;
    try {
      return await begin(options, async (tx) => {
        try {
          return await work(guard(tx, () => over));
        } finally {
          // Neither COMMIT nor ROLLBACK may follow.
          if (over) await new Promise(() => {});
        }
      });
    } finally {
      over = true;
    }
  };
  return safe as Sql['begin'];
}

function guard(tx: Db, isOver: () => boolean): Db {
  const check = () => {
    if (isOver()) throw connectionClosed();
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      check();
      return Reflect.apply(target, self, args);
    },
    get(target, name) {
      if (name === 'unsafe') check();
      return Reflect.get(target, name);
    },
  });
}
