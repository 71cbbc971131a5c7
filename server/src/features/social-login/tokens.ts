import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import { z } from 'zod';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { hmacJwts, isLive } from '../../platform/crypto/jwt.ts';
import { deriveKeys, sealJson, unsealJson } from '../../platform/crypto/seal.ts';
import type { Identity } from './provider.ts';

const Held = z.object({ jti: z.uuid(), exp: z.number() });

/** Travels to the provider and back in a URL, where it can be read on the way. */
const StateClaims = Held.extend({
  provider: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
  inviteToken: z.string().optional(),
  /** The signed-in user who is linking another provider. */
  link: z.uuid().optional(),
});

/** What the browser holds meanwhile: a state that comes back without it was not started here. */
const Ticket = z.object({ stateId: z.uuid(), codeVerifier: z.string() });

/** The provider's tokens are sealed. The rest is readable, but only the service can vouch for it. */
const PendingClaims = Held.extend({
  provider: z.string(),
  providerAccountId: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  inviteToken: z.string().optional(),
  link: z.uuid().optional(),
  sealed: z.string(),
});
const SealedTokens = z.object({
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  expiresAt: z.coerce.date().nullable(),
});

export type OAuthState = z.output<typeof StateClaims>;
type PendingSource = Identity & Pick<OAuthState, 'provider' | 'inviteToken' | 'link'>;
/** A user a provider vouches for, who has yet to create an account or to link one. */
export type PendingIdentity = PendingSource & { id: string; expiresAt: Date };

export type OAuthTokens = ReturnType<typeof createOAuthTokens>;

export function createOAuthTokens(sessionSecrets: readonly [string, ...string[]]) {
  const states = signedTokens(
    deriveKeys(sessionSecrets, 'oauth-state'),
    lifetimes.oauthStateMinutes,
    StateClaims,
  );
  const pendings = signedTokens(
    deriveKeys(sessionSecrets, 'oauth-pending'),
    lifetimes.oauthPendingMinutes,
    PendingClaims,
  );
  const ticketKey = deriveKeys(sessionSecrets, 'oauth-ticket');
  const tokensKey = deriveKeys(sessionSecrets, 'oauth-pending-tokens');

  return {
    /** A state for the URL and a ticket for the cookie: each is worth nothing without the other. */
    start(claims: Omit<OAuthState, 'jti' | 'exp' | 'nonce'>, now: Date) {
      const nonce = randomBytes(24).toString('base64url');
      const codeVerifier = randomBytes(32).toString('base64url');
      const { token: state, id: stateId } = states.issue({ ...claims, nonce }, now);
      return { state, nonce, codeVerifier, ticket: sealJson(ticketKey, { stateId, codeVerifier }) };
    },
    readState: (token: string, now: Date) => states.read(token, now),
    readTicket: (cookie: string) => unsealJson(ticketKey, cookie, Ticket),

    pending: ({ profile, tokens, ...source }: PendingSource, now: Date) =>
      pendings.issue({ ...source, ...profile, sealed: sealJson(tokensKey, tokens) }, now),
    readPending(token: string, now: Date): PendingIdentity | undefined {
      const claims = pendings.read(token, now);
      const tokens = claims && unsealJson(tokensKey, claims.sealed, SealedTokens);
      if (!claims || !tokens) return undefined;
      const { jti, exp, sealed, provider, inviteToken, link, ...profile } = claims;
      const source = { provider, ...(inviteToken && { inviteToken }), ...(link && { link }) };
      return { id: jti, expiresAt: new Date(exp * 1000), profile, tokens, ...source };
    },
  };
}

/** Tokens of one kind, each with its own id so it can be spent. */
function signedTokens<S extends z.ZodType<{ jti: string; exp: number }>>(
  keys: readonly [Buffer, ...Buffer[]],
  minutes: number,
  schema: S,
) {
  const tokens = hmacJwts(keys, { typ: 'JWT' });
  return {
    issue(claims: Omit<z.input<S>, 'jti' | 'exp'>, now: Date): { token: string; id: string } {
      const id = randomUUID();
      const seconds = now.getTime() / 1000;
      const times = { iat: Math.floor(seconds), exp: Math.ceil(seconds + minutes * 60) };
      return { token: tokens.sign({ ...claims, ...times, jti: id }), id };
    },
    read(token: string, now: Date): z.output<S> | undefined {
      const claims = tokens.read(token);
      return claims && isLive(claims, now) ? schema.safeParse(claims).data : undefined;
    },
  };
}

/** How many sign-ins one browser may have open at a time, each in its own tab. */
const mostAtOnce = 5;
const proofPattern = /^[\w-]{43}$/;

export type PendingProofs = ReturnType<typeof createPendingProofs>;

/**
 * The cookie that lets a browser finish what it started: a proof for each pending token, the latest last. Without it, a
 * token that an attacker started and sent along as a link is worth nothing.
 */
export function createPendingProofs(sessionSecrets: readonly [string, ...string[]]) {
  const [key, ...previous] = deriveKeys(sessionSecrets, 'oauth-pending-browser');
  const proofUnder = (each: Buffer, tokenId: string) =>
    createHmac('sha256', each).update(tokenId).digest('base64url');
  const proves = (proof: string, tokenId: string) =>
    [key, ...previous].some((each) => equalSecrets(proof, proofUnder(each, tokenId)));
  const proofsIn = (cookie: string | undefined) =>
    (cookie ?? '').split('.').filter((proof) => proofPattern.test(proof));
  return {
    add: (cookie: string | undefined, tokenId: string): string =>
      [...proofsIn(cookie), proofUnder(key, tokenId)].slice(-mostAtOnce).join('.'),
    /** Empty when it was the last. */
    remove: (cookie: string | undefined, tokenId: string): string =>
      proofsIn(cookie)
        .filter((proof) => !proves(proof, tokenId))
        .join('.'),
    holds: (cookie: string | undefined, tokenId: string): boolean =>
      proofsIn(cookie)
        .slice(-mostAtOnce)
        .some((proof) => proves(proof, tokenId)),
  };
}
