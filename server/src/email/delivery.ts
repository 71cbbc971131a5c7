import { type Key, unseal } from '../crypto/seal.ts';
import { withinLimit } from '../within-limit.ts';
import type { ClaimedMail } from './queue.ts';
import { maxAttempts } from './schedule.ts';
import { SendError, type Transport } from './transport.ts';

type DeliveryOptions = { key: Key; transport: Transport; sendLimit: number };

/** Makes one attempt. Resolves with why it failed, or undefined once the mail was accepted. */
export async function attemptDelivery(
  mail: ClaimedMail,
  { key, transport, sendLimit }: DeliveryOptions,
): Promise<SendError | undefined> {
  // The last attempt was claimed and never marked: its worker died, and may have sent the mail.
  if (mail.attempts > maxAttempts) return new SendError('The last attempt was interrupted.', true);
  const body = openBody(key, mail.body);
  if (!body) return new SendError('The body cannot be read with the present key.', true);
  const { id, fromAddress: from, toAddress: to, subject } = mail;
  try {
    const sending = transport.send({ id, from, to, subject, ...body });
    await withinLimit(sending, sendLimit, () => new SendError('The transport did not answer in time.'));
    return undefined;
  } catch (error) {
    if (error instanceof SendError) return error;
    // Only the kind of an unforeseen error: its message may quote the mail.
    return new SendError(`${transport.name}: ${error instanceof Error ? error.name : 'unknown error'}`);
  }
}

function openBody(key: Key, sealed: Buffer | null): { text: string; html: string } | undefined {
  const opened = sealed && unseal(key, sealed);
  // Sealed by the outbox and unaltered, so it has the outbox's shape.
  return opened ? (JSON.parse(opened.toString()) as { text: string; html: string }) : undefined;
}
