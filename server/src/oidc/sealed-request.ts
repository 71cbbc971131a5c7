import { type Key, seal, unseal } from '../crypto/seal.ts';

/** What one of our pages is given to hand back: only the service can make one, or read what is in it. */
export function sealRequest(key: Key, request: object): string {
  return seal(key, Buffer.from(JSON.stringify(request))).toString('base64url');
}

/** `kind`: what it was made for. It also says who it is for. */
export function openRequest<T extends { kind: string; userId: string }>(
  key: Key,
  kind: T['kind'],
  userId: string,
  request: string,
): T | undefined {
  const opened = unseal(key, Buffer.from(request, 'base64url'));
  const made = opened && (JSON.parse(opened.toString()) as T);
  return made?.kind === kind && made.userId === userId ? made : undefined;
}
