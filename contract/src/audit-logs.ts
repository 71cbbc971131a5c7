import { z } from 'zod';
import {
  AuditEntry,
  AuditSummary,
  auditPage,
  auditSummaryLimits,
  organizationFilter,
} from './audit-shapes.ts';
import { endpoint } from './endpoint.ts';
import { auditCategories } from './events.ts';
import { Id, IdParams, Timestamp, text } from './fields.ts';
import { pageQuery } from './pagination.ts';

const notADate = 'Must be an ISO 8601 date, or date and time.';
// The range that both the database and a four-digit ISO year can hold.
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** A date without a time means the given time of that day. A time without a zone is UTC. */
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
  action: text(60).optional().describe('The exact name of an action. An unknown one matches nothing.'),
  userEmail: text(255).optional().describe('Part of the address. Case is ignored.'),
  ipAddress: text(45).optional().describe('The exact address of the client.'),
  reason: text(100)
    .optional()
    .describe('The exact reason that the metadata gives, such as that of a failed sign-in.'),
  userId: Id.optional().describe('What this user did, and what was done to them.'),
  from: moment('00:00:00.000').describe(
    'This time or later. A date alone means the beginning of that day in UTC.',
  ),
  to: moment('23:59:59.999').describe('This time or earlier. A date alone means the end of that day in UTC.'),
  organizationId: organizationFilter,
};

function inOrder(query: { from?: Date | undefined; to?: Date | undefined }, context: z.RefinementCtx): void {
  if (query.from && query.to && query.from > query.to)
    context.addIssue({ code: 'custom', path: ['from'], message: 'Must not be after to.' });
}

const access = { kind: 'permission', permission: 'audit:read', orOrganizationRole: 'ADMIN' } as const;

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs',
  summary: 'List audit entries, newest first',
  description:
    "An organization's ADMIN or OWNER sees its entries. A caller with audit:read sees those of their own " +
    'organization; those of all, if they have none; or those they ask for with organizationId. ' +
    `With export=true, a page holds up to ${auditPage.exportMax} entries; for more, use the export. An account gets two ` +
    'such answers at a time, exports included.',
  access,
  organizationKey: 'latchkey:audit',
  large: 'export',
  mayBeLate: true,
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
      totalIsEstimate: z.literal(true).optional().describe('Past 10000 entries, the total is an estimate.'),
    }),
  },
  errors: ['VALIDATION_FAILED'],
});

export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs/export',
  summary: 'Download audit entries',
  description:
    'Streams every matching entry, newest first, without a limit. In CSV, the metadata is one cell of JSON. An ' +
    'apostrophe goes before anything a spreadsheet could run as a formula, whether it splits at commas, semicolons ' +
    'or tabs. An account gets two such answers at a time.',
  access,
  organizationKey: 'latchkey:audit',
  large: 'always',
  mayBeLate: true,
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
  summary: 'Count audit events by day',
  description:
    'The numbers behind the dashboard: days in UTC, today last. Covers the entries the caller may list.',
  access,
  mayBeLate: true,
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

export const auditSummary = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs/summary',
  summary: 'Count audit entries over time, and failures by reason and address',
  description:
    'Takes the filters of the list. The bars cover the time between from (else seven days before to) and to (else now), ' +
    `at most ${auditSummaryLimits.bars} of them: minutes or hours for up to two days, days in UTC for more. Days without other ` +
    `filters than category, action and organization are exact; other bars count up to ${auditSummaryLimits.perBar} entries. ` +
    'There are no bars for part of an address that many accounts have. Failures are grouped by action and reason, and by ' +
    `address: up to ${auditSummaryLimits.failures} of each action, the newest ones.`,
  access,
  query: z.object(filters).superRefine(inOrder),
  responses: { 200: AuditSummary },
  errors: ['VALIDATION_FAILED'],
});

const Hash = z.string().regex(/^[\da-f]{64}$/);

export const auditHead = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs/head',
  summary: 'Get the newest seal of the audit trail',
  description:
    'Keep the root somewhere else: with it, `latchkey audit verify --head` detects even the removal of the ' +
    'newest entries together with their seals. Before the first seal, sequence is 0 and the rest is null.',
  access,
  responses: {
    200: z.object({
      sequence: z.number().int(),
      root: Hash.nullable(),
      sealedAt: Timestamp.nullable(),
    }),
  },
});

const AuditProof = z
  .object({
    entry: AuditEntry,
    createdAt: z.string().describe('The createdAt of the entry to the microsecond, as it was sealed.'),
    salt: z
      .string()
      .nullable()
      .describe('The salt of the hashes below, in hexadecimal. Null if the personal fields were erased.'),
    hashes: z.object({ userEmail: Hash, ipAddress: Hash, userAgent: Hash }),
    hashed: z
      .array(z.string())
      .describe('The fields that entered the seal as hashes. In the leaf, those of the metadata are null.'),
    clientSalt: z
      .string()
      .optional()
      .describe(
        'If an ADMIN acted as the user: the salt for ipAddress and userAgent. Absent once they were erased.',
      ),
    metadataSalt: z
      .string()
      .nullable()
      .optional()
      .describe('The salt of metadataHashes, in hexadecimal. Null if those fields were erased.'),
    metadataHashes: z.record(z.string(), Hash).optional().describe('By dotted path. Part of the leaf.'),
    leaf: Hash,
    path: z
      .array(z.object({ side: z.enum(['left', 'right']), hash: Hash }))
      .describe('From the leaf up to entriesRoot.'),
    seal: z.object({
      sequence: z.number().int(),
      entries: z.number().int(),
      oldest: Timestamp,
      newest: Timestamp,
      sealedAt: Timestamp,
      entriesRoot: Hash,
      previousRoot: Hash,
      root: Hash,
    }),
  })
  .meta({ id: 'AuditProof' });
export type AuditProof = z.infer<typeof AuditProof>;

export const auditProof = endpoint({
  method: 'GET',
  path: '/api/admin/audit-logs/:id/proof',
  summary: 'Prove that an audit entry was sealed as it is',
  description:
    'Everything you need to compute the root of its seal from the entry, without any other entry. See ' +
    'docs/audit-trail.md.',
  access,
  params: IdParams,
  responses: { 200: AuditProof },
  errors: ['AUDIT_ENTRY_NOT_SEALED'],
});
