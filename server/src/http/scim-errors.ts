import {
  describeError,
  messageOf,
  type ScimErrorBody,
  scimMediaType,
  scimSchemas,
  scimTypeOf,
} from '@latchkey/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../platform/refusal.ts';

/** Everything below the prefix speaks SCIM, even where there is no route. */
export function isScimPath(url: string): boolean {
  return /^\/api\/scim(?=[/?]|$)/.test(url);
}

/** A refusal in the format of RFC 7644. */
export function sendScimError(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused } = refusal;
  const { status } = describeError(refused);
  const scimType = scimTypeOf(refused);
  const body: ScimErrorBody = {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(scimType && { scimType }),
    detail: detailOf(refusal),
  };
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="scim"');
  if (request.call) request.call.spoken = body;
  return reply.code(status).type(`${scimMediaType}; charset=utf-8`).serializer(JSON.stringify).send(body);
}

/** For the people who set up a directory, in its log. */
function detailOf({ refused, details, retryAfterSeconds }: Refusal): string {
  if (typeof details?.description === 'string') return details.description;
  if (refused === 'UNAUTHENTICATED') return "Send a token of your organization's directory as Bearer.";
  if (refused === 'UNSUPPORTED_MEDIA_TYPE') return `Send ${scimMediaType} or application/json.`;
  if (refused === 'LAST_OWNER') return 'This is the last active OWNER of the organization.';
  if (refused === 'BREAK_GLASS_REQUIRED')
    return 'This is the last OWNER who could sign in without single sign-on, which is required.';
  if (refused === 'VALIDATION_FAILED') return `Not valid: ${Object.keys(details ?? {}).join(', ')}.`;
  return messageOf(refused, retryAfterSeconds);
}
