import { isPublic } from '../applications/policy.ts';
import { isSecret } from '../applications/secret-store.ts';
import { type ApplicationRow, findByClientId } from '../applications/store.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { OpenOidcContext } from './parts.ts';

/** What a client says about itself: in the Authorization header, or in the form. Never in both. */
export type ClientProof = {
  authorization: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
};

/** The application a request comes from. One that has a secret proves it; one that has none cannot. */
export async function authenticateClient(
  { deps }: OpenOidcContext,
  proof: ClientProof,
): Promise<ApplicationRow | Refusal<'INVALID_CLIENT'>> {
  const { id, secret } = claimOf(proof);
  const application = id === undefined ? undefined : await findByClientId(deps.sql, id);
  if (!application) return refuse('INVALID_CLIENT');
  if (isPublic(application)) return secret === undefined ? application : refuse('INVALID_CLIENT');
  const isProven = secret !== undefined && (await isSecret(deps.sql, application.id, sha256(secret)));
  return isProven ? application : refuse('INVALID_CLIENT');
}

function claimOf({ authorization, client_id, client_secret }: ClientProof): { id?: string; secret?: string } {
  if (authorization === undefined)
    return {
      ...(client_id !== undefined && { id: client_id }),
      ...(client_secret !== undefined && { secret: client_secret }),
    };
  const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization)?.[1];
  const [id, ...rest] = basic ? Buffer.from(basic, 'base64').toString().split(':') : [];
  if (!id || client_secret !== undefined) return {};
  const claim = { id: formDecoded(id), secret: formDecoded(rest.join(':')) };
  // The schema checked the form; a header may hold characters that no database does.
  if (/\p{Cc}/u.test(claim.id)) return {};
  return client_id === undefined || client_id === claim.id ? claim : {};
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
function formDecoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
