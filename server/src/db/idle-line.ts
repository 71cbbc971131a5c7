import type postgres from 'postgres';
import type { ServerSocket } from './server-socket.ts';

const mostUses = 1000;

/**
 * The driver takes idle connections from the front of a list and puts them back at its end, but starts a new list only
 * when the old one is empty. With two idle it never is: the list grows with every statement, and every statement
 * searches it. So now and then all idle connections are asked something at once. An empty statement is enough.
 */
export class IdleLine {
  sql: postgres.Sql | undefined;
  readonly #sockets = new Set<ServerSocket>();
  #uses = 0;

  join(socket: ServerSocket): ServerSocket {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  count(): void {
    if (++this.#uses < mostUses) return;
    this.#uses = 0;
    const idle = [...this.#sockets].filter((socket) => socket.isIdle);
    for (const _each of idle) this.sql?.unsafe('').catch(() => undefined);
  }
}
