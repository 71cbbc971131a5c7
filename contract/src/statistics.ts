import { z } from 'zod';
import { organizationFilter } from './audit-shapes.ts';
import { endpoint } from './endpoint.ts';
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
    organizationId: organizationFilter,
  }),
  responses: { 200: Statistics },
  errors: ['VALIDATION_FAILED'],
});
