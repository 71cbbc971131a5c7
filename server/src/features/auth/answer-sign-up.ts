import type { FastifyReply } from 'fastify';
import { answerSession } from '../../http/answer-login.ts';
import type { Kernel } from '../../http/route.ts';
import { presentUser } from '../../records/present-user.ts';
import type { SignedUp } from './sign-up.ts';

/** A new account, and its session if it has one: cookies for browsers, tokens for other clients. */
export function answerSignUp(
  kernel: Pick<Kernel, 'deps' | 'jar'>,
  { user, organization, grant, backupCodes }: SignedUp,
  reply: FastifyReply,
) {
  const session = grant ? answerSession(kernel, grant, reply) : {};
  const shown = presentUser(grant?.user ?? user, { forAdmin: false, rules: kernel.deps.config });
  const message = 'Welcome. Check your mail to verify your address.';
  return { ...session, message, user: { ...shown, organization }, ...(backupCodes && { backupCodes }) };
}
