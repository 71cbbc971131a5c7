import { type HookPoint, hookLimits, hookPoints, type SendTest } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../platform/clock.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import type { OutboundRules } from '../../platform/outbound/rules.ts';
import { sendSigned, toldOf } from '../../platform/outbound/send-signed.ts';
import { createSender, type Sender } from '../../platform/outbound/sender.ts';
import { newSecret, openSecrets } from '../../platform/outbound/sign.ts';
import { type HookAnswer, readAnswer } from './answers.ts';
import { letInAtOnce } from './few-at-once.ts';
import type { AskedHook } from './hook-store.ts';

export const hookPurpose = 'hook';

/** What is asked, and the `webhook-id`, unless it is to be a new one. */
type Question<P extends HookPoint> = { point: P; data: object; id?: string };
/** No answer: it failed, for the reason that `error` or the status tells. */
type Came<P extends HookPoint> = Omit<SendTest, 'succeeded' | 'answer' | 'sent'> & {
  answer: HookAnswer<P> | undefined;
};
type Asked<P extends HookPoint> = Came<P> & Pick<SendTest, 'sent'>;

export type Hooks = {
  /** Asks once. Call it while holding nothing that others wait for. Never rejects. */
  ask<P extends HookPoint>(hook: AskedHook, question: Question<P>): Promise<Asked<P>>;
  /** Whether no hook may be at this address. */
  forbids(url: string): boolean;
  newSecret(): { secret: string; sealed: Buffer };
  close(): void;
};

type Tools = {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  key: Key;
  rules: OutboundRules;
  resolve: Resolve;
  /** How many processes this node has: they share what may be asked at once. */
  processes: number;
};

export function createHooks({ rules, resolve, processes, ...tools }: Tools): Hooks {
  const sender = createSender(rules, resolve);
  const atOnce = Math.max(1, Math.floor(hookLimits.atOnce / processes));
  const doors = new Map(hookPoints.map((point) => [point, letInAtOnce(atOnce)]));
  return {
    async ask(hook, question) {
      const since = performance.now();
      const { point, data } = question;
      const body = JSON.stringify({ type: point, timestamp: tools.clock.now().toISOString(), data });
      const sent = { method: 'POST', url: hook.url, body };
      const leave = await doors.get(question.point)?.enter(hook.timeoutMs);
      try {
        const limitMs = hook.timeoutMs - (performance.now() - since);
        const asked = leave
          ? await send({ ...tools, sender }, { hook, ...question, body, limitMs })
          : noAnswer('ETIMEDOUT', hook.timeoutMs);
        note(tools, point, asked, performance.now() - since);
        return { ...asked, sent };
      } finally {
        leave?.();
      }
    },
    forbids: rules.forbids,
    newSecret: () => newSecret(tools.key),
    close: () => sender.close(),
  };
}

const noAnswer = (error: string, durationMs: number) => ({
  responseStatus: null,
  error,
  durationMs,
  answer: undefined,
});

type Sent<P extends HookPoint> = Omit<Question<P>, 'data'> & {
  hook: AskedHook;
  body: string;
  limitMs: number;
};

async function send<P extends HookPoint>(
  { clock, key, sender }: { clock: Clock; key: Key; sender: Sender },
  { hook, point, body, limitMs, id = uuidv7() }: Sent<P>,
): Promise<Came<P>> {
  const attempt = await sendSigned(
    { clock, sender },
    {
      url: hook.url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Latchkey-Hooks' },
      id,
      body,
      secrets: openSecrets(
        key,
        hook.secrets.map((sealed) => Buffer.from(sealed, 'hex')),
      ),
      limitMs,
      answerBytes: hookLimits.answerBytes,
      once: true,
    },
  );
  const { outcome } = attempt;
  const told = toldOf(attempt);
  if (told.responseStatus !== 200) return { ...told, answer: undefined };
  const bytes = 'answer' in outcome ? outcome.answer : undefined;
  if (!bytes) return { ...told, error: 'ANSWER_TOO_LONG', answer: undefined };
  const answer = readAnswer(point, bytes);
  return answer ? { ...told, answer } : { ...told, error: 'ANSWER_INVALID', answer };
}

/** Of an answer, only what it came to is counted, and nothing of it is logged. */
function note(
  { metrics, log }: Pick<Tools, 'metrics' | 'log'>,
  point: HookPoint,
  { answer, responseStatus, error }: Came<HookPoint>,
  tookMs: number,
): void {
  const isDenied = answer !== undefined && 'decision' in answer && answer.decision === 'deny';
  const outcome = answer ? (isDenied ? 'denied' : 'answered') : 'failed';
  metrics.hooks.observe({ point, outcome }, tookMs / 1000);
  if (!answer) log.warn({ point, status: responseStatus, reason: error }, 'a hook gave no valid answer');
}
