import * as contract from '@latchkey/contract';
import { cookieNames } from '@latchkey/contract';
import { cookiesOf } from '../../http/cookies.ts';
import { pathOf } from '../../http/errors.ts';
import { textsFor } from '../../http/locale.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import type { Context } from '../../identity/caller/caller.ts';
import type { ConnectionRow } from '../../identity/connections/connection-store.ts';
import { isRefusal } from '../../platform/refusal.ts';
import {
  breakGlassOwners,
  createConnection,
  deleteConnection,
  deleteConnectionLink,
  deleteConnectionLinks,
  getConnection,
  listConnectionLinks,
  listConnections,
} from './connections.ts';
import { finishSso } from './finish-sso.ts';
import { presentConnection, presentLink, presentTest } from './present.ts';
import { finishSaml, getSamlMetadata, receiveSaml } from './saml-journey.ts';
import type { Sso, SsoDeps } from './sso-deps.ts';
import { discoverSso, startSso } from './start-sso.ts';
import { getConnectionTest, testConnection } from './test-connection.ts';
import { updateConnection } from './update-connection.ts';

export function mountSso(kernel: Kernel, sso: Sso): void {
  const own = { ...kernel, deps: { ...kernel.deps, sso } };
  mountConnections(own);
  mountLinks(own);
  mountJourney(own);
  mountSaml(own);
}

async function shown(call: Pick<Context, 'deps'>, row: ConnectionRow) {
  return presentConnection(call.deps.config, row, await breakGlassOwners(call, row.organizationId));
}

function mountConnections(kernel: Kernel<SsoDeps>): void {
  mount(kernel, contract.listConnections, async (call) => {
    const rows = await listConnections(call);
    if (isRefusal(rows)) return rows;
    return ok(200, { connections: await Promise.all(rows.map((row) => shown(call, row))) });
  });

  mount(kernel, contract.createConnection, async (call) => {
    const row = await createConnection(call, call.body);
    return isRefusal(row) ? row : ok(201, { connection: await shown(call, row) });
  });

  mount(kernel, contract.getConnection, async (call) => {
    const row = await getConnection(call, call.params);
    return isRefusal(row) ? row : ok(200, { connection: await shown(call, row) });
  });

  mount(kernel, contract.updateConnection, async (call) => {
    const row = await updateConnection(call, { ...call.params, ...call.body });
    return isRefusal(row) ? row : ok(200, { connection: await shown(call, row) });
  });

  mount(kernel, contract.deleteConnection, async (call) => {
    const refusal = await deleteConnection(call, call.params);
    return refusal ?? ok(200, { message: 'The identity provider is removed.' });
  });

  mount(kernel, contract.testConnection, async (call) => {
    const started = await testConnection(call, call.params);
    return isRefusal(started) ? started : ok(200, started);
  });

  mount(kernel, contract.getConnectionTest, async (call) => {
    const test = await getConnectionTest(call, call.params);
    if (isRefusal(test)) return test;
    const texts = () => textsFor(call.deps, call.request, call.reply);
    return ok(200, { test: test && presentTest(test, texts) });
  });
}

function mountLinks(kernel: Kernel<SsoDeps>): void {
  mount(kernel, contract.listConnectionLinks, async (call) => {
    const listed = await listConnectionLinks(call, { ...call.params, ...call.query });
    if (isRefusal(listed)) return listed;
    return ok(200, { links: listed.links.map(presentLink), pagination: listed.pagination });
  });

  mount(kernel, contract.deleteConnectionLink, async (call) => {
    const refusal = await deleteConnectionLink(call, call.params);
    return refusal ?? ok(200, { message: 'The link is ended.' });
  });

  mount(kernel, contract.deleteConnectionLinks, async (call) => {
    const refusal = await deleteConnectionLinks(call, call.params);
    return refusal ?? ok(200, { message: 'All links are ended.' });
  });
}

function mountJourney(kernel: Kernel<SsoDeps>): void {
  const { jar } = kernel;

  mount(kernel, contract.discoverSso, async (call) => ok(200, await discoverSso(call, call.body)));

  mount(kernel, contract.startSso, async (call) => {
    const departure = await startSso(call, { ...call.query, ...call.params });
    if (isRefusal(departure)) return departure;
    if (departure.ticket) jar.ssoState(call.reply, departure.ticket);
    return ok(302, departure.url);
  });

  mount(kernel, contract.finishSso, async (call) => {
    const { params, query, request, reply } = call;
    const landing = await finishSso(call, {
      ...query,
      ...params,
      search: request.url.slice(pathOf(request.url).length),
      ticket: cookiesOf(request)[cookieNames.ssoState],
    });
    if (isRefusal(landing)) return landing;
    jar.ssoState(reply, '');
    if (landing.grant) jar.grant(reply, landing.grant);
    return ok(302, landing.url);
  });
}

function mountSaml(kernel: Kernel<SsoDeps>): void {
  const { jar } = kernel;

  mount(kernel, contract.getSamlMetadata, async (call) => {
    const metadata = await getSamlMetadata(call, call.params);
    if (isRefusal(metadata)) return metadata;
    call.reply.type('application/samlmetadata+xml');
    return ok(200, Buffer.from(metadata));
  });

  mount(kernel, contract.receiveSaml, async (call) => {
    const url = await receiveSaml(call, { ...call.body, ...call.params });
    return isRefusal(url) ? url : ok(303, url);
  });

  mount(kernel, contract.finishSaml, async (call) => {
    const ticket = cookiesOf(call.request)[cookieNames.ssoState];
    const landing = await finishSaml(call, { ...call.query, ...call.params, ticket });
    if (isRefusal(landing)) return landing;
    jar.ssoState(call.reply, '');
    if (landing.grant) jar.grant(call.reply, landing.grant);
    return ok(302, landing.url);
  });
}
