import { z } from 'zod';
import { type AuditAction, auditActions, auditCategories } from './events.ts';
import { Id, Timestamp, text } from './fields.ts';

/** A page holds at most `max` entries, or `exportMax` with `export=true`. The export has no limit. */
export const auditPage = { default: 50, max: 100, exportMax: 10_000 } as const;

/** What a summary counts at most, so that it takes as long for a large trail as for a small one. */
export const auditSummaryLimits = { bars: 60, perBar: 1000, failures: 1000, groups: 5 } as const;

/** Actions that say that a sign-in, or a proof for one, failed. */
export const failedSignIns = [
  'AUTH_LOGIN_FAILURE',
  'AUTH_2FA_FAILURE',
  'AUTH_PASSKEY_FAILURE',
  'AUTH_OAUTH_LOGIN_FAILED',
  'AUTH_SSO_LOGIN_FAILED',
  'AUTH_HOOK_DENIED',
] as const satisfies AuditAction[];

/** Of those who may see only their own, any value is taken, and none counts. */
export const organizationFilter = text(100)
  .optional()
  .describe('With audit:read: an id, or all. Without it, you see your own organization whatever you send.');

const count = z.number().int();

export const AuditSummary = z
  .object({
    bars: z.array(
      z.object({
        from: Timestamp,
        to: Timestamp.describe('The last millisecond: as the filters take it.'),
        events: count,
        failures: count.describe('How many of the events are failed sign-ins.'),
        atLeast: z.literal(true).optional().describe('There are more than were counted.'),
      }),
    ),
    tooBroad: z.literal(true).optional().describe('Too many accounts match userEmail: nothing is counted.'),
    reasons: z.array(z.object({ action: z.enum(auditActions), reason: z.string().nullable(), count })),
    addresses: z.array(z.object({ ipAddress: z.string(), count })),
  })
  .meta({ id: 'AuditSummary' });
export type AuditSummary = z.infer<typeof AuditSummary>;

export const AuditEntry = z
  .object({
    id: Id,
    userId: Id.nullable(),
    userEmail: z.string().nullable().describe('Kept when the user is deleted. Null if the system acted.'),
    action: z.enum(auditActions),
    category: z.enum(auditCategories),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    organizationId: Id.nullable(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
    sealed: z
      .boolean()
      .optional()
      .describe(
        'In lists only. True means that any change to the entry can now be detected; it becomes true within ten seconds.',
      ),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;
