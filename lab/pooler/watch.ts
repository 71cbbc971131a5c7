import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import postgres from 'postgres';

const everyMs = 500;
const quiet = { max: 1, fetch_types: false, prepare: false, onnotice() {} };

type Sample = { at: number; lateMs: number; waiting: number; waitedMs: number; statementMs: number };

/**
 * What a slow request can be blamed on: how late this process ran, how many clients PgBouncer kept waiting and how
 * long, and the longest statement in PostgreSQL. If all but the first are near zero, the machine was too busy.
 */
export function watchPooler(pooler: string, server: string) {
  const admin = postgres(pooler, quiet);
  const database = postgres(server, quiet);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const samples: Sample[] = [];
  const sample = async () => {
    const [pools, [longest]] = await Promise.all([
      admin.unsafe('SHOW POOLS'),
      database.unsafe(`
        SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)) * 1000, 0) AS ms
          FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()`),
    ]);
    const most = (name: string) => Math.max(0, ...pools.map((pool) => Number(pool[name])));
    const waitedMs = most('maxwait') * 1000 + most('maxwait_us') / 1000;
    samples.push({
      at: performance.now(),
      lateMs: delay.max / 1e6,
      waiting: most('cl_waiting'),
      waitedMs,
      statementMs: Number(longest?.ms),
    });
    delay.reset();
  };
  const timer = setInterval(() => void sample().catch(() => undefined), everyMs);
  return {
    /** One line about the time since `from`. */
    async since(from: number): Promise<string> {
      await sample();
      const recent = samples.filter(({ at }) => at >= from);
      const most = (name: keyof Sample) => Math.round(Math.max(...recent.map((each) => each[name])));
      return [
        `this process up to ${most('lateMs')} ms late`,
        `${most('waiting')} clients waiting in PgBouncer, ${most('waitedMs')} ms at most`,
        `longest statement ${most('statementMs')} ms`,
        `load ${loadavg()[0]?.toFixed(1)}`,
      ].join('; ');
    },
    async close(): Promise<void> {
      clearInterval(timer);
      delay.disable();
      await Promise.all([admin.end({ timeout: 1 }), database.end({ timeout: 1 })]);
    },
  };
}
