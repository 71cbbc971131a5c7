import type { Db } from '../../platform/db/sql.ts';

/** A table whose rows are moved. A partitioned one stands for its partitions. */
export type Table = {
  name: string;
  /** For a statement: with its schema, quoted. */
  quoted: string;
  /** Those that can be written, quoted. */
  columns: string[];
  /** About how many bytes a row takes. */
  width: number;
};
export type Digest = { rows: number; digest: string | null };

/** The same text for the same value on every server, whatever its own settings. */
export async function fixFormats(db: Db): Promise<void> {
  await db`
    SELECT set_config('bytea_output', 'hex', true), set_config('intervalstyle', 'postgres', true),
           set_config('extra_float_digits', '1', true), set_config('lock_timeout', '10s', true)`;
}

/** What was left out is gone after a crash, too: tables that aren't logged. */
export async function listTables(db: Db): Promise<Table[]> {
  return db<Table[]>`
    SELECT c.relname AS name, c.oid::regclass::text AS quoted, columns,
           coalesce(pg_table_size(c.oid) / nullif(c.reltuples, 0), 1000)::float8 AS width
      FROM pg_class c, LATERAL (
             SELECT array_agg(quote_ident(attname)::text ORDER BY attnum) AS columns FROM pg_attribute
              WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS writable
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relpersistence = 'p' AND NOT EXISTS (
             SELECT 1 FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass AND deptype = 'e')
     ORDER BY c.relname`;
}

/** What a database holds besides an empty schema of ours: nothing, tables that aren't ours, or accounts. */
export async function foundIn(db: Db, ours: string[]): Promise<'nothing' | 'accounts' | { foreign: string }> {
  const tables = (await listTables(db)).map(({ name }) => name);
  const foreign = tables.find((name) => !ours.includes(name));
  if (foreign !== undefined) return { foreign };
  if (!tables.includes('audit_logs')) return 'nothing';
  const [row] = await db<{ used: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM organizations) OR EXISTS (SELECT 1 FROM audit_logs) AS used`;
  return row?.used ? 'accounts' : 'nothing';
}

export async function encodingOf(db: Db): Promise<string> {
  const [row] = await db<{ encoding: string }[]>`SELECT current_setting('server_encoding') AS encoding`;
  return row?.encoding ?? '';
}

/** The months of the audit trail, as days in them. */
export async function trailMonths(db: Db): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    SELECT (low AT TIME ZONE 'UTC')::date::text AS day FROM audit_partitions ORDER BY low`;
  return rows.map(({ day }) => day);
}

export async function makeTrailMonths(db: Db, days: string[]): Promise<void> {
  for (const day of days) await db`SELECT make_audit_partition(${day}::date)`;
}

/**
 * Takes rules and reactions away, so that rows can be written as they are, in any order. Returns the statements that
 * put them back, which check every row.
 */
export async function suspendRules(db: Db): Promise<string[]> {
  const foreignKeys = await db<{ drop: string; add: string }[]>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
      FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace`;
  const triggers = await db<{ disable: string; enable: string }[]>`
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS disable,
           format('ALTER TABLE %s ENABLE %s TRIGGER %I', tgrelid::regclass,
                  CASE tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, tgname) AS enable
      FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND NOT tgisinternal AND tgparentid = 0
       AND tgenabled <> 'D'`;
  for (const { drop } of foreignKeys) await db.unsafe(drop);
  for (const { disable } of triggers) await db.unsafe(disable);
  return [...foreignKeys.map(({ add }) => add), ...triggers.map(({ enable }) => enable)];
}

export async function restoreRules(db: Db, rules: string[]): Promise<void> {
  for (const rule of rules) await db.unsafe(rule);
}

export async function empty(db: Db, { quoted }: Table): Promise<void> {
  await db.unsafe(`DELETE FROM ${quoted}`);
}

/** Rows as PostgreSQL itself writes them, as many at a time as fit in memory. */
export async function* readRows(db: Db, { quoted, width }: Table, bytes: number): AsyncGenerator<string[]> {
  const count = Math.max(1, Math.min(5000, Math.floor(bytes / width)));
  await db.unsafe(`DECLARE moving NO SCROLL CURSOR FOR SELECT t::text AS line FROM ${quoted} t`);
  for (;;) {
    const rows = await db.unsafe<{ line: string }[]>(`FETCH ${count} FROM moving`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await db.unsafe('CLOSE moving');
}

/** Each row is parsed once: OFFSET keeps the planner from repeating it for every column. */
export async function writeRows(db: Db, { quoted, columns }: Table, lines: string[]): Promise<void> {
  await db.unsafe(
    `INSERT INTO ${quoted} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => `(line).${column}`).join(', ')}
       FROM (SELECT value::${quoted} AS line FROM json_array_elements_text($1::text::json) OFFSET 0) AS lines`,
    [JSON.stringify(lines)],
  );
}

/** The same for the same rows in any order. */
export async function digestOf(db: Db, { quoted }: Table): Promise<Digest> {
  const [row] = await db.unsafe<Digest[]>(
    `SELECT count(*)::float8 AS rows, sum(('x' || left(md5(t::text), 15))::bit(60)::bigint)::text AS digest
       FROM ${quoted} t`,
  );
  return row ?? { rows: 0, digest: null };
}

type Sequence = { name: string; value: string; used: boolean };

export async function readSequences(db: Db): Promise<Sequence[]> {
  const names = await db<{ name: string }[]>`
    SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY relname`;
  const found: Sequence[] = [];
  for (const { name } of names)
    found.push(
      ...(await db.unsafe<Sequence[]>(
        `SELECT '${name}' AS name, last_value::text AS value, is_called AS used FROM ${name}`,
      )),
    );
  return found;
}

export async function setSequence(db: Db, { name, value, used }: Sequence): Promise<void> {
  await db`SELECT setval(${name}::regclass, ${value}::bigint, ${used})`;
}
