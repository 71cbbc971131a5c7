import { credentialsOf, headerOf, type Incoming } from '../incoming.ts';
import { sha256 } from './digest.ts';

/** A request whose answer may be kept: what is passed on of it, and the key of its entry. */
export type Keepable = { headers: Record<string, string>; id: string };

const bearer = /^Bearer [\w.~+/=-]+$/;
const oneCookie = /^latchkey_session=[^;]+$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Undefined for a request that could be read in more than one way: Latchkey itself is asked about it. Neither policies nor
 * users' keys judge by a client's address, so the answer depends on nothing else of the request. One that an answer is kept
 * for was found readable before.
 */
export function keepableOf(
  request: Incoming,
  isKept: (id: string) => boolean,
): Keepable | undefined | Promise<Keepable> {
  const authorization = headerOf(request, 'authorization');
  const organizationId = headerOf(request, 'x-organization-id');
  // Latchkey ignores a cookie beside a Bearer token.
  const credential = authorization ?? credentialsOf(request).cookie;
  if (credential === undefined) return undefined;
  const name = authorization === undefined ? 'cookie' : 'authorization';
  const headers: Record<string, string> = { [name]: credential };
  let text = `${name} ${credential.length} ${credential}`;
  if (organizationId !== undefined) {
    headers['x-organization-id'] = organizationId;
    text += `\nx-organization-id ${organizationId.length} ${organizationId}`;
  }
  const isReadable = () =>
    (authorization === undefined ? oneCookie : bearer).test(credential) &&
    (organizationId === undefined || uuid.test(organizationId));
  const id = sha256(text);
  if (typeof id === 'string') return isKept(id) || isReadable() ? { headers, id } : undefined;
  return isReadable() ? id.then((made) => ({ headers, id: made })) : undefined;
}
