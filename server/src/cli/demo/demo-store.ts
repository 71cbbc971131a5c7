import type { Db } from '../../platform/db/sql.ts';

/** Whether any account exists. Blocks registrations until the transaction ends. */
export async function isInhabited(db: Db): Promise<boolean> {
  await db`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
  return (await db`SELECT 1 FROM users LIMIT 1`).length > 0;
}

/** Ids of the built-in roles, by name. */
export async function systemRoleIds(db: Db): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`SELECT id, name FROM roles WHERE is_system`;
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The catalog of what roles of organizations may permit. */
export async function fillCatalog(
  db: Db,
  permissions: { name: string; description: string }[],
): Promise<void> {
  const [names, descriptions] = [
    permissions.map(({ name }) => name),
    permissions.map(({ description }) => description),
  ];
  await db`UPDATE organization_permissions SET names = ${names}, descriptions = ${descriptions}`;
}

const batch = 500;

/** Many rows of one table. Columns are the rows' own keys; jsonb goes in as an object. */
export async function insertRows(db: Db, table: string, rows: Record<string, unknown>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += batch)
    await db`INSERT INTO ${db(table)} ${db(rows.slice(from, from + batch) as Record<string, never>[])}`;
}
