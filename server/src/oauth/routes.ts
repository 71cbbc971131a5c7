import * as contract from '@latchkey/contract';
import { cookieNames } from '@latchkey/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser } from '../accounts/user-store.ts';
import { answerLogin, answerSession } from '../auth/answer-login.ts';
import { cookiesOf } from '../http/cookies.ts';
import { pathOf } from '../http/errors.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { completeRegistration } from './complete.ts';
import { finishSignIn } from './finish.ts';
import { landingOf } from './landing.ts';
import { linkProvider } from './link.ts';
import type { OAuth, OAuthDeps } from './parts.ts';
import { openPending } from './pending.ts';
import { presentAccount, presentPending } from './present.ts';
import { isFailure } from './provider.ts';
import { startSignIn } from './start.ts';
import { listAccounts } from './store.ts';
import type { Pending } from './tokens.ts';
import { unlinkProvider } from './unlink.ts';

type OAuthKernel = Kernel & { deps: OAuthDeps };

export function mountOAuth(kernel: Kernel, oauth: OAuth): void {
  const own: OAuthKernel = { ...kernel, deps: { ...kernel.deps, oauth } };
  mountJourney(own);
  mountPendingSteps(own);
  mountAccounts(own);
}

function mountJourney(kernel: OAuthKernel): void {
  const { deps, jar } = kernel;
  const { pendingProofs } = deps.oauth;

  mount(kernel, contract.startOAuth, async ({ params, query, caller, origin, reply }) => {
    const provider = deps.oauth.providers.find(params.provider);
    if (!provider) return refuse('PROVIDER_NOT_AVAILABLE');
    // Only a browser's own session links a further provider.
    if (query.link === 'true' && !caller) return ok(302, await landingOf(deps, { failed: 'invalid_state' }));
    const departure = await startSignIn(deps, provider, { ...query, link: caller?.user.id }, origin);
    if (isFailure(departure)) return ok(302, await landingOf(deps, departure));
    jar.oauthState(reply, departure.ticket);
    return ok(302, departure.url);
  });

  mount(kernel, contract.finishOAuth, async ({ params, query, origin, request, reply }) => {
    const provider = deps.oauth.providers.find(params.provider);
    if (!provider) return refuse('PROVIDER_NOT_AVAILABLE');
    jar.clearOAuthState(reply);
    const search = request.url.slice(pathOf(request.url).length);
    const ticket = cookiesOf(request)[cookieNames.oauthState];
    const outcome = await finishSignIn(deps, provider, { ...query, search, ticket }, origin);
    if ('signedIn' in outcome && 'sessionId' in outcome.signedIn) jar.grant(reply, outcome.signedIn);
    if ('pending' in outcome)
      jar.oauthPending(reply, pendingProofs.add(pendingCookieOf(request), outcome.pending.id));
    return ok(302, await landingOf(deps, outcome));
  });
}

const pendingCookieOf = (request: FastifyRequest) => cookiesOf(request)[cookieNames.oauthPending];

function mountPendingSteps(kernel: OAuthKernel): void {
  const { deps, jar } = kernel;
  const open = (request: FastifyRequest, token: string, { now }: RequestOrigin) =>
    openPending(deps, { token, cookie: pendingCookieOf(request), now });
  const forget = (request: FastifyRequest, reply: FastifyReply, { id }: Pending) =>
    jar.oauthPending(reply, deps.oauth.pendingProofs.remove(pendingCookieOf(request), id));

  mount(kernel, contract.getPendingOAuth, async ({ query, origin, request }) => {
    const pending = await open(request, query.token, origin);
    return isRefusal(pending) ? pending : ok(200, presentPending(pending));
  });

  mount(kernel, contract.completeOAuth, async ({ body, origin, request, reply }) => {
    const pending = await open(request, body.token, origin);
    if (isRefusal(pending)) return pending;
    const grant = await completeRegistration(deps, pending, body, origin);
    if (isRefusal(grant)) return grant;
    forget(request, reply, pending);
    return ok(201, await answerSession(kernel, grant, reply));
  });

  mount(kernel, contract.linkOAuth, async ({ body, origin, request, reply }) => {
    const pending = await open(request, body.token, origin);
    if (isRefusal(pending)) return pending;
    const grant = await linkProvider(deps, pending, body.password, origin);
    if (isRefusal(grant)) return grant;
    forget(request, reply, pending);
    return ok(200, await answerLogin(kernel, grant, reply));
  });
}

function mountAccounts(kernel: OAuthKernel): void {
  const { deps } = kernel;
  const { enabled } = deps.oauth.providers;
  const unlinked = { message: 'The provider is unlinked.' };

  mount(kernel, contract.listOAuthProviders, () => ok(200, { providers: [...enabled] }));

  mount(kernel, contract.listOAuthAccounts, async ({ caller, origin }) => {
    const user = await findUser(deps.sql, caller.user.id, origin.now);
    const accounts = await listAccounts(deps.sql, caller.user.id);
    return ok(200, {
      accounts: accounts.map(presentAccount),
      hasPassword: Boolean(user?.passwordHash),
      enabledProviders: [...enabled],
    });
  });

  mount(kernel, contract.unlinkOAuthAccount, async ({ caller, params, origin }) => {
    return (await unlinkProvider(deps, caller, params.provider, origin)) ?? ok(200, unlinked);
  });

  mount(kernel, contract.unlinkOAuthAccountByQuery, async ({ caller, query, origin }) => {
    const provider = contract.oauthProviders.find((name) => name === query.provider);
    return (await unlinkProvider(deps, caller, provider, origin)) ?? ok(200, unlinked);
  });
}
