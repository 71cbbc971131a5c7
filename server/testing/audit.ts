import { type AuditAction, categoryOf, eventTypeOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type AuditRow, insertEntry } from '../src/audit/store.ts';
import { newUser, type TestService } from './service.ts';

/** Writes an entry down as the service would have, with only what a test cares about. */
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
    event: { type: eventTypeOf(action), body: '{}' },
    ...more,
  });
  return id;
}

/** Generates entries a millisecond apart, the last of them now, all of one organization. */
export async function enterMany(
  service: TestService,
  count: number,
  organizationId: string | null = null,
): Promise<void> {
  await service.sql`
    INSERT INTO audit_logs (id, user_email, action, category, organization_id, metadata, created_at)
    SELECT uuidv7(), 'person' || n % 100 || '@many.example', 'AUTH_LOGIN_SUCCESS', 'authentication', ${organizationId}::uuid,
           jsonb_build_object('n', n), ${service.clock.now()}::timestamptz - n * interval '1 millisecond'
      FROM generate_series(1, ${count}::int) n`;
}

/** Somebody registered with an organization, and its id. His own entries are removed: tests bring theirs. */
export async function newOwnerWithEmptyTrail(service: TestService) {
  const owner = await newUser(service);
  await service.sql`DELETE FROM audit_logs WHERE organization_id = ${owner.organizationId}`;
  return owner;
}
