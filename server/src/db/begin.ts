import type postgres from 'postgres';
import { connectionClosed } from './dial.ts';
import type { Begin, PoolWatch, Statement, Tx } from './sql.ts';

/** What the driver's own transactions use of a connection and of a statement; its types leave that out. */
type Connection = {
  /** False: nothing more until it calls `reserved`. */
  execute(query: Query): boolean;
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
  terminate(): void;
};
type Query = Statement & { handler(query: Query): void; reject(error: Error): void; string?: string };
type Work<T> = (tx: Tx) => T | Promise<T>;

/** Who hears how long a connection was waited for, and what else is said with BEGIN. */
type Pool = { watch: PoolWatch; limits(): string };

const aborted = '25P02';

/**
 * The driver's own `begin` waits for the answer to BEGIN before the first statement, and for that of the last one before
 * COMMIT. Here BEGIN leaves with what comes first, and COMMIT with what was sent last (see `Tx`). A connection that was
 * lost ends the transaction, whatever its work still wants: the driver would run that on the next connection, outside of
 * any transaction or inside of another one.
 */
export function pipelinedBegin(sql: postgres.Sql, pool?: Pool): Begin {
  return async <T>(...given: [Work<T>] | [string, Work<T>]): Promise<T> => {
    const [options, work] = given.length === 1 ? ['', given[0]] : given;
    const transaction = new Transaction(sql, options, pool);
    return Promise.race([transaction.run(work), transaction.lost]);
  };
}

class Transaction {
  /** Rejects when the connection is lost, or there is none to be had. */
  readonly lost: Promise<never>;
  #lose: (error: Error) => void = () => {};
  readonly #sql: postgres.Sql;
  #connection: Connection | undefined;
  /** Statements that cannot leave yet: there is no connection, or it wants to hear one thing at a time. */
  readonly #held: Query[] = [];
  #full = true;
  /** The first one. PostgreSQL takes everything back then, and its answer to COMMIT is no error. */
  #fault: Error | undefined;
  /** Why nothing more can be said. */
  #over: Error | undefined;
  #last: Statement | undefined;

  constructor(sql: postgres.Sql, options: string, pool?: Pool) {
    this.#sql = sql;
    const asked = performance.now();
    this.lost = new Promise((_resolve, reject) => {
      this.#lose = (error) => {
        this.#over = connectionClosed();
        for (const query of this.#held.splice(0)) query.reject(error);
        reject(this.#fault ?? error);
      };
    });
    this.lost.catch(() => undefined);
    const onexecute = (connection: Connection) => {
      pool?.watch.waited((performance.now() - asked) / 1000);
      this.#take(connection);
    };
    const begin = `begin ${options}`.trim() + (pool?.limits() ?? '');
    sql.unsafe(begin, [], { onexecute } as object).catch(this.#lose);
  }

  async run<T>(work: Work<T>): Promise<T> {
    let result: T;
    try {
      result = await work(this.#statements());
    } catch (error) {
      await this.#end('rollback').catch(() => undefined);
      throw (error as { code?: string }).code === aborted ? (this.#fault ?? error) : error;
    }
    await this.#end('commit');
    if (this.#fault) throw this.#fault;
    return result;
  }

  /** What the work asks with: as the pool is asked, and on this connection. */
  #statements(): Tx {
    const own = {
      unsafe: (...given: Parameters<postgres.Sql['unsafe']>) => this.#own(this.#sql.unsafe(...given)),
      send: (...statements: Statement[]) => {
        if (statements.some((each) => (each as Query).handler !== this.#say))
          throw new Error('a statement of somebody else');
        // As anybody waits who does: so statements leave in the order in which they were asked for.
        Promise.all(statements).catch(() => undefined);
      },
    };
    return new Proxy(this.#sql, {
      apply: (target, self, args) => this.#own(Reflect.apply(target, self, args)),
      get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
    }) as unknown as Tx;
  }

  #own<T>(made: T): T {
    if (this.#over) throw this.#over;
    // Names and values are no statements.
    if (made instanceof Promise) Object.assign(made, { handler: this.#say });
    return made;
  }

  /** Where the driver brings a statement that is to be executed. */
  readonly #say = (query: Query): void => {
    query.catch((error: Error) => {
      this.#fault ??= error;
    });
    if (this.#over) {
      query.reject(this.#over);
      return;
    }
    if (query === this.#last) this.#over = new Error('a statement came after the end of its transaction');
    if (this.#full) this.#held.push(query);
    else this.#execute(query);
  };

  #execute(query: Query): void {
    this.#full = !this.#connection?.execute(query);
    // Its values could not be written down: the driver expects an answer to it nevertheless, and would mix them all up.
    if (query.string === undefined) this.#connection?.terminate();
  }

  /** Whatever was asked is answered: there is room again. */
  #go(): void {
    this.#full = false;
    for (let next = this.#held.shift(); next; next = this.#full ? undefined : this.#held.shift())
      this.#execute(next);
  }

  /** BEGIN is on its way. The connection is ours until the server says that no transaction is open. */
  #take(connection: Connection): void {
    this.#connection = connection;
    connection.onclose = this.#lose;
    connection.reserved = () => this.#go();
    this.#go();
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    this.#last = this.#own(this.#sql.unsafe(how));
    await this.#last;
  }
}
