import { inflateRawSync } from 'node:zlib';
import type { Client } from '@latchkey/server/testing/client';
import { proveDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { startSamlProvider } from '@latchkey/server/testing/saml/provider';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { describe, expect, test } from 'vitest';

const world = started(startWithIdp);
const idp = started(startSamlProvider);

let people = 0;

type Told = { sessionEndsAt?: Date; attributes?: Record<string, string[]> };
function somebody(domain: string, { attributes, ...more }: Told = {}) {
  people++;
  const login = `saml-${people}`;
  const email = `${login}@${domain}`;
  idp.people.set(login, {
    nameId: `id-${login}`,
    attributes: {
      email: [email],
      firstName: ['Grace'],
      lastName: ['Hopper'],
      groups: ['admins', 'staff'],
      ...attributes,
    },
    ...more,
  });
  return { login, email };
}

const form = (client: Client, path: string, fields: Record<string, string>) =>
  client.send('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const locationOf = (answer: { headers: Headers }) => answer.headers.get('location') ?? '';
const pathOf = (location: string) => location.replace('http://latchkey.test', '');

/** Leaves for the identity provider. What it posts arrives without cookies, as from another site. */
async function depart(client: Client, path: string, login: string | null) {
  const departure = await client.get(path, { csrf: false });
  return idp.visit(locationOf(departure), login);
}

async function travel(client: Client, path: string, login: string | null) {
  const posted = await depart(client, path, login);
  const received = await form(world.service.client(), pathOf(posted.acsUrl), posted.form);
  expect(received.status).toBe(303);
  const next = locationOf(received);
  return next.includes('/finish?') ? locationOf(await client.get(pathOf(next), { csrf: false })) : next;
}

async function tested(owner: Person, id: string, login: string | null) {
  const { redirectTo } = (await owner.client.post(`${connectionsPath}/${id}/test`)).body;
  const landed = await travel(owner.client, redirectTo, login);
  return { landed, test: (await owner.client.get(`${connectionsPath}/${id}/test`)).body.test };
}

async function connected(edit: object = {}) {
  const { owner, id: organizationId } = await newOrganization(world.service);
  const domain = await proveDomain(owner, world.zone);
  const id = await world.make(owner, 'saml');
  await world.change(owner, id, { saml: { metadataUrl: idp.metadataUrl }, domains: [domain.name], ...edit });
  const metadata = await world.service.client().get(`/api/auth/sso/${id}/metadata`);
  idp.trust(metadata.text);
  await tested(owner, id, somebody(domain.name).login);
  await world.change(owner, id, { enabled: true });
  return { owner, organizationId, domain, id, path: `/api/auth/sso/${id}` };
}

/** What is stored of the answers on their way, in bytes. */
async function keptBytes(): Promise<number> {
  const [row] = await world.service.sql<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(content)), 0)::int AS bytes FROM saml_answers`;
  return row?.bytes ?? 0;
}

test('of what a sign-in received, only what it needs is stored; a test keeps all of it', async () => {
  const { owner, domain, id, path } = await connected();
  const person = somebody(domain.name, { attributes: { notes: ['x'.repeat(100_000)] } });
  const client = world.service.client();
  const before = await keptBytes();
  const posted = await depart(client, path, person.login);
  const { headers } = await form(world.service.client(), pathOf(posted.acsUrl), posted.form);
  expect((await keptBytes()) - before).toBeLessThan(2_000);
  const landed = await client.get(pathOf(locationOf({ headers })), { csrf: false });
  expect(locationOf(landed)).not.toContain('error=');
  expect((await client.get('/api/auth/me')).body.user.email).toBe(person.email);
  const { test: shown } = await tested(owner, id, person.login);
  expect(shown.received.xml).toContain('x'.repeat(100_000));
  expect(shown.received.attributes.notes).toEqual(['x'.repeat(100_000)]);
});

describe('setting up', () => {
  test('metadata by address, as XML, or field by field', async () => {
    const { owner } = await newOrganization(world.service);
    const id = await world.make(owner, 'saml');
    const empty = await owner.client.get(`${connectionsPath}/${id}`);
    expect(empty.body.connection.saml).toEqual({
      entityId: null,
      signInUrl: null,
      certificates: [],
      metadataUrl: null,
    });
    expect(empty.body.connection).not.toHaveProperty('oidc');
    const expected = {
      entityId: idp.entityId,
      signInUrl: idp.signInUrl,
      certificates: [
        { pem: expect.stringContaining('BEGIN'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ],
    };
    const byUrl = await world.change(owner, id, { saml: { metadataUrl: idp.metadataUrl } });
    expect(byUrl.saml).toMatchObject({ ...expected, metadataUrl: idp.metadataUrl });
    const byXml = await world.change(owner, id, { saml: { metadata: idp.metadata() } });
    expect(byXml.saml).toMatchObject({ ...expected, metadataUrl: null });
    const [{ pem }] = byXml.saml.certificates;
    const bare = pem.replace(/-----[A-Z ]+-----|\s/g, '');
    const fields = { entityId: idp.entityId, signInUrl: idp.signInUrl, certificates: [bare] };
    expect((await world.change(owner, id, { saml: fields })).saml).toMatchObject(expected);
    expect(byUrl.serviceProvider).toEqual({
      entityId: `http://latchkey.test/api/auth/sso/${id}/metadata`,
      acsUrl: `http://latchkey.test/api/auth/sso/${id}/acs`,
      metadataUrl: `http://latchkey.test/api/auth/sso/${id}/metadata`,
      loginUrl: `http://latchkey.test/api/auth/sso/${id}`,
    });
    for (const saml of [
      { metadata: '<x/>' },
      { certificates: ['nonsense'] },
      { signInUrl: 'javascript:alert(1)' },
      { signInUrl: 'https://a:b@idp.test/' },
    ]) {
      const answer = await owner.client.patch(`${connectionsPath}/${id}`, { saml });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'CONNECTION_INVALID']);
    }
    const both = { metadata: idp.metadata(), metadataUrl: idp.metadataUrl };
    expect((await owner.client.patch(`${connectionsPath}/${id}`, { saml: both })).status).toBe(400);
  });

  test('the test shows the message and its attributes, and a failure says why', async () => {
    const { owner, id, domain } = await connected({ adminGroups: ['admins'] });
    const { login, email } = somebody(domain.name);
    const { landed, test: passed } = await tested(owner, id, login);
    expect(landed).toBe(`http://latchkey.test/organization/sso?test=${id}`);
    expect(passed).toMatchObject({
      passed: true,
      subject: `id-${login}`,
      email,
      groups: ['admins', 'staff'],
      role: 'ADMIN',
      received: { xml: expect.stringContaining('Assertion'), attributes: { email: [email] } },
    });
    idp.forgery.after = (xml) => xml.replace(email, `other@${domain.name}`);
    const { test: forged } = await tested(owner, id, login);
    delete idp.forgery.after;
    expect(forged).toMatchObject({ passed: false, reason: 'sso_failed', subject: null });
  });
});

