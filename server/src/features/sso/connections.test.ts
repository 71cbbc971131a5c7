import { addDomain, proveDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { googleClient, startOpenIdProvider } from '@latchkey/server/testing/oauth/openid';
import { startLoopback } from '@latchkey/server/testing/oauth/provider';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { accountsAt } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const world = started(startWithIdp);
const otherIdp = started(() => startOpenIdProvider({ anyRedirect: true }));

type Told = { status: number; body: { error?: { code: string } } };
const codeOf = ({ status, body }: Told) => [status, body.error?.code];

async function made() {
  const { owner, id: organizationId } = await newOrganization(world.service);
  const id = await world.make(owner);
  const edit = (body: object) => owner.client.patch(`${connectionsPath}/${id}`, body);
  return { owner, organizationId, id, edit, path: `${connectionsPath}/${id}` };
}

describe('a connection', () => {
  test('begins empty, with what to enter at the identity provider', async () => {
    const { owner, id, path } = await made();
    const { connection } = (await owner.client.get(path)).body;
    const base = `http://latchkey.test/api/auth/sso/${id}`;
    expect(connection).toEqual({
      id,
      kind: 'oidc',
      name: 'Acme login',
      enabled: false,
      required: false,
      domains: [],
      provisioning: true,
      trustsSecondFactor: false,
      adminGroups: [],
      groupRoles: [],
      attributes: { email: null, firstName: null, lastName: null, groups: null },
      sessionHours: 24,
      oidc: { issuer: null, clientId: null, hasClientSecret: false },
      serviceProvider: { redirectUri: `${base}/callback`, loginUrl: base },
      breakGlassOwners: 0,
      testedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await owner.client.get(connectionsPath)).body).toEqual({ connections: [connection] });
    expect((await world.service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_CONNECTION_CREATED',
      metadata: { connectionId: id },
    });
  });

  test('merges what is sent, and never shows its secret', async () => {
    const { edit, path, owner } = await made();
    const { oidc } = world;
    const first = await edit({ oidc, attributes: { groups: 'teams' }, adminGroups: ['a', 'a', 'b'] });
    expect(first.body.connection.oidc).toEqual({
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      hasClientSecret: true,
    });
    expect(first.body.connection.adminGroups).toEqual(['a', 'b']);
    const second = await edit({ oidc: { clientId: 'renamed' }, attributes: { email: 'mail' } });
    expect(second.body.connection).toMatchObject({
      oidc: { issuer: oidc.issuer, clientId: 'renamed', hasClientSecret: true },
      attributes: { email: 'mail', firstName: null, lastName: null, groups: 'teams' },
    });
    expect((await owner.client.get(path)).text).not.toContain(oidc.clientSecret);
    const trail = await world.service.sql`SELECT metadata::text FROM audit_logs`;
    expect(JSON.stringify(trail)).not.toContain(oidc.clientSecret);
    const [row] = await world.service
      .sql`SELECT client_secret FROM sso_connections WHERE client_id = 'renamed'`;
    expect(row?.clientSecret.includes(oidc.clientSecret)).toBe(false);
  });

  test('takes the secret anew with a new issuer, so the old one is never sent there', async () => {
    const { edit } = await made();
    await edit({ oidc: world.oidc });
    expect(codeOf(await edit({ oidc: { issuer: otherIdp.url } }))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await edit({ oidc: { issuer: otherIdp.url, clientSecret: 'other' } })).status).toBe(200);
    const { edit: open } = await made();
    expect(
      (await open({ oidc: { issuer: world.idp.url, clientId: 'public' } })).body.connection.oidc,
    ).toEqual({
      issuer: world.idp.url,
      clientId: 'public',
      hasClientSecret: false,
    });
  });

  test.each([
    [{ sessionHours: 0 }],
    [{ sessionHours: 169 }],
    [{ adminGroups: Array.from({ length: 21 }, (_, at) => `g${at}`) }],
    [{ name: '' }],
    [{ saml: { entityId: 'x' } }],
    [{ enabled: 'yes' }],
  ])('refuses %o', async (body) => {
    const { edit } = await made();
    expect(codeOf(await edit(body))).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('is for OWNERs to change, ADMINs to read, and no one else', async () => {
    const { id, organizationId, path } = await made();
    const { service } = world;
    const admin = await newMember(service, organizationId, 'ADMIN');
    expect((await admin.client.get(path)).status).toBe(200);
    expect((await admin.client.patch(path, { name: 'x' })).status).toBe(403);
    expect((await admin.client.get(`${path}/test`)).status).toBe(403);
    expect((await (await newMember(service, organizationId, 'MEMBER')).client.get(path)).status).toBe(403);
    const stranger = (await newOrganization(service)).owner.client;
    for (const answer of [
      await stranger.get(path),
      await stranger.patch(path, { name: 'x' }),
      await stranger.delete(path),
      await stranger.post(`${path}/test`),
      await stranger.get(`${path}/test`),
      await stranger.get(`${path}/links`),
      await stranger.delete(`${path}/links`),
      await stranger.delete(`${path}/links/${id}`),
    ])
      expect(answer.status).toBe(404);
  });

  test('is one of five', async () => {
    const { owner } = await made();
    for (let nth = 1; nth < 5; nth++) await world.make(owner);
    const sixth = await owner.client.post(connectionsPath, { kind: 'oidc', name: 'One more' });
    expect(codeOf(sixth)).toEqual([400, 'CONNECTION_LIMIT_REACHED']);
  });

  test('ends with its links', async () => {
    const { owner, connectionId, path } = await world.connected();
    expect((await owner.client.delete(`${connectionsPath}/${connectionId}`)).status).toBe(200);
    expect((await world.service.client().get(path)).status).toBe(404);
  });
});

describe('saving an issuer', () => {
  test.each([
    'http://10.0.0.1',
    'http://169.254.169.254/latest',
    'ftp://example.com',
    'https://user:secret@example.com',
    'http://unknown-host.test',
    'nonsense',
  ])('refuses to connect to %s', async (issuer) => {
    const { edit } = await made();
    expect(codeOf(await edit({ oidc: { issuer, clientId: 'x' } }))).toEqual([
      400,
      'CONNECTION_URL_FORBIDDEN',
    ]);
  });

  test('refuses one that does not answer, redirects, or calls itself something else', async () => {
    const { edit } = await made();
    const oidc = { clientId: 'x' };
    const wellKnown = '/.well-known/openid-configuration';
    expect(codeOf(await edit({ oidc: { ...oidc, issuer: `${world.idp.url}/` } }))).toEqual([
      400,
      'CONNECTION_INVALID',
    ]);
    for (const fault of [500, 302]) {
      world.idp.faults.set(wellKnown, fault);
      expect(codeOf(await edit({ oidc: { ...oidc, issuer: world.idp.url } }))).toEqual([
        400,
        'CONNECTION_INVALID',
      ]);
    }
    world.idp.faults.clear();
  });

  test('refuses a document that leads to a private address, or is too long', async () => {
    const documents: object[] = [];
    const fake = await startLoopback((url) => (_request, response) => {
      const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
      const own = Object.fromEntries(endpoints.map((name) => [name, `${url}/${name}`]));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer: url, ...own, ...documents.shift() }));
    });
    const { edit, owner, path } = await made();
    const save = async (document: object) => {
      documents.push(document);
      return codeOf(await edit({ oidc: { issuer: fake.url, clientId: 'x' } }));
    };
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])
      expect(await save({ [name]: 'http://10.0.0.1/' })).toEqual([400, 'CONNECTION_URL_FORBIDDEN']);
    expect(await save({ jwks_uri: undefined })).toEqual([400, 'CONNECTION_INVALID']);
    expect(await save({ more: 'x'.repeat(1024 * 1024) })).toEqual([400, 'CONNECTION_INVALID']);
    expect(await save({})).toEqual([200, undefined]);
    // Groups are asked for only where the document lists them.
    const { redirectTo } = (await owner.client.post(`${path}/test`)).body;
    const departure = await owner.client.get(redirectTo, { csrf: false });
    const { searchParams } = new URL(departure.headers.get('location') ?? '');
    expect(searchParams.get('scope')).toBe('openid email profile');
  });

  test('refuses a name that points to a private address', async () => {
    world.zone.point('rebound.test', '10.1.2.3');
    const { edit } = await made();
    expect(codeOf(await edit({ oidc: { issuer: 'http://rebound.test', clientId: 'x' } }))).toEqual([
      400,
      'CONNECTION_URL_FORBIDDEN',
    ]);
  });

  test('is refused once someone is linked, until the links are ended', async () => {
    const { service, connected, somebody, travel } = world;
    const { owner, connectionId, domain, path } = await connected();
    await travel(service.client(), path, somebody(domain.name).login);
    const oidc = { issuer: otherIdp.url, clientId: googleClient.id, clientSecret: 'x' };
    const edit = () => owner.client.patch(`${connectionsPath}/${connectionId}`, { oidc });
    expect(codeOf(await edit())).toEqual([409, 'CONNECTION_IN_USE']);
    expect((await owner.client.delete(`${connectionsPath}/${connectionId}/links`)).status).toBe(200);
    expect((await service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_CONNECTION_UNLINKED',
      metadata: { connectionId, targetUserId: expect.any(String) },
    });
    expect((await edit()).body.connection).toMatchObject({ testedAt: null, enabled: false });
  });
});

