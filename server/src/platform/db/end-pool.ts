import type postgres from 'postgres';

/** What the driver's types omit: `close` ends every connection once its statements are answered. */
type Driver = { close(): Promise<void>; end: postgres.Sql['end'] };
/** Once `ended`, it takes no more statements. */
type Pool = { sockets: ReadonlySet<unknown>; ended: boolean };

const watchMs = 50;

/**
 * Ends a pool once its statements are answered, or when the time is up, in seconds. On its own, the driver also waits
 * for answers that lost connections owed it: after an outage, all the time it is given. Two looks in a row that find no
 * connection, not even one being opened, mean that no answer will come.
 */
export function endPool(driver: postgres.Sql, pool: Pool): postgres.Sql['end'] {
  const { close, end } = driver as unknown as Driver;
  let done: Promise<void> | undefined;
  return ({ timeout = Number.POSITIVE_INFINITY } = {}) => {
    done ??= new Promise<void>((resolve, reject) => {
      const latest = performance.now() + timeout * 1000;
      let empty = 0;
      const finish = () => {
        clearInterval(watch);
        end({ timeout: 0 }).then(resolve, reject);
      };
      const look = () => {
        empty = pool.sockets.size === 0 ? empty + 1 : 0;
        if (empty > 1 || performance.now() >= latest) finish();
      };
      const watch = setInterval(look, Math.min(watchMs, timeout * 1000));
      // What was asked just before has reached the driver by the next turn.
      setImmediate(() => {
        pool.ended = true;

        close().then(finish, reject);
      });
    });
    return done;
  };
}
