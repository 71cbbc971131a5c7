import type { Db } from './sql.ts';

/** What a server says about itself, as far as it matters to the service. */
export type ServerFacts = {
  version: string;
  versionNumber: number;
  writable: boolean;
  maxConnections: number;
  /** The size of this database, in bytes. */
  size: number;
};

export async function readServer(db: Db): Promise<ServerFacts> {
  const [row] = await db<ServerFacts[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS version_number,
           current_setting('transaction_read_only') = 'off' AS writable,
           current_setting('max_connections')::int AS max_connections,
           pg_database_size(current_database())::float8 AS size`;
  if (!row) throw new Error('a server always answers with one row');
  return row;
}
