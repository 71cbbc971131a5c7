import type postgres from 'postgres';
import { connectionClosed } from './dial.ts';
import { isLoss, outcomeUnknown } from './server-faults.ts';
import type { Begin, PoolWatch, Statement, Tx } from './sql.ts';

/** What the driver's own transactions use of a connection and of a statement; its types omit it. */
type Connection = {
  /** False: send nothing more until it calls `reserved`. */
  execute(query: Query): boolean;
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
  terminate(): void;
};
type Query = Statement & { handler(query: Query): void; reject(error: Error): void; string?: string };
type Work<T> = (tx: Tx) => T | Promise<T>;

/** `watch` hears how long a transaction waited for a connection; `limits` is sent along with BEGIN. */
type Pool = { watch: PoolWatch; limits(): string; state: { ended: boolean } };

const aborted = '25P02';

/**
 * The driver's own `begin` waits for the answer to BEGIN before the first statement, and for the answer to the last one
 * before COMMIT. Here BEGIN leaves with the first statement, and COMMIT with what was sent last (see `Tx`). A lost
 * connection ends the transaction, whatever its work still asks for: the driver would run that on the next connection,
 * outside any transaction or inside another one.
 */
export function pipelinedBegin(sql: postgres.Sql, pool?: Pool): Begin {
  return async <T>(...given: [Work<T>] | [string, Work<T>]): Promise<T> => {
    const [options, work] = given.length === 1 ? ['', given[0]] : given;
    if (pool?.state.ended) throw connectionClosed();
    const transaction = new Transaction(sql, options, pool);
    return Promise.race([transaction.run(work), transaction.lost]).catch((error) => {
      throw /read only/i.test(options) ? error : transaction.verdict(error);
    });
  };
}

class Transaction {
  /** Rejects when the connection is lost or none is available. */
  readonly lost: Promise<never>;
  #lose: (error: Error) => void = () => {};
  readonly #sql: postgres.Sql;
  #connection: Connection | undefined;
  /** Statements that cannot leave yet: there is no connection, or it takes one at a time. */
  readonly #held: Query[] = [];
  #full = true;
  /** The first error. PostgreSQL then rolls everything back, and its answer to COMMIT is not an error. */
  #fault: Error | undefined;
  /** Why nothing more can be sent. */
  #over: Error | undefined;
  #last: Query | undefined;
  #commits = false;

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

  /** Why it failed. If the connection was lost after COMMIT was sent, only the server knows whether it did. */
  verdict(error: Error): Error {
    if (!this.#commits || this.#last?.string === undefined || !isLoss(error)) return error;
    return this.#fault && !isLoss(this.#fault) ? this.#fault : outcomeUnknown(error);
  }

  /** What the work runs statements with: the pool's interface, on this connection. */
  #statements(): Tx {
    const own = {
      unsafe: (...given: Parameters<postgres.Sql['unsafe']>) => this.#own(this.#sql.unsafe(...given)),
      send: (...statements: Statement[]) => {
        if (statements.some((each) => (each as Query).handler !== this.#say))
          throw new Error('the statement belongs to another transaction');
        // Awaited like any other statement, so they leave in the order they were asked for.
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
    // Names and values are not statements.
    if (made instanceof Promise) Object.assign(made, { handler: this.#say });
    return made;
  }

  /** The driver calls this with each statement to execute. */
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
    // Its values could not be serialized. The driver still expects an answer to it, and would mix up all the answers.
    if (query.string === undefined) this.#connection?.terminate();
  }

  /** Everything asked so far is answered: there is room again. */
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
    this.#commits = how === 'commit';
    this.#last = this.#own(this.#sql.unsafe(how)) as unknown as Query;
    await this.#last;
  }
}
