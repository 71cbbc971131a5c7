import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { statisticDays } from './limits.ts';
import { Statistics } from './statistics-shapes.ts';

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/statistics',
  summary: 'Compare a period with the one before',
  description:
    'What the dashboard shows. Covers what the caller may list in the audit log: without audit:read, their organization.',
  access: { kind: 'permission', permission: 'audit:read', orOrganizationRole: 'ADMIN' },
  query: z.object({
    days: z
      .enum(statisticDays, `One of ${statisticDays.join(', ')}.`)
      .transform(Number)
      .default(30),
    organizationId: z
      .union([Id, z.literal('all')], 'Must be an id, or all.')
      .optional()
      .describe(
        'With audit:read: an id, or all. Without it, you see your own organization whatever you send.',
      ),
  }),
  responses: { 200: Statistics },
  errors: ['VALIDATION_FAILED'],
});
