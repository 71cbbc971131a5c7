import * as contract from '@latchkey/contract';
import { cookieNames } from '@latchkey/contract';
import type { FastifyRequest } from 'fastify';
import { answerLogin, answerSession } from '../../http/answer-login.ts';
import { cookiesOf } from '../../http/cookies.ts';
import { pathOf } from '../../http/errors.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { completeOAuth, getPendingOAuth } from './complete-oauth.ts';
import { finishOAuth, finishOAuthByForm } from './finish-oauth.ts';
import { linkOAuth } from './link-oauth.ts';
import { listOAuthAccounts, listOAuthProviders, unlinkOAuthAccount } from './linked-accounts.ts';
import type { OAuth, OAuthDeps } from './oauth-deps.ts';
import { presentAccount, presentPending } from './present.ts';
import { startOAuth } from './start-oauth.ts';

export function mountOAuth(kernel: Kernel, oauth: OAuth): void {
  const own = { ...kernel, deps: { ...kernel.deps, oauth } };
  mountJourney(own);
  mountPendingSteps(own);
  mountAccounts(own);
}

const pendingCookieOf = (request: FastifyRequest) => cookiesOf(request)[cookieNames.oauthPending];

function mountJourney(kernel: Kernel<OAuthDeps>): void {
  const { jar } = kernel;

  mount(kernel, contract.startOAuth, async (call) => {
    const departure = await startOAuth(call, { ...call.query, ...call.params });
    if (isRefusal(departure)) return departure;
    if (departure.ticket) jar.oauthState(call.reply, departure.ticket);
    return ok(302, departure.url);
  });

  mount(kernel, contract.finishOAuth, async (call) => {
    const { params, query, request, reply } = call;
    const landing = await finishOAuth(call, {
      ...query,
      ...params,
      search: request.url.slice(pathOf(request.url).length),
      ticket: cookiesOf(request)[cookieNames.oauthState],
      pendingCookie: pendingCookieOf(request),
    });
    if (isRefusal(landing)) return landing;
    jar.clearOAuthState(reply);
    if (landing.grant) jar.grant(reply, landing.grant);
    if (landing.pendingCookie) jar.oauthPending(reply, landing.pendingCookie);
    return ok(302, landing.url);
  });

  mount(kernel, contract.finishOAuthByForm, (call) => {
    const url = finishOAuthByForm(call, { ...call.body, ...call.params });
    return isRefusal(url) ? url : ok(303, url);
  });
}

function mountPendingSteps(kernel: Kernel<OAuthDeps>): void {
  const { jar } = kernel;

  mount(kernel, contract.getPendingOAuth, async (call) => {
    const pending = await getPendingOAuth(call, {
      ...call.query,
      pendingCookie: pendingCookieOf(call.request),
    });
    return isRefusal(pending) ? pending : ok(200, presentPending(pending));
  });

  mount(kernel, contract.completeOAuth, async (call) => {
    const completed = await completeOAuth(call, {
      ...call.body,
      pendingCookie: pendingCookieOf(call.request),
    });
    if (isRefusal(completed)) return completed;
    jar.oauthPending(call.reply, completed.pendingCookie);
    return ok(201, answerSession(kernel, completed.grant, call.reply));
  });

  mount(kernel, contract.linkOAuth, async (call) => {
    const linked = await linkOAuth(call, { ...call.body, pendingCookie: pendingCookieOf(call.request) });
    if (isRefusal(linked)) return linked;
    jar.oauthPending(call.reply, linked.pendingCookie);
    return ok(200, answerLogin(kernel, linked.signedIn, call.reply));
  });
}

function mountAccounts(kernel: Kernel<OAuthDeps>): void {
  const unlinked = { message: 'The provider is unlinked.' };

  mount(kernel, contract.listOAuthProviders, (call) => ok(200, listOAuthProviders(call)));

  mount(kernel, contract.listOAuthAccounts, async (call) => {
    const { accounts, hasPassword } = await listOAuthAccounts(call);
    const { providers: enabledProviders } = listOAuthProviders(call);
    return ok(200, { accounts: accounts.map(presentAccount), hasPassword, enabledProviders });
  });

  mount(kernel, contract.unlinkOAuthAccount, async (call) => {
    return (await unlinkOAuthAccount(call, call.params)) ?? ok(200, unlinked);
  });

  mount(kernel, contract.unlinkOAuthAccountByQuery, async (call) => {
    return (await unlinkOAuthAccount(call, call.query)) ?? ok(200, unlinked);
  });
}