describe('domains of a connection', () => {
  test('are proven here, and belong to no sibling', async () => {
    const { owner, edit } = await made();
    const { zone, service } = world;
    const domain = await proveDomain(owner, zone);
    const foreign = await proveDomain((await newOrganization(service)).owner, zone);
    for (const name of [foreign.name, 'never-added.test', (await addDomain(owner)).name])
      expect(codeOf(await edit({ domains: [name] }))).toEqual([400, 'DOMAIN_NOT_VERIFIED']);
    expect((await edit({ domains: [domain.name.toUpperCase()] })).body.connection.domains).toEqual([
      domain.name,
    ]);
    const sibling = await world.make(owner);
    const taken = await owner.client.patch(`${connectionsPath}/${sibling}`, { domains: [domain.name] });
    expect(codeOf(taken)).toEqual([409, 'DOMAIN_TAKEN']);
    await owner.client.delete(`/api/organizations/current/domains/${domain.id}`);
    expect((await edit({ name: 'x' })).body.connection.domains).toEqual([]);
  });

  test('come back with their proof, unless they were taken from it meanwhile', async () => {
    const { owner, edit, path } = await made();
    const domain = await proveDomain(owner, world.zone);
    await edit({ domains: [domain.name] });
    const prove = (verifiedAt: Date | null) =>
      world.service.sql`UPDATE organization_domains SET verified_at = ${verifiedAt} WHERE id = ${domain.id}`;
    const shown = async () => (await owner.client.get(path)).body.connection.domains;
    await prove(null);
    expect(await shown()).toEqual([]);
    await prove(new Date());
    expect(await shown()).toEqual([domain.name]);
    await prove(null);
    expect((await edit({ domains: [] })).status).toBe(200);
    await prove(new Date());
    expect(await shown()).toEqual([]);
  });
});

