import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const Status = z.object({ status: z.literal('ok') });

export const live = endpoint({
  method: 'GET',
  path: '/api/health/live',
  summary: 'Check that the process is up',
  turn: 'none',
  access: { kind: 'public' },
  responses: { 200: Status },
});

export const ready = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Check that the database is reachable and migrated',
  turn: 'none',
  access: { kind: 'public' },
  responses: { 200: Status },
  errors: ['UNAVAILABLE'],
});

export const resetRateLimits = endpoint({
  method: 'POST',
  path: '/api/test/reset-rate-limits',
  summary: 'Clear every rate limit counter',
  description: 'Development and test only: 404 in production.',
  access: { kind: 'public' },
  changesAccess: [],
  responses: { 200: z.object({ success: z.literal(true) }) },
  errors: ['NOT_FOUND'],
});
