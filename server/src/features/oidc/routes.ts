import * as contract from '@latchkey/contract';
import type { FastifyRequest } from 'fastify';
import { textsFor } from '../../http/locale.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { registrationOf } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { authorize, authorizeByForm } from './authorize.ts';
import { presentClient, registerClient } from './clients.ts';
import { decideConsent, getConsent } from './consent.ts';
import { decideDeviceGrant, lookUpDeviceGrant } from './device-decision.ts';
import { startDeviceGrant } from './device-start.ts';
import { getAuthorizationServer, getJwks, getOpenidConfiguration } from './discovery.ts';
import { introspectToken, revokeToken } from './grants.ts';
import { confirmLogout, endSession, endSessionByForm } from './logout.ts';
import type { Oidc, OidcDeps } from './oidc-deps.ts';
import { exchangeToken } from './tokens.ts';
import { getUserinfo, postUserinfo } from './userinfo.ts';

const cacheable = 'public, max-age=600';
/** A withdrawn key is gone from every cache within a minute. */
const cacheableKeys = 'public, max-age=30';

export function mountOidc(kernel: Kernel, oidc: Oidc): void {
  const own = { ...kernel, deps: { ...kernel.deps, oidc } };
  mountDocuments(own);
  mountBrowser(own);
  mountTokens(own);
  mountUserinfo(own);
  mountPages(own);
  mountDevices(own);
}

const authorizationOf = ({ headers }: FastifyRequest) => ({ authorization: headers.authorization });

function mountDocuments(kernel: Kernel<OidcDeps>): void {
  mount(kernel, contract.getOpenidConfiguration, (call) => {
    call.reply.header('Cache-Control', cacheable);
    return ok(200, getOpenidConfiguration(call));
  });

  mount(kernel, contract.getAuthorizationServer, (call) => {
    call.reply.header('Cache-Control', cacheable);
    return ok(200, getAuthorizationServer(call));
  });

  mount(kernel, contract.getJwks, async (call) => {
    const keys = await getJwks(call);
    call.reply.header('Cache-Control', cacheableKeys);
    return ok(200, keys);
  });
}

function mountBrowser(kernel: Kernel<OidcDeps>): void {
  mount(kernel, contract.authorize, async (call) => {
    const url = await authorize(call, call.query);
    return isRefusal(url) ? url : ok(302, url);
  });

  mount(kernel, contract.authorizeByForm, (call) => ok(302, authorizeByForm(call, call.body)));

  mount(kernel, contract.endSession, async (call) => {
    const { url, ended } = await endSession(call, call.query);
    if (ended) kernel.jar.clear(call.reply);
    return ok(302, url);
  });

  mount(kernel, contract.endSessionByForm, (call) => ok(302, endSessionByForm(call, call.body)));
}

function mountTokens(kernel: Kernel<OidcDeps>): void {
  mount(kernel, contract.exchangeToken, async (call) => {
    const tokens = await exchangeToken(call, { ...call.body, ...authorizationOf(call.request) });
    return isRefusal(tokens) ? tokens : ok(200, tokens);
  });

  mount(kernel, contract.introspectToken, async (call) => {
    const told = await introspectToken(call, { ...call.body, ...authorizationOf(call.request) });
    return isRefusal(told) ? told : ok(200, told);
  });

  mount(kernel, contract.revokeToken, async (call) => {
    const refusal = await revokeToken(call, { ...call.body, ...authorizationOf(call.request) });
    return refusal ?? ok(200, {});
  });

  mount(kernel, contract.registerClient, async (call) => {
    const client = await registerClient(call, call.body);
    return isRefusal(client) ? client : ok(201, presentClient(client));
  });
}

function mountUserinfo(kernel: Kernel<OidcDeps>): void {
  mount(kernel, contract.getUserinfo, async (call) => {
    const person = await getUserinfo(call, authorizationOf(call.request));
    return isRefusal(person) ? person : ok(200, person);
  });

  mount(kernel, contract.postUserinfo, async (call) => {
    const person = await postUserinfo(call, { ...call.body, ...authorizationOf(call.request) });
    return isRefusal(person) ? person : ok(200, person);
  });
}

function mountPages(kernel: Kernel<OidcDeps>): void {
  mount(kernel, contract.confirmLogout, async (call) => {
    const url = await confirmLogout(call, call.body);
    if (isRefusal(url)) return url;
    kernel.jar.clear(call.reply);
    return ok(200, { redirectTo: url.href });
  });

  mount(kernel, contract.getConsent, async (call) => {
    const asked = await getConsent(call, call.query);
    if (isRefusal(asked)) return asked;
    const { application, redirectUri, scopes, resource, organizations } = asked;
    const { id, clientId, name } = application;
    const host = asked.document && new URL(clientId).host;
    const shown = { id, clientId, ...(host && { host }), name, redirectUri, ...registrationOf(application) };
    return ok(200, { application: shown, scopes, resource, ...(organizations && { organizations }) });
  });

  mount(kernel, contract.decideConsent, async (call) => {
    const url = await decideConsent(call, call.body);
    return isRefusal(url) ? url : ok(200, { redirectTo: url.href });
  });
}

function mountDevices(kernel: Kernel<OidcDeps>): void {
  mount(kernel, contract.startDeviceGrant, async (call) => {
    const started = await startDeviceGrant(call, { ...call.body, ...authorizationOf(call.request) });
    return isRefusal(started) ? started : ok(200, started);
  });

  mount(kernel, contract.lookUpDeviceGrant, async (call) => {
    const { tell } = textsFor(call.deps, call.request, call.reply);
    const asked = await lookUpDeviceGrant(call, call.body, tell);
    return isRefusal(asked) ? asked : ok(200, asked);
  });

  mount(kernel, contract.decideDeviceGrant, async (call) => {
    const refusal = await decideDeviceGrant(call, call.body);
    if (refusal) return refusal;
    return ok(200, { message: call.body.decision === 'allow' ? allowed : denied });
  });
}

const allowed = 'The device is signed in. You can close this page.';
const denied = 'The device gets no access.';
