import { testDatabase } from '@latchkey/server/testing/database';
import { expect, test } from 'vitest';
import { fieldsOf } from './record.ts';

test('a row that PostgreSQL wrote as text is read field by field, whatever is in them', async () => {
  const texts = [
    'plain',
    '',
    null,
    'a,b',
    '(x)',
    ' ',
    'say "hi"',
    'back\\slash',
    '\\"',
    '""',
    'line\nline',
    'é, ü',
    null,
  ];
  const database = await testDatabase();
  const columns = texts.map((_, at) => `$${at + 1}::text`).join();
  const [row] = await database.sql.unsafe(`SELECT ROW(${columns})::text AS record`, texts);
  await database.drop();
  expect(fieldsOf(row?.record)).toEqual(texts);
});
