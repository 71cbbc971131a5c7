import { createHash, randomBytes } from 'node:crypto';
import { call } from './http.mjs';

/** @typedef {{ client_id: string, client_secret: string }} Proof what an application shows of itself */

const redirectUri = 'https://app.example.com/callback';
const sha256 = (text) => createHash('sha256').update(text).digest();
const newText = () => randomBytes(32).toString('base64url');

/**
 * An application that needs no consent.
 * @param {import('postgres').Sql} sql
 * @param {'web' | 'service'} kind
 * @returns {Promise<Proof>}
 */
export async function addApplication(sql, kind) {
  const proof = { client_id: newText().slice(0, 32), client_secret: `lcs_${newText()}` };
  const [{ id }] = await sql`
    INSERT INTO applications (id, client_id, name, kind, redirect_uris, post_logout_redirect_uris, first_party,
                              signing_algorithm, require_pkce, scopes, created_at, updated_at)
    VALUES (gen_random_uuid(), ${proof.client_id}, ${kind}, ${kind}, ${kind === 'web' ? [redirectUri] : []}, '{}',
            true, 'RS256', true, '{openid,profile,email}', now(), now())
    RETURNING id`;
  await sql`
    INSERT INTO application_secrets (id, application_id, secret_hash, created_at)
    VALUES (gen_random_uuid(), ${id}, ${sha256(proof.client_secret)}, now())`;
  return proof;
}

/**
 * Signs someone in to an application with their existing session.
 * @param {string} url
 * @param {Proof} proof
 * @param {import('./seed.mjs').Caller} caller
 */
export async function signInTo(url, proof, { cookie }) {
  const verifier = newText();
  const query = new URLSearchParams({
    client_id: proof.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: sha256(verifier).toString('base64url'),
    code_challenge_method: 'S256',
  });
  const { headers } = await call(`${url}/api/oidc/authorize?${query}`, { headers: { Cookie: cookie } });
  const code = new URL(headers.location).searchParams.get('code');
  const redeeming = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  return askForm(`${url}/api/oidc/token`, { form: { ...proof, ...redeeming, code_verifier: verifier } });
}

/**
 * @param {string} url
 * @param {{ form: Record<string, string>, agent?: import('node:http').Agent }} options
 */
export async function askForm(url, options) {
  const { status, body } = await call(url, { method: 'POST', ...options });
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}
