import { fitsMetadata, type HookPoint, hookLimits } from '@latchkey/contract';
import { z } from 'zod';
import { keptOf } from './claims.ts';

const Fields = z.record(z.string(), z.unknown());
const Decision = z.object({ decision: z.enum(['allow', 'deny']), message: z.string().optional() });
const isSmall = (claims: object) => Buffer.byteLength(JSON.stringify(claims)) <= hookLimits.claimsBytes;

/** What a hook may answer. A field that isn't named here is ignored; one that is, but of another kind, spoils the answer. */
const answers = {
  'registration.before': Decision.extend({ publicMetadata: Fields.refine(fitsMetadata).optional() }),
  'sign_in.before': Decision.extend({ requireTwoFactor: z.boolean().optional() }),
  'token.claims': z.object({ claims: Fields.refine(isSmall).transform(keptOf) }),
  'mail.send': z.object({}),
} as const satisfies Record<HookPoint, z.ZodObject>;

export type HookAnswer<P extends HookPoint> = z.output<(typeof answers)[P]>;

/** Undefined if the bytes aren't an answer. */
export function readAnswer<P extends HookPoint>(point: P, bytes: Buffer): HookAnswer<P> | undefined {
  const parsed = answers[point].safeParse(jsonIn(bytes));
  if (!parsed.success) return undefined;
  const { data } = parsed;
  return ('message' in data ? { ...data, message: sayable(data.message) } : data) as HookAnswer<P>;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Pages show it as it is, so it is a short line without anything that isn't seen. Otherwise ours is shown. */
function sayable(message: string | undefined): string | undefined {
  if (!message || [...message].length > hookLimits.messageLength) return undefined;
  return /[\p{Cc}\p{Cf}]/u.test(message) ? undefined : message;
}
