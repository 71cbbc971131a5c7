import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { auditActions, auditCategories } from './events.ts';
import { Id, Timestamp, text } from './fields.ts';
import { pageQuery } from './pagination.ts';

/** A page holds `max` entries at most; `export=true` raises that to `exportMax`. The stream has no limit. */
export const auditPage = { default: 50, max: 100, exportMax: 10_000 } as const;

export const AuditEntry = z
  .object({
    id: Id,
    userId: Id.nullable(),
    userEmail: z.string().nullable().describe('Kept when the user is deleted. Without a user: System.'),
    action: z.enum(auditActions),
    category: z.enum(auditCategories),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    organizationId: Id.nullable(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const notADate = 'Must be an ISO 8601 date, or date and time.';
// What a database and an ISO string of four digits can both say.
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** A bare date stands for the given moment of that day; a time without a zone is UTC. */
function moment(timeOfDay: string) {
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], notADate)
    .transform((value) => {
      if (!value.includes('T')) return new Date(`${value}T${timeOfDay}Z`);
      return new Date(/(Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}Z`);
    })
    .refine((date) => date.getTime() >= earliest && date.getTime() <= latest, notADate)
    .optional();
}

const filters = {
  category: z.enum(auditCategories, `One of ${auditCategories.join(', ')}.`).optional(),
  action: text(60).optional().describe('An exact action. One that does not exist matches nothing.'),
  userEmail: text(255).optional().describe('A part of the address, in any case.'),
  from: moment('00:00:00.000').describe('From this moment, or from the beginning of this day (UTC).'),
  to: moment('23:59:59.999').describe('To this moment, or to the end of this day (UTC), inclusive.'),
  organizationId: text(100)
    .optional()
    .describe(
      'For a system ADMIN: an id, or all. Everybody else sees the own organization whatever is sent.',
    ),
};

function inOrder(query: { from?: Date | undefined; to?: Date | undefined }, context: z.RefinementCtx): void {
  if (query.from && query.to && query.from > query.to)
    context.addIssue({ code: 'custom', path: ['from'], message: 'Must not be after to.' });
}

const access = { kind: 'permission', permission: 'audit:read', orOrganizationRole: 'ADMIN' } as const;

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs',
  summary: 'The audit trail, newest first',
  description:
    'An ADMIN or OWNER of an organization sees its entries. A system ADMIN sees those of his own organization, ' +
    'or of all when he has none or asks with organizationId. ' +
    'With export=true a page may hold up to 10000 entries; for more, use the export.',
  access,
  query: z
    .object({
      ...filters,
      ...pageQuery({ limit: auditPage.default, max: auditPage.exportMax }),
      export: z
        .enum(['true', 'false'], 'Must be true or false.')
        .transform((value) => value === 'true')
        .default(false),
    })
    .superRefine(inOrder),
  responses: {
    200: z.object({
      logs: z.array(AuditEntry),
      total: z.number().int(),
      page: z.number().int(),
      pageSize: z.number().int(),
      totalPages: z.number().int(),
      totalIsEstimate: z.literal(true).optional().describe('Past 10000 entries the total is an estimate.'),
    }),
  },
  errors: ['VALIDATION_FAILED'],
});

export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs/export',
  summary: 'Download the audit trail',
  description:
    'Streams every matching entry, newest first, without a limit. In CSV the metadata is one cell of JSON, and ' +
    'what a spreadsheet would run as a formula, split at commas, semicolons or tabs, is preceded by an apostrophe.',
  access,
  query: z
    .object({ ...filters, format: z.enum(['csv', 'jsonl'], 'One of csv, jsonl.').default('csv') })
    .superRefine(inOrder),
  responses: {
    200: { binary: ['text/csv', 'application/x-ndjson'], description: 'The entries, as an attachment.' },
  },
  errors: ['VALIDATION_FAILED'],
});

export const auditActivity = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs/activity',
  summary: 'How much happened, day by day',
  description:
    'The figures behind the dashboard: whole days in UTC, oldest first, today last. Scoped as the trail is.',
  access,
  query: z.object({
    days: z
      .string()
      .regex(/^([1-9]|[1-8]\d|90)$/, 'Must be from 1 to 90.')
      .transform(Number)
      .default(30),
    organizationId: filters.organizationId,
  }),
  responses: {
    200: z.object({
      days: z.array(
        z.object({
          date: z.iso.date(),
          events: z.number().int(),
          signIns: z.number().int(),
          failures: z.number().int(),
          lockouts: z.number().int(),
          newUsers: z.number().int(),
        }),
      ),
    }),
  },
  errors: ['VALIDATION_FAILED'],
});

export const auditEndpoints = { listAuditLogs, exportAuditLogs, auditActivity };
