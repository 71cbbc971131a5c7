import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { parseDatabaseUrl } from '../database-url.ts';
import { arrayTypes } from './array-types.ts';
import { pipelinedBegin } from './begin.ts';
import type { Place } from './dial.ts';
import { limitNames, padding } from './greeting.ts';
import { IdleLine } from './idle-line.ts';
import { type Route, ServerSocket } from './server-socket.ts';
import type { Sql } from './sql.ts';

/** A server by its parts, as for the embedded one. */
export type ServerParts = {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
};
type Settings = {
  max: number;
  /** Seconds, per host. */
  connect_timeout?: number;
  /** Seconds of silence after which a server counts as gone. */
  answer_timeout?: number;
  idle_timeout?: number;
  connection?: Record<string, string | number>;
  /** Whether statements are prepared by name. Undefined: yes, unless there is a pooler in between. */
  prepare?: boolean | undefined;
};

// Rows are read as camelCase; values of jsonb columns are left as they are.
const columnNames = { column: { from: postgres.toCamel, to: postgres.fromCamel } };

/** Connections to a server that may go away and come back: that affects only the statement that failed. */
export function openPool(server: ServerParts | string, settings: Settings): Sql {
  // If what the driver itself asks of a new connection failed, nobody could catch it.
  const types = { fetch_types: false, types: arrayTypes };
  const { prepare, ...rest } = settings;
  const common = { ...rest, ...types, transform: columnNames, onnotice: () => {} };
  const line = new IdleLine();
  const route = routeOf(common, placesOf(server), line);
  const watch = { connections: route.sockets, waited: () => {} };
  const routed = { ...throughOwnSocket(common, route, line), ...(prepare !== undefined && { prepare }) };
  const sql =
    typeof server === 'string'
      ? postgres(parseDatabaseUrl(server).rest, routed)
      : postgres({ ...server, ...routed });
  line.sql = sql;
  if (prepare === undefined) route.onPooler = () => Object.assign(sql.options, { prepare: false });
  return Object.assign(sql, {
    begin: pipelinedBegin(sql, { watch, limits: () => limitsOf(route, settings) }),
    watch,
  });
}

function placesOf(server: ServerParts | string): Place[] {
  if (typeof server !== 'string') return [{ address: addressOf(server.host, server.port) }];
  const { hosts, tls: mode, rootCertificate, client: files } = parseDatabaseUrl(server);
  const ca = rootCertificate && rootCertificate !== 'system' ? readFileSync(rootCertificate) : undefined;
  const client = files && { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
  const tls = mode === 'disable' ? undefined : { mode, ca, client };
  return hosts.map(({ host, port }) => ({ address: addressOf(host, port), tls }));
}

/** Where a pooler refuses time limits at the start, they go with each transaction. */
function limitsOf({ pooled }: Route, { connection = {} }: Settings): string {
  if (!pooled) return '';
  const limits = Object.entries(connection).filter(([name]) => limitNames.includes(name));
  return limits.map(([name, value]) => `; set local ${name} = ${value}`).join('');
}

function addressOf(host: string, port: number): Place['address'] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

type Common = Omit<Settings, 'prepare'>;

/** The socket keeps the time limits: the driver has one for all hosts. */
function routeOf(
  { connect_timeout = 30, answer_timeout }: Common,
  places: Place[],
  line: IdleLine,
): Route & { sockets: Set<ServerSocket> } {
  return {
    places,
    sockets: new Set<ServerSocket>(),
    connectMs: connect_timeout * 1000,
    answerMs: answer_timeout && answer_timeout * 1000,
    pooled: false,
    onWrite: () => line.count(),
  };
}

/** The driver has an option `socket`; its types do not. */
function throughOwnSocket(
  { connect_timeout, answer_timeout, ...settings }: Common,
  route: Route,
  line: IdleLine,
): object {
  const connection = { ...settings.connection, ...padding };
  return {
    ...settings,
    connect_timeout: 0,
    connection,
    ssl: false,
    socket: () => line.join(new ServerSocket(route)),
  };
}
