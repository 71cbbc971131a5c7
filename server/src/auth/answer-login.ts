import type { LoginBody, TwoFactorRequiredBody } from '@latchkey/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { PendingLogin } from '../accounts/pass-first-factor.ts';
import { findPermissions } from '../accounts/permission-store.ts';
import { presentUser } from '../accounts/present-user.ts';
import type { SessionGrant } from '../accounts/session-grant.ts';
import { isAdmin, needsTwoFactorSetup } from '../caller/policy.ts';
import type { Kernel } from '../http/route.ts';

/** The end of a first factor: a session, or the token to send with the second one. */
export async function answerLogin(
  kernel: Pick<Kernel, 'deps' | 'jar'>,
  grant: SessionGrant | PendingLogin,
  reply: FastifyReply,
): Promise<z.infer<typeof LoginBody> | z.infer<typeof TwoFactorRequiredBody>> {
  if ('pendingToken' in grant) return { requiresTwoFactor: true, pendingToken: grant.pendingToken };
  return answerSession(kernel, grant, reply);
}

/** The end of every login: cookies for browsers, tokens for the others, and whether two-factor must come first. */
export async function answerSession(
  { deps, jar }: Pick<Kernel, 'deps' | 'jar'>,
  grant: SessionGrant,
  reply: FastifyReply,
): Promise<z.infer<typeof LoginBody>> {
  jar.grant(reply, grant);
  const holder = { user: grant.user, permissions: await findPermissions(deps.sql, grant.user.id) };
  return {
    message: 'You are signed in.',
    user: presentUser(grant.user, { forAdmin: isAdmin(holder) }),
    tokens: grant.tokens,
    csrfToken: grant.csrfToken,
    ...(needsTwoFactorSetup(holder, deps.config.twoFactorForAll) && {
      requiresTwoFactorSetup: true as const,
      redirectTo: '/profile/security',
    }),
  };
}
