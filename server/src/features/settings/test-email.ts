import type { Context } from '../../identity/caller/caller.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { mailUser } from '../../records/email/outbox.ts';

const retryAfterSeconds = 3600;

/** Goes to the address of the caller only: it sends no mail to others. */
export async function sendTestEmail({
  deps,
  caller,
  origin,
}: Context): Promise<{ emailId: string } | Refusal<'RATE_LIMITED'>> {
  const sent = (await mailUser(deps, deps.sql, caller.user, {
    type: 'test_email',
    asked: origin.chosenLocale?.(),
    at: origin.now,
    link: `${deps.config.baseUrl}/admin/settings`,
  })) as { id: string }[];
  const emailId = sent[0]?.id;
  if (!emailId) return refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } });
  deps.outbox.wake();
  return { emailId };
}