describe('signing in', () => {
  test('creates the account, and finds it again', async () => {
    const { organizationId, domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const client = world.service.client();
    expect(await travel(client, `${path}?returnTo=/profile`, login)).toBe('http://latchkey.test/profile');
    const { user } = (await client.get('/api/auth/me')).body;
    expect(user).toMatchObject({ email, firstName: 'Grace', organizationId, organizationRole: 'MEMBER' });
    const again = world.service.client();
    await travel(again, path, login);
    expect((await again.get('/api/auth/me')).body.user.id).toBe(user.id);
  });

  test('is refused when canceled, altered, or sent twice', async () => {
    const { domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const { service } = world;
    expect(await travel(service.client(), path, null)).toBe('http://latchkey.test/login?error=sso_denied');
    idp.forgery.after = (xml) => xml.replaceAll(email, `boss@${domain.name}`);
    expect(await travel(service.client(), path, login)).toContain('error=sso_failed');
    delete idp.forgery.after;
    expect((await service.audit()).at(-1)).toMatchObject({
      action: 'AUTH_SSO_LOGIN_FAILED',
      metadata: { reason: 'sso_failed' },
    });
    const client = service.client();
    const posted = await depart(client, path, login);
    const send = () => form(service.client(), pathOf(posted.acsUrl), posted.form);
    const finish = locationOf(await send());
    expect(locationOf(await send())).toContain('error=invalid_state');
    expect(locationOf(await client.get(pathOf(finish)))).toBe('http://latchkey.test/');
    expect(locationOf(await client.get(pathOf(finish)))).toContain('error=invalid_state');
  });

  test('ends in the browser that started, within a minute', async () => {
    const { domain, path } = await connected();
    const { login } = somebody(domain.name);
    const { service } = world;
    const client = service.client();
    const arrive = async () => {
      const posted = await depart(client, path, login);
      return pathOf(locationOf(await form(service.client(), pathOf(posted.acsUrl), posted.form)));
    };
    const busy = service.client();
    await busy.get(path);
    for (const browser of [service.client(), busy]) {
      expect(locationOf(await browser.get(await arrive()))).toContain('error=invalid_state');
      expect((await browser.get('/api/auth/me')).status).toBe(401);
    }
    const late = await arrive();
    service.clock.advance({ seconds: 61 });
    expect(locationOf(await client.get(late))).toContain('error=invalid_state');
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('a garbled message of ours is sso_failed; one that is not ours is invalid_state', async () => {
    const { path } = await connected();
    const { service } = world;
    const departure = await service.client().get(path);
    const RelayState = new URL(locationOf(departure)).searchParams.get('RelayState') ?? '';
    expect(Buffer.byteLength(RelayState)).toBeLessThanOrEqual(80);
    const acs = `${path}/acs`;
    const SAMLResponse = Buffer.from('<not xml').toString('base64');
    expect(locationOf(await form(service.client(), acs, { SAMLResponse, RelayState }))).toContain(
      'sso_failed',
    );
    expect(locationOf(await form(service.client(), acs, { SAMLResponse, RelayState: 'x' }))).toContain(
      'invalid_state',
    );
  });

  test('a tile on the pages of the identity provider starts the sign-in here', async () => {
    const { path } = await connected();
    const unasked =
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" Version="2.0"></samlp:Response>';
    const SAMLResponse = Buffer.from(unasked).toString('base64');
    const answer = await form(world.service.client(), `${path}/acs`, { SAMLResponse });
    expect([answer.status, locationOf(answer)]).toEqual([303, `http://latchkey.test${path}`]);
  });

  test('a person with a session has to sign in there anew', async () => {
    const { domain, path } = await connected();
    const { service } = world;
    const { login } = somebody(domain.name);
    const client = service.client();
    await travel(client, path, login);
    const departure = await client.get(path, { csrf: false });
    const asked = new URL(locationOf(departure)).searchParams.get('SAMLRequest') ?? '';
    expect(inflateRawSync(Buffer.from(asked, 'base64')).toString()).toContain('ForceAuthn="true"');
    const authenticated = (secondsAgo: number) => {
      const authenticatedAt = new Date(service.clock.now().getTime() - secondsAgo * 1000);
      idp.people.set(login, { nameId: '', ...idp.people.get(login), authenticatedAt });
    };
    authenticated(3600);
    expect(await travel(client, path, login)).toContain('error=sso_failed');
    authenticated(0);
    expect(await travel(client, path, login)).toBe('http://latchkey.test/');
  });

  test('is refused when the connection has another entity ID by the time the browser is back', async () => {
    const { id, domain, path } = await connected();
    const { service } = world;
    const client = service.client();
    const posted = await depart(client, path, somebody(domain.name).login);
    const finish = locationOf(await form(service.client(), pathOf(posted.acsUrl), posted.form));
    await service.sql`UPDATE sso_connections SET entity_id = 'https://other.example' WHERE id = ${id}`;
    expect(locationOf(await client.get(pathOf(finish)))).toContain('error=invalid_state');
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('the session ends with the one at the identity provider', async () => {
    const { domain, path } = await connected();
    const { service } = world;
    const soon = new Date(service.clock.now().getTime() + 30 * 60_000);
    const { login } = somebody(domain.name, { sessionEndsAt: soon });
    const client = service.client();
    await travel(client, path, login);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    const [row] = await service.sql`SELECT ends_at FROM sessions ORDER BY id DESC LIMIT 1`;
    expect(Math.abs(row?.endsAt.getTime() - soon.getTime())).toBeLessThan(1000);
  });
});

test('metadata is there for SAML only, and other kinds of connections are 404', async () => {
  const { id, path, organizationId } = await connected();
  const metadata = await world.service.client().get(`${path}/metadata`);
  expect(metadata.headers.get('content-type')).toBe('application/samlmetadata+xml');
  expect(metadata.text).toContain(`entityID="http://latchkey.test/api/auth/sso/${id}/metadata"`);
  expect((await world.service.client().get(`${path}/callback`)).status).toBe(404);
  const unknown = await world.service.client().get(`/api/auth/sso/${organizationId}`);
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'SSO_NOT_AVAILABLE']);
  const oidc = await world.connected();
  for (const route of ['metadata', 'finish'])
    expect((await world.service.client().get(`${oidc.path}/${route}`)).status).toBe(404);
  expect((await form(world.service.client(), `${oidc.path}/acs`, {})).status).toBe(404);
});
