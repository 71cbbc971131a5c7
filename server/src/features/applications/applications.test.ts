import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication, redeem, redirectUri } from '@latchkey/server/testing/oidc';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { addSecret, isSecret } from './application-store.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const path = '/api/admin/applications';
const web = { name: 'Shop', kind: 'web', redirectUris: [redirectUri] };

describe('registering an application', () => {
  test('shows its secret once, stores only a hash, and writes an audit entry', async () => {
    const { status, body } = await admin.client.post(path, web);
    expect(status).toBe(201);
    expect(Object.keys(body.application).sort()).toEqual(
      [
        ...[
          'id',
          'clientId',
          'name',
          'kind',
          'redirectUris',
          'postLogoutRedirectUris',
          'backchannelLogoutUri',
        ],
        ...[
          'firstParty',
          'organizationId',
          'signingAlgorithm',
          'requirePkce',
          'scopes',
          'deviceGrant',
          'enabled',
          'createdAt',
          'updatedAt',
        ],
      ].sort(),
    );
    expect(body.application).toMatchObject({
      ...web,
      firstParty: false,
      deviceGrant: false,
      requirePkce: true,
      signingAlgorithm: 'RS256',
    });
    const secrets = await service.sql`SELECT encode(secret_hash, 'hex') AS hash FROM application_secrets`;
    expect(secrets.map(({ hash }) => hash)).not.toContain(Buffer.from(body.clientSecret).toString('hex'));
    expect((await service.audit(admin.email)).at(-1)?.action).toBe('ADMIN_APP_CREATED');
    const { body: shown } = await admin.client.get(`${path}/${body.application.id}`);
    expect(shown).toEqual({ application: body.application });
    expect((await admin.client.get(path)).body.applications).toContainEqual(body.application);
    expect(service.logged.join()).not.toContain(body.clientSecret);
  });

  test('lets a native application use a reverse-domain URI scheme', async () => {
    const uris = ['com.example.app:/callback', 'com.example.app://callback?x=1'];
    const { status, body } = await admin.client.post(path, { ...web, kind: 'native', redirectUris: uris });
    expect([status, body.application.redirectUris]).toEqual([201, uris]);
  });

  test('gives a public application no secret, and refuses to create one later', async () => {
    const { body } = await admin.client.post(path, { ...web, kind: 'spa' });
    expect(body.clientSecret).toBeUndefined();
    const refused = await admin.client.post(`${path}/${body.application.id}/secret`);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'APPLICATION_HAS_NO_SECRET']);
  });

  test.each([
    ['a redirect URI with a fragment', { redirectUris: ['https://a.example/#x'] }, 'redirectUris'],
    ['a plain http redirect URI to a remote host', { redirectUris: ['http://a.example/'] }, 'redirectUris'],
    ['a javascript: redirect URI', { redirectUris: ['javascript:alert(1)'] }, 'redirectUris'],
    ['an ftp: redirect URI', { kind: 'native', redirectUris: ['ftp://a.example/'] }, 'redirectUris'],
    ['a file: redirect URI', { kind: 'native', redirectUris: ['file:///etc/passwd'] }, 'redirectUris'],
    ['a data: redirect URI', { kind: 'native', redirectUris: ['data:text/html,x'] }, 'redirectUris'],
    ['a mailto: redirect URI', { kind: 'native', redirectUris: ['mailto:a'] }, 'redirectUris'],
    [
      'a custom scheme that is not a reverse domain name',
      { kind: 'native', redirectUris: ['myapp://callback'] },
      'redirectUris',
    ],
    ['a redirect URI with a username', { redirectUris: ['https://a@b.example/'] }, 'redirectUris'],
    ['a redirect URI with a wildcard', { redirectUris: ['https://*.example.com/'] }, 'redirectUris'],
    ['a redirect URI that is only a path', { redirectUris: ['/callback'] }, 'redirectUris'],
    ['an empty list of redirect URIs', { redirectUris: [] }, 'redirectUris'],
    ['a custom scheme for a web application', { redirectUris: ['com.example:/x'] }, 'redirectUris'],
    ['a service with redirect URIs', { kind: 'service' }, 'redirectUris'],
    ['a public application without PKCE', { kind: 'spa', requirePkce: false }, 'requirePkce'],
    [
      'a service with the device grant',
      { kind: 'service', redirectUris: [], deviceGrant: true },
      'deviceGrant',
    ],
    ['an unknown scope', { scopes: ['openid', 'root'] }, 'scopes'],
    ['an unsupported signing algorithm', { signingAlgorithm: 'HS256' }, 'signingAlgorithm'],
    ['an unknown organization', { organizationId: '0198c0de-0000-7000-8000-000000000000' }, 'organizationId'],
  ])('refuses %s', async (_name, more, field) => {
    const { status, body } = await admin.client.post(path, { ...web, ...more });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(body.error.details)).toContain(field);
  });
});

