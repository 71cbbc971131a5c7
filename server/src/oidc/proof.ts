import { createHmac } from 'node:crypto';
import { equalSecrets } from '../crypto/credentials.ts';
import type { Parameters } from './authorize-request.ts';

/**
 * Goes along to the sign-in page and back: since when a sign-in counts as the new one that was asked for. Nothing is
 * stored meanwhile; it works only for this very request, with its state, nonce and challenge.
 */
export function markOf(key: Buffer, parameters: Parameters, since: Date): string {
  const time = since.getTime().toString(36);
  return `${time}.${macOf(key, parameters, time)}`;
}

/** Undefined for a mark that was not made for this request. */
export function readMark(keys: readonly Buffer[], parameters: Parameters): Date | undefined {
  const [time = '', mac = ''] = typeof parameters.proof === 'string' ? parameters.proof.split('.') : [];
  if (!/^[\da-z]{1,12}$/.test(time)) return undefined;
  const isOurs = keys.some((key) => equalSecrets(mac, macOf(key, parameters, time)));
  return isOurs ? new Date(Number.parseInt(time, 36)) : undefined;
}

function macOf(key: Buffer, { proof, ...parameters }: Parameters, time: string): string {
  const request = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', key)
    .update(JSON.stringify([time, request]))
    .digest('base64url');
}
