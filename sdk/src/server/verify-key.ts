import type { KeyVerification } from '../endpoints.ts';
import { LatchkeyError } from '../error.ts';
import { checkedOptions, isList, isText, type OptionRules } from './checked-options.ts';

/** What a customer's key must be good for. */
export type KeyRequirements = {
  /** All of these. */
  scopes?: readonly string[];
  /** Where the customer's request came from, for keys that are limited to networks. */
  ipAddress?: string | undefined;
};

/** A key that is good, as your team described it. */
export type VerifiedKey = Omit<KeyVerification, 'valid' | 'code'>;

export type KeyAnswer = { key: VerifiedKey; refused?: never } | { key?: never; refused: LatchkeyError };

/** Scopes that are undefined, such as a misspelled name, must not mean that none are needed. */
const known: OptionRules = {
  scopes: { mustBe: 'a list of scopes', is: isList },
  ipAddress: { mustBe: 'an IP address', is: (value) => value === undefined || isText(value) },
};

type Ask = (path: string, headers: Record<string, string>, body: unknown) => Promise<Response>;

/** More than any key of yours has; the service takes no longer ones. */
const longestKey = 512;

const refusals: Record<string, { status: number; message: string }> = {
  NOT_FOUND: { status: 401, message: "This API key isn't valid." },
  REVOKED: { status: 401, message: 'This API key was revoked.' },
  DISABLED: { status: 401, message: 'This API key is turned off.' },
  EXPIRED: { status: 401, message: 'This API key has expired.' },
  FORBIDDEN_NETWORK: { status: 403, message: "This API key can't be used from this network." },
  INSUFFICIENT_SCOPES: { status: 403, message: "This API key doesn't allow this." },
  RATE_LIMITED: { status: 429, message: 'Too many requests with this API key. Try again later.' },
};

function refusalFor(code: string, retryAfterSeconds?: number): LatchkeyError | undefined {
  const refusal = refusals[code];
  const type = refusal?.status === 401 ? 'AUTHENTICATION_ERROR' : 'AUTHORIZATION_ERROR';
  return refusal && new LatchkeyError({ ...refusal, type, code, retryAfterSeconds });
}

/** Throws for options that are unknown or wrong. The question it returns throws for anything but a verdict. */
export function questionFor(ownKey: string | undefined, options: KeyRequirements) {
  const requirements = checkedOptions('verifyKey', options, known);
  if (ownKey === undefined)
    throw new TypeError('verifyKey needs an organization key: createLatchkey({ url, key }).');
  return async (ask: Ask, given: unknown): Promise<KeyAnswer> => {
    if (typeof given !== 'string' || given === '' || [...given].length > longestKey)
      return verdictOf({ valid: false, code: 'NOT_FOUND' });
    try {
      const headers = { authorization: `Bearer ${ownKey}` };
      const response = await ask('/api/keys/verify', headers, { ...requirements, key: given });
      return verdictOf((await response.json()) as Partial<KeyVerification>);
    } catch (error) {
      // A proxy may pass on whatever a client claims to be.
      if (error instanceof LatchkeyError && error.status === 400 && 'ipAddress' in error.details)
        return verdictOf({ valid: false, code: 'FORBIDDEN_NETWORK' });
      throw error;
    }
  };
}

/** Throws unless this is Latchkey's own answer about a key. */
function verdictOf({ valid, code = 'NOT_FOUND', ...key }: Partial<KeyVerification>): KeyAnswer {
  if (valid === true && code === 'VALID' && typeof key.keyId === 'string') return { key: key as VerifiedKey };
  const refused = refusalFor(
    code,
    code === 'RATE_LIMITED' ? secondsUntil(key.rateLimit?.resetAt) : undefined,
  );
  if (valid !== false || !refused) throw new Error('What answered is not Latchkey.');
  return { refused };
}

function secondsUntil(time: string | undefined): number {
  const seconds = Math.ceil((Date.parse(time ?? '') - Date.now()) / 1000);
  return Math.max(1, Number.isNaN(seconds) ? 1 : seconds);
}
