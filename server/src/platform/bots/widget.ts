import { lifetimes } from '@latchkey/contract';
import type { Clock } from '../clock.ts';
import type { Widget } from '../config/bot-protection.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Log } from '../log.ts';
import type { Solved } from './proof-of-work.ts';

const answerMs = 3000;

type Given = { token: string; ipAddress: string };
type Answer = { success?: unknown; 'error-codes'?: unknown };

/** A token of the widget that its service accepts. If that can't be reached, everyone passes: bots, too, rather than no people. */
export async function acceptedToken(
  widget: Widget,
  given: Given,
  { clock, log }: { clock: Clock; log: Log },
): Promise<Solved | undefined> {
  if (!given.token) return undefined;
  const { success, 'error-codes': faults } = await ask(widget, given).catch((): Answer => ({}));
  if (typeof success !== 'boolean')
    log.warn({ kind: widget.kind }, 'the service that tells bots from people gave no answer: requests pass');
  // Only a fault of the settings is for the log: a wrong token is a bot's.
  if (Array.isArray(faults) && faults.some((fault) => String(fault).includes('secret')))
    log.warn({ kind: widget.kind }, 'the service that tells bots from people refused BOT_SECRET_KEY');
  if (success === false) return undefined;
  const expiresAt = new Date(clock.now().getTime() + lifetimes.challengeMinutes * 60_000);
  return { id: sha256(given.token).toString('hex', 0, 16), expiresAt };
}

async function ask({ verifyUrl, secretKey, siteKey }: Widget, { token, ipAddress }: Given): Promise<Answer> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ipAddress, sitekey: siteKey }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  return ((await response.json()) ?? {}) as Answer;
}
