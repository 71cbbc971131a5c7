import type postgres from 'postgres';
import { connectionClosed } from './dial.ts';
import { isLoss, outcomeUnknown } from './server-faults.ts';

/** What the driver's types omit. The text is there once the statement was sent. */
type Query = {
  options: object;
  string?: string;
  reject(error: Error): void;
  handler(query: Query): void;
};

const writes = /\b(insert|update|delete|merge)\b/i;

/**
 * Behind a pooler, a statement outside a transaction has its connection to itself. Otherwise the driver sends a statement
 * with values right after one without, and asks for its description without a Sync. When the pooler sees the answer to
 * the first, it gives the server to another client, and the description never arrives.
 *
 * If the answer to a statement that writes is lost, it may or may not have taken effect, and the error says so. Once the
 * pool has ended, statements are refused: the driver would keep them waiting.
 */
export function alone(sql: postgres.Sql, pool: { pooled?: boolean; ended: boolean }): postgres.Sql {
  // The driver sends nothing more on a connection when this returns false.
  const onexecute = () => pool.pooled !== true;
  let take: Query['handler'] | undefined;
  const handler = (query: Query) => (pool.ended ? query.reject(connectionClosed()) : take?.(query));
  const mark = <T>(made: T): T => {
    // Names and values are not statements.
    if (!(made instanceof Promise)) return made;
    const query = made as unknown as Query;
    const { options, reject } = query;
    Object.assign(options, { onexecute });
    // The same function for every statement of the pool.
    take ??= query.handler;
    query.handler = handler;
    query.reject = (error) =>
      reject(isLoss(error) && writes.test(query.string ?? '') ? outcomeUnknown(error) : error);
    return made;
  };
  const unsafe = (...given: Parameters<postgres.Sql['unsafe']>) => mark(sql.unsafe(...given));
  return new Proxy(sql, {
    apply: (target, self, args) => mark(Reflect.apply(target, self, args)),
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  });
}