describe('testing', () => {
  test('is needed before enabling, and shows what was received', async () => {
    const { owner, edit, id } = await made();
    const { zone, oidc, somebody } = world;
    expect(codeOf(await owner.client.post(`${connectionsPath}/${id}/test`))).toEqual([
      400,
      'CONNECTION_INVALID',
    ]);
    await edit({ oidc });
    expect(codeOf(await edit({ enabled: true }))).toEqual([400, 'DOMAIN_NOT_VERIFIED']);
    const domain = await proveDomain(owner, zone);
    await edit({ domains: [domain.name], adminGroups: ['admins'] });
    expect(codeOf(await edit({ enabled: true }))).toEqual([409, 'CONNECTION_NOT_TESTED']);
    const wrong = await world.test(owner, id, somebody('elsewhere.test').login);
    expect(wrong.test).toMatchObject({ passed: false, reason: 'sso_email_not_allowed' });
    expect(codeOf(await edit({ enabled: true }))).toEqual([409, 'CONNECTION_NOT_TESTED']);
    const { login, email } = somebody(domain.name, { groups: ['admins'] });
    const { landed, test: result } = await world.test(owner, id, login);
    expect(landed.location).toBe(`http://latchkey.test/organization/sso?test=${id}`);
    expect(result).toMatchObject({
      passed: true,
      reason: null,
      subject: login,
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      groups: ['admins'],
      role: 'ADMIN',
      received: { claims: { sub: login, email } },
    });
    // It signed no one in, and made no one.
    expect(await accountsAt(world.service, email)).toHaveLength(0);
    expect((await owner.client.get('/api/auth/me')).body.user.id).toBe(owner.id);
    expect((await edit({ enabled: true })).body.connection).toMatchObject({ enabled: true });
    const departure = await world.service.client().get(`/api/auth/sso/${id}`);
    const { searchParams } = new URL(departure.headers.get('location') ?? '');
    expect(searchParams.get('scope')).toBe('openid email profile groups');
    expect((await world.service.audit(owner.email)).map(({ action }) => action)).toContain(
      'ORG_CONNECTION_TESTED',
    );
    // It is kept for a day.
    world.service.clock.advance({ hours: 24, seconds: 1 });
    const later = await clientFor(world.service, owner.id);
    expect((await later.get(`${connectionsPath}/${id}/test`)).body).toEqual({ test: null });
  });

  test('works only in the session that asked for it', async () => {
    const { owner, edit, id } = await made();
    await edit({ oidc: world.oidc });
    const { redirectTo } = (await owner.client.post(`${connectionsPath}/${id}/test`)).body;
    const elsewhere = await world.service.client().get(redirectTo);
    expect(elsewhere.headers.get('location')).toContain('error=invalid_state');
    expect((await owner.client.get(`${connectionsPath}/${id}/test`)).body).toEqual({ test: null });
  });
});

test('with ENABLE_SSO=false, connections and sign-in are 404', async () => {
  const off = await startService({ env: { ENABLE_SSO: 'false' } });
  const { owner } = await newOrganization(off);
  expect((await owner.client.get(connectionsPath)).status).toBe(404);
  const { status } = await off.client().post('/api/auth/sso/discover', { email: 'a@b.test' });
  expect(status).toBe(404);
});
