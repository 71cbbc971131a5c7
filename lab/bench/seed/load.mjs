import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startStep } from './progress.mjs';

const chunkLength = 1 << 16;

/** Loads `total` rows by COPY. `row(n)` returns a row's values in column order. */
export async function load(sql, table, columns, { total, row }) {
  const step = startStep(table, total);
  const into = await sql`COPY ${sql(table)} (${sql(columns)}) FROM STDIN`.writable();
  await pipeline(Readable.from(text(total, row, step.reach), { objectMode: false }), into);
  step.end();
}

function* text(total, row, reach) {
  let chunk = '';
  for (let n = 0; n < total; n++) {
    const values = row(n);
    if (values) chunk += `${values.map(cell).join('\t')}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    reach(n);
  }
  yield chunk;
}

const marks = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value) {
  if (value === null) return '\\N';
  return typeof value === 'string' && /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (mark) => marks[mark])
    : value;
}

/** Drops the indexes, which only slow down loading. Returns a function that rebuilds them. */
export async function setIndexesAside(sql, tables) {
  const indexes = await sql`
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY(${tables}::text[]::regclass[])
       AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
     ORDER BY 1`;
  for (const { name } of indexes) await sql`DROP INDEX ${sql(name)}`;
  return async () => {
    const step = startStep('indexes', indexes.length);
    for (const [at, { definition }] of indexes.entries()) {
      // On a partitioned table, this includes the partitions.
      await sql.unsafe(definition.replace(' ON ONLY ', ' ON '));
      step.reach(at + 1);
    }
    step.end();
  };
}
