import { type AuditAction, categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../src/platform/db/sql.ts';
import { type AuditRow, insertEntry } from '../src/records/audit/audit-store.ts';
import { bodyOf } from '../src/records/audit/record.ts';
import { newUser, type TestService } from './service.ts';

/** Writes an entry as the service would have, with only what a test cares about. */
export async function enter(
  service: TestService,
  { action = 'AUTH_LOGOUT', ...more }: Partial<AuditRow> & { action?: AuditAction } = {},
): Promise<string> {
  const id = uuidv7();
  await insertEntry(service.sql, {
    id,
    userId: null,
    userEmail: null,
    organizationId: null,
    action,
    category: categoryOf(action),
    ipAddress: '192.0.2.7',
    userAgent: 'curl/8',
    metadata: {},
    createdAt: service.clock.now(),
    // Without a user, which an event would otherwise show.
    event: bodyOf({ action, user: null, organizationId: null, metadata: {} } as never, service.clock.now()),
    ...more,
  });
  return id;
}

/** Generates entries a millisecond apart, the last of them now, all of one organization. `fill` makes them long. */
export async function enterMany(
  service: TestService,
  count: number,
  organizationId: string | null = null,
  fill?: string,
): Promise<void> {
  const more = JSON.stringify({ fill });
  await service.sql`
    INSERT INTO audit_logs (id, user_email, action, category, organization_id, metadata, created_at)
    SELECT uuidv7(), 'person' || n % 100 || '@many.example', 'AUTH_LOGIN_SUCCESS', 'authentication', ${organizationId}::uuid,
           jsonb_build_object('n', n) || ${more}::text::jsonb, ${service.clock.now()}::timestamptz - n * interval '1 millisecond'
      FROM generate_series(1, ${count}::int) n`;
}

/** Removes entries of one organization or all, bypassing the triggers of the trail. */
export async function emptyTrail({ sql }: TestService, organizationId: string | null = null): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`
      WITH gone AS (
        DELETE FROM audit_logs WHERE ${organizationId}::uuid IS NULL OR organization_id = ${organizationId} RETURNING *),
      unqueued AS (DELETE FROM audit_unsealed WHERE entry_id IN (SELECT id FROM gone))
      INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, detail, hour, n)
      SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, action, category, user_email,
             audit_detail(action, metadata), date_trunc('hour', created_at), -count(*)
        FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7`;
  });
}

/** A new user with an organization, and its id. Their own entries are removed: tests write theirs. */
export async function newOwnerWithEmptyTrail(service: TestService) {
  const owner = await newUser(service);
  await emptyTrail(service, owner.organizationId);
  return owner;
}

/** What entries of one address in one organization leave to be folded, a row each, as separate transactions do. */
export async function leaveUnfolded(db: Db, entries: number, n = 1): Promise<void> {
  await db`
    INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
    SELECT ${unfolded.organizationId}, current_date, 'AUTH_LOGOUT', 'authentication', ${unfolded.email}, ${n}
      FROM generate_series(1, ${entries}::int)`;
}
const unfolded = {
  organizationId: '00000000-0000-7000-8000-000000000001',
  email: 'one@burst.example',
};

/** How many entries the figures know of them. Null: there is no row any more. */
export async function foldedOf(db: Db): Promise<{ email: number | null; organization: number | null }> {
  const [row] = await db<{ email: number | null; organization: number | null }[]>`
    SELECT (SELECT entries::int FROM audit_emails WHERE email = ${unfolded.email}) AS email,
           (SELECT entries::int FROM audit_organizations WHERE organization_id = ${unfolded.organizationId}) AS organization`;
  return row ?? { email: null, organization: null };
}

/** How many rows that have to be folded are on the first three pages of their table. */
export async function unfoldedAtFirst(db: Db): Promise<number> {
  const [row] = await db<{ first: number }[]>`
    SELECT count(*)::int AS first FROM audit_unfolded WHERE ctid < '(3,0)'`;
  return row?.first ?? 0;
}
