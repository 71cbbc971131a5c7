import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { parseDatabaseUrl } from '../config/database-url.ts';
import { alone } from './alone.ts';
import { pipelinedBegin } from './begin.ts';
import type { ServerAddress } from './dial.ts';
import { endPool } from './end-pool.ts';
import { LeadingServer } from './leading-server.ts';
import { arrayTypes } from './lookups.ts';
import { limitNames, padding } from './messages.ts';
import { type AnswerTimers, type Route, ServerSocket } from './server-socket.ts';
import type { PoolWatch, Sql } from './sql.ts';

/** How often the idle connections are asked something. */
const writesBetween = 1000;
const longestSeconds = 3600;

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
  /** Seconds after which a statement without a complete answer is given up, with its connection. */
  answer_timeout?: number;
  /** Measure that time. Tests let it pass. */
  answer_timers?: AnswerTimers;
  idle_timeout?: number;
  /** Seconds after which a connection is replaced. Null: never, so that its settings stay. */
  max_lifetime?: number | null;
  connection?: Record<string, string | number>;
  /** Whether a standby will do, since it is only read from. */
  may_follow?: boolean;
  /** Whether statements are prepared by name. Undefined: yes, unless there is a pooler in between. */
  prepare?: boolean | undefined;
  /** Shared by the pools of one database. */
  leading?: LeadingServer;
};

// Rows are read as camelCase; values of jsonb columns are left as they are.
const columnNames = { column: { from: postgres.toCamel, to: postgres.fromCamel } };

/** Connections to a server that may go away and come back: that affects only the statement that failed. */
export function openPool(server: ServerParts | string, settings: Settings): Sql {
  // If a query that the driver itself sends on a new connection failed, our code couldn't catch the error.
  const types = { fetch_types: false, types: arrayTypes };
  const { prepare, ...rest } = settings;
  const common = { ...rest, ...types, transform: columnNames, onnotice: () => {} };
  const route = routeOf(common, placesOf(server));
  const watch: PoolWatch = { connections: route.sockets, waited() {}, lostAnswer() {} };
  route.onLostAnswer = (error) => watch.lostAnswer(error);
  const routed = { ...throughOwnSocket(common, route), ...(prepare !== undefined && { prepare }) };
  const driver =
    typeof server === 'string'
      ? postgres(parseDatabaseUrl(server).rest, routed)
      : postgres({ ...server, ...routed });
  const sql = alone(driver, route);
  route.onWrite = keepListShort(sql, route);
  if (prepare === undefined) route.onPooler = () => Object.assign(sql.options, { prepare: false });
  return Object.assign(sql, {
    begin: pipelinedBegin(driver, { watch, limits: () => limitsOf(route, settings), state: route }),
    watch,
    end: endPool(driver, route),
    openPatient: () => openPool(server, patient(settings)),
  });
}

/**
 * The driver takes idle connections from the front of a list and puts them back at its end, but starts a new list only
 * when the old one is empty. With two idle it never is: the list grows with every statement, and every statement
 * searches it. So now and then all idle connections are asked something at once. An empty statement is enough.
 */
function keepListShort(sql: postgres.Sql, { sockets }: RouteOfPool): () => void {
  let writes = 0;
  return () => {
    if (++writes % writesBetween > 0) return;
    const idle = [...sockets].filter(({ state }) => state === 'idle');
    for (const _each of idle) sql.unsafe('').catch(() => undefined);
  };
}

/** The server gives up first, so the answer says why. */
function patient(settings: Settings): Settings {
  const connection = { ...settings.connection, statement_timeout: longestSeconds * 1000 };
  return { ...settings, connection, max: 1, answer_timeout: longestSeconds + 3 };
}

function placesOf(server: ServerParts | string): ServerAddress[] {
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

function addressOf(host: string, port: number): ServerAddress['address'] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

type Common = Omit<Settings, 'prepare'>;
type RouteOfPool = Route & { sockets: Set<ServerSocket>; ended: boolean };

/** The socket keeps the time limits: the driver has one for all hosts. */
function routeOf(settings: Common, places: ServerAddress[]): RouteOfPool {
  const { connect_timeout = 30, answer_timeout, answer_timers, may_follow = false } = settings;
  return {
    places,
    leading: settings.leading ?? new LeadingServer(),
    mayFollow: may_follow,
    timers: answer_timers ?? { setTimeout, clearTimeout },
    sockets: new Set<ServerSocket>(),
    connectMs: connect_timeout * 1000,
    answerMs: answer_timeout && answer_timeout * 1000,
    pooled: false,
    ended: false,
  };
}

/** The driver has an option `socket`; its types do not. */
function throughOwnSocket(common: Common, route: Route): object {
  const { connect_timeout, answer_timeout, answer_timers, leading, may_follow, ...settings } = common;
  const connection = { ...settings.connection, ...padding };
  return {
    ...settings,
    connect_timeout: 0,
    connection,
    ssl: false,
    socket: () => new ServerSocket(route),
  };
}
