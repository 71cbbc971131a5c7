import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import postgres from 'postgres';
import { arrayTypes } from './array-types.ts';
import { connectionClosed, type Place, padding, ServerSocket } from './server-socket.ts';
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
  connect_timeout?: number;
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
  return postgres({ ...server, ...throughOwnSocket(common, addressOf(server.host, server.port)) });
}

/** As PostgreSQL's own programs read it: `?host=` may name the folder of a socket, and `sslmode` says how to encrypt. */
function openUrl(given: string, common: Settings): Sql {
  // Several hosts: the driver tries them in turn, over sockets of its own.
  if (!URL.canParse(given) || new URL(given).hostname.includes(',')) return postgres(given, common);
  const url = new URL(given);
  const take = (name: string) => {
    const value = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    return value;
  };
  const host = take('host') ?? (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  const port = Number(take('port') ?? (url.port || 5432));
  const tls = tlsOf(take('sslmode') ?? take('ssl'), take('sslrootcert'));
  return postgres(url.href, { host, port, ...throughOwnSocket(common, addressOf(host, port), tls) });
}

function addressOf(host: string, port: number): Place['address'] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** Like libpq, except that a certificate's name is checked whenever the certificate is. */
function tlsOf(mode: string | undefined, rootCertificate: string | undefined): Place['tls'] {
  if (mode === undefined || mode === 'disable' || mode === 'false') return undefined;
  const verify = mode === 'verify-full' || mode === 'verify-ca' || rootCertificate === 'system';
  const ca = rootCertificate && rootCertificate !== 'system' ? readFileSync(rootCertificate) : undefined;
  const options: ConnectionOptions = { rejectUnauthorized: verify, ...(ca && { ca }) };
  return { required: mode !== 'prefer' && mode !== 'allow', options };
}

/** The driver knows this option; its types do not. */
function throughOwnSocket(common: Settings, address: Place['address'], tls?: Place['tls']): object {
  const connection = { ...common.connection, ...padding };
  return { ...common, connection, ssl: false, socket: () => new ServerSocket({ address, tls }) };
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
