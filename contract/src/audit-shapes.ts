import { z } from 'zod';
import { auditActions, auditCategories } from './events.ts';
import { Id, Timestamp } from './fields.ts';

/** A page holds at most `max` entries, or `exportMax` with `export=true`. The export has no limit. */
export const auditPage = { default: 50, max: 100, exportMax: 10_000 } as const;

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
