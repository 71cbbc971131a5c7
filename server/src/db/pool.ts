import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { parseDatabaseUrl } from '../database-url.ts';
import { arrayTypes } from './array-types.ts';
import { pipelinedBegin } from './begin.ts';
import type { Place } from './dial.ts';
import { IdleLine } from './idle-line.ts';
import { padding, ServerSocket } from './server-socket.ts';
import type { Sql } from './sql.ts';

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
  const line = new IdleLine();
  const sql = typeof server === 'string' ? openUrl(server, common, line) : openParts(server, common, line);
  line.sql = sql;
  return Object.assign(sql, { begin: pipelinedBegin(sql) });
}

function openParts(server: ServerParts, common: Settings, line: IdleLine): postgres.Sql {
  const places = [{ address: addressOf(server.host, server.port) }];
  return postgres({ ...server, ...throughOwnSocket(common, places, line) });
}

function openUrl(url: string, common: Settings, line: IdleLine): postgres.Sql {
  const { hosts, tls: mode, rootCertificate, rest } = parseDatabaseUrl(url);
  const ca = rootCertificate && rootCertificate !== 'system' ? readFileSync(rootCertificate) : undefined;
  const tls = mode === 'disable' ? undefined : { mode, ca };
  const places = hosts.map(({ host, port }) => ({ address: addressOf(host, port), tls }));
  return postgres(rest, throughOwnSocket(common, places, line));
}

function addressOf(host: string, port: number): Place['address'] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The driver knows the option `socket`; its types do not. Time limits are the socket's: the driver has one for all hosts. */
function throughOwnSocket(common: Settings, places: Place[], line: IdleLine): object {
  const { connect_timeout = 30, answer_timeout, ...settings } = common;
  const connection = { ...common.connection, ...padding };
  const route = {
    places,
    connectMs: connect_timeout * 1000,
    answerMs: answer_timeout && answer_timeout * 1000,
    onWrite: () => line.count(),
  };
  const socket = () => line.join(new ServerSocket(route));
  return { ...settings, connect_timeout: 0, connection, ssl: false, socket };
}