test('an update changes only the fields sent, is validated as a whole, and writes an audit entry', async () => {
  const { id } = await newApplication(service);
  const { body } = await admin.client.patch(`${path}/${id}`, { name: 'Renamed', firstParty: false });
  expect(body.application).toMatchObject({ name: 'Renamed', firstParty: false, redirectUris: [redirectUri] });
  expect((await service.audit(admin.email)).at(-1)).toMatchObject({
    action: 'ADMIN_APP_UPDATED',
    metadata: {
      changes: { name: { from: 'Example', to: 'Renamed' }, firstParty: { from: true, to: false } },
    },
  });
  expect((await admin.client.patch(`${path}/${id}`, { redirectUris: [] })).status).toBe(400);
});

test("a redirect URI change records the old and new lists; an update that changes nothing isn't recorded", async () => {
  const { id } = await newApplication(service);
  const evil = 'https://evil.example/callback';
  await admin.client.patch(`${path}/${id}`, { redirectUris: [redirectUri, evil] });
  const recorded = await service.audit(admin.email);
  expect(recorded.at(-1)?.metadata.changes).toEqual({
    redirectUris: { from: [redirectUri], to: [redirectUri, evil] },
  });
  expect((await admin.client.patch(`${path}/${id}`, { redirectUris: [redirectUri, evil] })).status).toBe(200);
  expect(await service.audit(admin.email)).toHaveLength(recorded.length);
});

test('the two newest secrets work, and the one before them does not', async () => {
  const application = await newApplication(service);
  const person = await newUser(service);
  const rotate = async () =>
    (await admin.client.post(`${path}/${application.id}/secret`)).body.clientSecret as string;
  const works = async (client_secret: string | undefined) => {
    const { query } = await authorize(person.client, application);
    return (await redeem(service, application, query.code, { client_secret })).status === 200;
  };
  const second = await rotate();
  expect([await works(application.secret), await works(second)]).toEqual([true, true]);
  const third = await rotate();
  expect([await works(application.secret), await works(second), await works(third)]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await service.audit(admin.email)).at(-1)?.action).toBe('ADMIN_APP_SECRET_ROTATED');
});

test('a new secret works even if the clock was ahead when the earlier ones were made', async () => {
  const { id: applicationId } = await newApplication(service);
  const now = service.clock.now();
  const hashes = ['first', 'second', 'third'].map((text) => sha256(text));
  const ids = ['ffffffff-ffff-7fff-bfff-ffffffffffff', 'fffffffe-ffff-7fff-bfff-ffffffffffff', uuidv7()];
  for (const [nth, hash] of hashes.entries())
    await addSecret(service.sql, { id: ids[nth] ?? '', applicationId, hash, now });
  const live = await Promise.all(hashes.map((hash) => isSecret(service.sql, applicationId, hash)));
  expect(live).toEqual([true, false, true]);
});

test('scopes removed from an application are also removed from what it was already granted', async () => {
  const application = await newApplication(service);
  const person = await newUser(service);
  const { query } = await authorize(person.client, application);
  const { body } = await redeem(service, application, query.code);
  await admin.client.patch(`${path}/${application.id}`, { scopes: ['openid'] });
  const client = service.client();
  client.bearer = body.access_token;
  expect((await client.get('/api/oidc/userinfo')).body).toEqual({ sub: person.id });
});

test('deleting an organization deletes its applications', async () => {
  const owner = await newUser(service);
  const { id } = await newApplication(service, { organizationId: owner.organizationId });
  await service.sql`DELETE FROM organization_members WHERE organization_id = ${owner.organizationId}`;
  await service.sql`DELETE FROM organizations WHERE id = ${owner.organizationId}`;
  expect((await admin.client.get(`${path}/${id}`)).status).toBe(404);
});
