import type { AskedHook } from '../hooks/hook-store.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { ClaimedMail } from './queue-store.ts';
import { type OutgoingMessage, SendError } from './transport.ts';

/** Leaves a mail to the operator's own sender. Resolves with why it wasn't taken, or undefined once it was. */
export async function sendByHook(
  hooks: Pick<Hooks, 'ask'>,
  hook: AskedHook,
  { id, ...mail }: OutgoingMessage & Pick<ClaimedMail, 'type' | 'locale' | 'userId'>,
): Promise<SendError | undefined> {
  const { to, from, subject, text, html, type, locale, userId } = mail;
  const data = { to, from, subject, text, html, type, locale, userId };
  const { answer, responseStatus, error } = await hooks.ask(hook, { point: 'mail.send', data, id });
  return answer ? undefined : new SendError(`Hook: ${error ?? responseStatus}`);
}
