import type { TestService } from './service.ts';

/**
 * Sends requests that add rows to a table, and lets none of them add one before each either has counted what is there or waits for
 * another: a limit that counts without a lock counts too few.
 */
export async function insertTogether<T>(
  { sql }: TestService,
  table: string,
  count: number,
  send: () => Promise<T>,
): Promise<T[]> {
  const sent: Promise<T>[] = [];
  await sql.unsafe(`
    CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(-1); RETURN NEW; END $$;
    CREATE TRIGGER wait_here BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_here()`);
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(-1)`;
    sent.push(...Array.from({ length: count }, send));
    // Not pg_stat_activity, which doesn't change within a transaction.
    const waiting = () => tx`
      SELECT 1 FROM pg_locks WHERE NOT granted AND pid IN (
        SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
    while ((await waiting()).length < count);
  });
  return Promise.all(sent).finally(() => sql.unsafe('DROP FUNCTION wait_here CASCADE'));
}
