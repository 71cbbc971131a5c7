import { ServerSocket } from '../src/platform/db/server-socket.ts';
import type { TestService } from './service.ts';

/**
 * A round trip is a point where the request waits for the database: something is written on a connection where the
 * server spoke last. Statements sent together, or before the first response is back, count once; BEGIN and COMMIT count
 * like any other. Two connections at the same time count twice.
 */
type Asked<T> = { answer: T; roundTrips: number; statements: string[] };

const counting = new Set<{ roundTrips: number }>();
const { write, emit } = ServerSocket.prototype;
const asking = new WeakSet<ServerSocket>();

ServerSocket.prototype.write = function (...given) {
  if (!asking.has(this)) for (const count of counting) count.roundTrips++;
  asking.add(this);
  return write.apply(this, given);
};
ServerSocket.prototype.emit = function (event, ...given) {
  if (event === 'data') asking.delete(this);
  return emit.call(this, event, ...given);
};

/**
 * What `request` asks of the database through the service, which does nothing else: its mail worker and its deferred
 * writes are stopped and stay stopped. The request is sent once beforehand, because a statement that is new to a
 * connection takes an extra round trip.
 */
export async function asked<T>(service: TestService, request: () => Promise<T>): Promise<Asked<T>> {
  const { deps, mailWorker, sql } = service;
  await Promise.all([mailWorker.stop(), deps.lastUse.sessions.stop(), deps.lastUse.keys.stop()]);
  await request();
  const count = { roundTrips: 0 };
  const statements: string[] = [];
  const debug = (_connection: number, statement: string) => statements.push(oneLine(statement));
  counting.add(count);
  Object.assign(sql.options, { debug });
  try {
    const answer = await request();
    return { answer, ...count, statements };
  } finally {
    Object.assign(sql.options, { debug: false });
    counting.delete(count);
  }
}

function oneLine(statement: string): string {
  return statement.trim().replace(/\s+/g, ' ');
}
