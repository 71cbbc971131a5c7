import { createCookieClient, type Output } from '@latchkey/sdk';
import { api, isCode } from '../client.ts';
import { useLoaded } from './use-loaded.ts';

export type Me = Output<'me'>;

/** Sends no cookies, so the service verifies nothing and only says which address the link was sent to. */
const stranger = createCookieClient({ fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }) });

/** `address` null: the link no longer works. `me` null: no one is signed in. */
type Link = { address: string | null; me: Me | null };

async function lookAt(token: string, options: { signal: AbortSignal }): Promise<Link> {
  const [refusal, me] = await Promise.all([
    stranger.verifyEmail({ body: { token } }, options).catch((error: unknown) => error),
    api.me({}, options).catch(() => null),
  ]);
  if (isCode(refusal, 'TOKEN_INVALID')) return { address: null, me };
  if (!isCode(refusal, 'SIGN_IN_TO_VERIFY')) throw refusal;
  return { address: String(refusal.details.email), me };
}

/** Finds out which address a verification link is for and who is signed in. The link stays good. */
export function useVerificationLink(token: string | undefined) {
  const { answer: link, ...rest } = useLoaded(token, lookAt);
  return { link, ...rest };
}
