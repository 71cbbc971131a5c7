import { type Endpoint, scimTokenLiteral } from '@latchkey/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordScimError } from '../identity/memberships/scim-error-store.ts';
import { findScimToken } from '../identity/memberships/scim-token-store.ts';
import { sha256 } from '../platform/crypto/credentials.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';
import { announce } from './limits.ts';
import { takeTurn } from './take-turn.ts';

/** The directory of an organization, by its token. */
export type Directory = { tokenId: string; organizationId: string };

/** Whether only a directory may call this. */
export function isForDirectory({ dialect, access }: Pick<Endpoint, 'dialect' | 'access'>): boolean {
  return dialect === 'scim' && access.kind === 'token';
}

// 32 bytes in base64url.
const bearer = new RegExp(`^Bearer +(${scimTokenLiteral}[\\w-]{43})$`, 'i');

/** Finds the directory whose token a request brings, and counts the request for its organization. */
export function admitDirectory(call: Call): undefined | Promise<Refusal | undefined> {
  return isForDirectory(call.route) ? admit(call) : undefined;
}

async function admit(call: Call): Promise<Refusal | undefined> {
  const { deps, request } = call;
  const refused = await takeTurn(call);
  if (refused) return refused;
  const secret = bearer.exec(request.headers.authorization ?? '')?.[1];
  const token = secret && (await findScimToken(deps.sql, sha256(secret)));
  if (!token) return refuse('UNAUTHENTICATED');
  const { id: tokenId, organizationId } = token;
  call.directory = { tokenId, organizationId };
  deps.lastUse.scimTokens.note(tokenId, deps.clock.now());
  const key = `scim:organization:${organizationId}`;
  const limited = announce(await deps.limiter.check(key, deps.config.limits.scim), call);
  if (limited) deps.metrics.rateLimited.inc({ limit: 'scim' });
  return limited;
}

/** Keeps what a directory was refused for its administrators, before it is told. Its own haste is not kept. */
export async function keepRefusal(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { directory, deps, spoken } = request.call ?? {};
  if (!directory || !deps || !spoken || reply.statusCode === 429) return;
  const { scimType = null, detail } = spoken;
  const { method, url: path } = request;
  const error = { at: deps.clock.now(), method, path, status: reply.statusCode, scimType, detail };
  await recordScimError(deps.sql, directory.organizationId, error).catch((failure: unknown) =>
    deps.log.warn({ err: failure }, 'a refusal of a directory could not be kept'),
  );
}
