import { testDatabase } from '@latchkey/server/testing/database';
import { expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { connect } from './connect.ts';

const log = createLogger({ environment: 'test', logLevel: 'silent' });

test('times are read correctly, whatever date style and time zone the database has', async () => {
  const { sql, connection, drop } = await testDatabase();
  const { username, password, host, port, database: name } = connection;
  await sql.unsafe(`ALTER DATABASE ${name} SET datestyle = 'German'`);
  await sql.unsafe(`ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`);
  const url = `postgres://${username}:${password}@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`;
  const database = await connect(
    { database: { kind: 'server', url }, pool: { size: 2, prepare: undefined } },
    log,
  );
  for (const each of [database.sql, database.lookupSql]) {
    const [row] =
      await each`SELECT timestamptz '2026-02-03 04:05:06Z' AS at, timestamptz '2026-02-03 04:05:06Z'::text AS text`;
    expect(row).toEqual({ at: new Date('2026-02-03T04:05:06Z'), text: '2026-02-03 04:05:06+00' });
  }
  await database.close();
  await drop();
});
