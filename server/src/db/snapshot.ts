import type { Db, Sql } from './sql.ts';

/**
 * Related reads, as of one moment. Each statement is planned for its own values: a plan made once for any filter would
 * walk millions of rows for a rare one.
 */
export async function snapshot<T>(sql: Sql, read: (tx: Db) => Promise<T>): Promise<T> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    tx.send(
      tx`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true)`,
    );
    return read(tx);
  });
}
