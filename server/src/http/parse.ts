import { type Endpoint, isBinary } from '@latchkey/contract';
import { z } from 'zod';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';
import { pathOf } from './errors.ts';
import { refuseParameters } from './headers.ts';

/** Parses path, query and body with their schemas; unknown fields are dropped. */
export function parseInput(call: Call): Refusal | undefined {
  const { route, request } = call;
  const params = route.params?.safeParse(request.params);
  if (params && !params.success) return refuseParameters(pathOf(request.url));
  const query = route.query?.safeParse(request.query);
  if (query && !query.success) return invalid(query.error);
  const body = readBody(route, request.body);
  if (body && !body.success) return invalid(body.error);
  call.input = { params: params?.data, query: query?.data, body: body?.data };
  return undefined;
}

function readBody(
  route: Endpoint,
  body: unknown,
): { success: true; data: unknown } | z.ZodSafeParseResult<unknown> | undefined {
  if (!route.body) return undefined;
  if (isBinary(route.body)) return { success: true, data: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
  return route.body.safeParse(body === undefined ? {} : body);
}

function invalid(error: z.ZodError): Refusal {
  const { fieldErrors, formErrors } = z.flattenError(error);
  return refuse('VALIDATION_FAILED', {
    details: { ...fieldErrors, ...(formErrors.length > 0 && { body: formErrors }) },
  });
}
