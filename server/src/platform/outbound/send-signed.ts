import type { Clock } from '../clock.ts';
import { forbiddenAddress } from './rules.ts';
import type { Outgoing, Sender, SendOutcome } from './sender.ts';
import { signedHeaders } from './sign.ts';

export type Attempt = { outcome: SendOutcome; durationMs: number };

export async function sendTimed(sender: Sender, outgoing: Outgoing): Promise<Attempt> {
  const started = performance.now();
  const outcome = await sender.post(outgoing);
  // How long a lookup took would tell internal names from unknown ones.
  const unsent = 'error' in outcome && outcome.error === forbiddenAddress;
  return { outcome, durationMs: unsent ? 0 : Math.round(performance.now() - started) };
}

/** `id`: the `webhook-id`. */
type Signed = Outgoing & { id: string; secrets: readonly Buffer[] };

export async function sendSigned(
  { clock, sender }: { clock: Clock; sender: Sender },
  { id, secrets, ...outgoing }: Signed,
): Promise<Attempt> {
  // Sealed under another key: a receiver could not verify an unsigned request, so nothing is sent.
  if (secrets.length === 0) return { outcome: { error: 'SECRET_UNREADABLE' }, durationMs: 0 };
  const signed = signedHeaders({ id, body: outgoing.body }, secrets, clock.now());
  return sendTimed(sender, { ...outgoing, headers: { ...outgoing.headers, ...signed } });
}

/** What is told of an attempt. */
export function toldOf({ outcome, durationMs }: Attempt) {
  const responseStatus = 'status' in outcome ? outcome.status : null;
  const error = 'error' in outcome ? outcome.error : null;
  return { responseStatus, error, durationMs };
}
