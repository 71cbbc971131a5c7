import type { LoginBody, TwoFactorRequiredBody } from '@latchkey/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { isAdmin } from '../identity/caller/policy.ts';
import type { LoginGrant } from '../identity/sign-in/complete-login.ts';
import type { PendingLogin } from '../identity/sign-in/first-factor.ts';
import { presentUser } from '../records/present-user.ts';
import type { Kernel } from './route.ts';

/** The end of a first factor: a session, or the token to send with the second one. */
export function answerLogin(
  kernel: Pick<Kernel, 'deps' | 'jar'>,
  grant: LoginGrant | PendingLogin,
  reply: FastifyReply,
): z.infer<typeof LoginBody> | z.infer<typeof TwoFactorRequiredBody> {
  if ('pendingToken' in grant) return { requiresTwoFactor: true, ...grant };
  return answerSession(kernel, grant, reply);
}

/** The end of every login: cookies for browsers, tokens for other clients, and whether two-factor must come first. */
export function answerSession(
  { deps, jar }: Pick<Kernel, 'deps' | 'jar'>,
  grant: LoginGrant,
  reply: FastifyReply,
): z.infer<typeof LoginBody> {
  jar.grant(reply, grant);
  return {
    message: 'You are signed in.',
    user: presentUser(grant.user, { forAdmin: isAdmin(grant), rules: deps.config }),
    tokens: grant.tokens,
    csrfToken: grant.csrfToken,
    ...(grant.mustSetUpTwoFactor && {
      requiresTwoFactorSetup: true as const,
      redirectTo: '/profile/security',
    }),
  };
}
