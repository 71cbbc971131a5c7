import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@latchkey/server/testing/database';
import { expect, test } from 'vitest';
import { addressLocks, locks, subscriberLocks } from './locks.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));

test('no two advisory locks have the same number', () => {
  const numbers = [...Object.values(locks), addressLocks, subscriberLocks];
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('no other source file has the number of a lock', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const holders = files.filter((name) => {
    const text = readFileSync(join(source, name), 'utf8').replaceAll('_', '');
    return /7236491|pg(try)?advisory\w*\(\s*\d/.test(text);
  });
  expect(holders.sort()).toEqual(['platform/db/locks.test.ts', 'platform/db/locks.ts']);
});

test('the functions of the database use only the numbers of these locks', async () => {
  const database = await testDatabase();
  const found = await database.sql<{ name: string; number: string }[]>`
    SELECT p.proname AS name, (regexp_matches(p.prosrc, 'advisory\\w*\\((\\d+)', 'g'))[1] AS number
      FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace ORDER BY 1`;
  expect(found.map(({ name, number }) => [name, Number(number)])).toEqual([
    ['lock_privileges', locks.privileges],
    ['make_audit_partition', locks.auditPartitions],
  ]);
});
