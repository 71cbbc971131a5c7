import { type Key, seal, unseal } from '../../platform/crypto/seal.ts';
import { secretPrefix } from '../../platform/outbound/sign.ts';

/** A secret that signs, as it was shown. An earlier one signs along until its time. */
type SigningSecret = { secret: string; until?: string };

/** What is never shown of a destination, as it is sealed. */
export type Sealed = {
  signing?: SigningSecret[];
  token?: string;
  headers?: Record<string, string>;
  secretAccessKey?: string;
};

export function sealSettings(key: Key, sealed: Sealed): Buffer | null {
  return Object.keys(sealed).length === 0 ? null : seal(key, Buffer.from(JSON.stringify(sealed)));
}

/** Undefined if it was sealed under a key that is gone. */
export function openSettings(key: Key, sealed: Buffer | null): Sealed | undefined {
  if (!sealed) return {};
  const opened = unseal(key, sealed);
  return opened && (JSON.parse(opened.toString()) as Sealed);
}

/** Shorter ones would be taken for words. */
const shortestSecret = 8;

/** A receiver's answer without what it was sent in confidence, however it is quoted there. */
export function withoutSecrets(answer: string, { token = '', headers = {}, secretAccessKey = '' }: Sealed) {
  return [token, secretAccessKey, ...Object.values(headers)]
    .flatMap((secret) => secret.split(' '))
    .filter(({ length }) => length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .reduce((text, secret) => text.replaceAll(secret, '(secret)'), withoutEscapes(answer));
}

/** JSON may write any letter as an escape, and some receivers write slashes and signs so. */
function withoutEscapes(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer));
  } catch {
    return answer;
  }
}

/** All that sign now, the current one first. */
export function signingSecrets({ signing = [] }: Sealed, now: Date): Buffer[] {
  return signing
    .filter(({ until }) => until === undefined || new Date(until) > now)
    .map(({ secret }) => Buffer.from(secret.slice(secretPrefix.length), 'base64'));
}

/** How many may sign at once. */
const mostSecrets = 5;

/** The new secret is current from now on. Those before it sign along until `overlapUntil`; if that is now, they end. */
export function withNewSecret(
  { signing = [], ...sealed }: Sealed,
  secret: string,
  { now, overlapUntil }: { now: Date; overlapUntil: Date },
): Sealed {
  const earlier = signing
    .map(({ until = overlapUntil.toISOString(), ...own }) => ({ ...own, until }))
    .filter(({ until }) => overlapUntil > now && new Date(until) > now);
  return { ...sealed, signing: [{ secret }, ...earlier].slice(0, mostSecrets) };
}
