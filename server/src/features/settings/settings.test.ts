import { healthAreas, settingGroups } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey, organizationKeysPath } from '@latchkey/server/testing/organization-keys';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

const secrets = {
  SMTP_URL: 'smtp://mailer:hidden-smtp-password@mail.example:587/hidden-path?hidden=query',
  REDIS_URL: '',
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'hidden-google-secret',
  GOOGLE_ISSUER: 'https://accounts.example/hidden-tenant',
  OAUTH_PROVIDERS: 'corp',
  CORP_CLIENT_ID: 'corp-client',
  CORP_CLIENT_SECRET: 'hidden-corp-secret',
  CORP_ISSUER: 'https://corp.example/hidden-realm',
  BOT_SECRET_KEY: 'hidden-bot-secret',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden-header',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:hidden-password@traces.example/hidden-token',
  SEED_ADMIN_EMAIL: 'first@example.com',
  SEED_ADMIN_PASSWORD: 'hidden-Seed-Passw0rd',
  ENABLE_EMAIL_LOGIN: 'true',
  AUDIT_RETENTION_DAYS: '400',
  RATE_LIMIT_LOGIN: '7/20m',
};

const paths = ['/api/admin/settings', '/api/admin/health'];
const service = started(() => startService({ env: secrets }));
let admin: Client;
beforeAll(async () => {
  admin = (await newStaff(service, 'ADMIN')).client;
});

type Shown = { variable: string; group: string; isSet: boolean; secret: boolean; value: unknown };
const shown = async (): Promise<Record<string, Shown>> => {
  const { settings } = (await admin.get('/api/admin/settings')).body;
  return Object.fromEntries((settings as Shown[]).map((setting) => [setting.variable, setting]));
};

describe('GET /api/admin/settings', () => {
  test('tells what counts, and what sets it', async () => {
    const found = await shown();
    expect(found.ENABLE_EMAIL_LOGIN).toEqual({
      variable: 'ENABLE_EMAIL_LOGIN',
      group: 'sign_in',
      isSet: true,
      secret: false,
      value: true,
    });
    expect(found.ENABLE_OIDC).toMatchObject({ isSet: false, value: true });
    expect(found.AUDIT_RETENTION_DAYS).toMatchObject({ isSet: true, value: 400 });
    expect(found.EMAIL_LOG_RETENTION_DAYS).toMatchObject({ isSet: false, value: null });
    expect(found.RATE_LIMIT_LOGIN).toMatchObject({ isSet: true, value: '7/20m' });
    expect(found.RATE_LIMIT_SCIM).toMatchObject({ isSet: false, value: '1800/1m' });
    expect(new Set(Object.values(found).map(({ group }) => group))).toEqual(new Set(settingGroups));
  });

  test('tells sign-in methods, providers and versions', async () => {
    const { signInMethods, providers, versions } = (await admin.get('/api/admin/settings')).body;
    expect(signInMethods).toEqual(['password', 'passkey', 'email_code', 'social', 'single_sign_on']);
    expect(providers).toEqual([
      { name: 'google', label: 'Google', host: 'accounts.example' },
      { name: 'corp', label: 'Corp', host: 'corp.example' },
    ]);
    expect(versions).toEqual({
      service: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      database: expect.stringMatching(/^1[5-9]/),
    });
  });

  test('of a secret, tells only whether it is set, and of an address only the host', async () => {
    const found = await shown();
    for (const name of ['GOOGLE_CLIENT_SECRET', 'BOT_SECRET_KEY', 'SEED_ADMIN_PASSWORD', 'SESSION_SECRET'])
      expect(found[name], name).toMatchObject({ isSet: true, secret: true, value: null });
    expect(found.RESEND_API_KEY).toMatchObject({ isSet: false, secret: true, value: null });
    expect(found.SMTP_URL).toMatchObject({ isSet: true, value: 'mail.example:587' });
    expect(found.OTEL_EXPORTER_OTLP_ENDPOINT).toMatchObject({ value: 'traces.example' });
  });
});

test.each(paths)('%s leaks no secret of the configuration', async (path) => {
  const { status, text } = await admin.get(path);
  expect(status).toBe(200);
  const { secrets: sealing, database } = service.deps.config;
  const hidden = ['hidden', sealing.session, sealing.accessToken, sealing.refreshToken];
  if (database.kind === 'server') hidden.push(database.url);
  for (const secret of hidden) expect(text).not.toContain(secret);
});

test.each(paths)('%s is closed to all but an ADMIN, and to their API keys', async (path) => {
  const member = await newLoner(service);
  const holder = await newHolder(service, ['policies:read', 'audit:read', 'emails:read']);
  for (const { client } of [member, holder, await newStaff(service, 'MODERATOR')])
    expect((await client.get(path)).body.error.type).toBe('AUTHORIZATION_ERROR');
  expect((await service.client().get(path)).status).toBe(401);
});

describe('POST /api/admin/test-email', () => {
  test('sends one to the address of the caller, and the log tells how it went', async () => {
    const { client, email } = await newStaff(service, 'ADMIN');
    const { status, body } = await client.post('/api/admin/test-email', { to: 'victim@example.com' });
    expect([status, body.message]).toEqual([200, 'The test email is on its way.']);
    const mails = await service.mails(email);
    expect(mails.map(({ subject }) => subject)).toContain('Latchkey can send email');
    const { emails } = (await client.get(`/api/admin/emails?to=${email}`)).body;
    expect(emails[0]).toMatchObject({ id: body.emailId, type: 'test_email', status: 'SENT' });
    expect(await service.mails('victim@example.com')).toEqual([]);
  });

  test('sends five an hour', async () => {
    const { client } = await newStaff(service, 'ADMIN');
    const send = async () => (await client.post('/api/admin/test-email')).status;
    expect([await send(), await send(), await send(), await send(), await send()]).toEqual(
      Array(5).fill(200),
    );
    expect(await send()).toBe(429);
    service.clock.advance({ minutes: 61 });
    expect(await send()).toBe(200);
  });
});

type Area = { area: string; state: string; figures: { name: string; value: number }[] };

describe('GET /api/admin/health', () => {
  const mail = async (client: Client) => {
    const { state, areas } = (await client.get('/api/admin/health')).body;
    const found = (areas as Area[]).find(({ area }) => area === 'mail');
    const figures = Object.fromEntries(found?.figures.map(({ name, value }) => [name, value]) ?? []);
    return { all: state, state: found?.state, ...figures };
  };

  test('tells what waits, and for how long', async () => {
    const quiet = await startService();
    const { client } = await newStaff(quiet, 'ADMIN');
    await quiet.mailWorker.drain();
    expect(await mail(client)).toEqual({ all: 'ok', state: 'ok', waiting: 0, oldestSeconds: 0, failed: 0 });
    await client.post('/api/admin/test-email');
    quiet.clock.advance({ minutes: 11 });
    expect(await mail(client)).toMatchObject({
      all: 'warning',
      state: 'warning',
      waiting: 1,
      oldestSeconds: 660,
    });
    quiet.clock.advance({ minutes: 50 });
    expect(await mail(client)).toMatchObject({ all: 'fault', state: 'fault' });
  });

  test('names organization keys in use that expire within 30 days', async () => {
    const owner = await newUser(service);
    const inDays = (days: number) =>
      new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();
    await makeOrganizationKey(owner.client, { name: 'Ends later', expiresAt: inDays(31) });
    await makeOrganizationKey(owner.client, { name: 'Never ends' });
    const revoked = await makeOrganizationKey(owner.client, { name: 'Revoked', expiresAt: inDays(5) });
    await owner.client.delete(`${organizationKeysPath}/${revoked.id}`);
    const soon = await makeOrganizationKey(owner.client, { name: 'Ends soon', expiresAt: inDays(29) });
    const { ending } = (await admin.get('/api/admin/health')).body;
    expect(ending).toEqual([
      {
        kind: 'key',
        name: 'Ends soon',
        organizationId: owner.organizationId,
        organizationName: expect.any(String),
        endsAt: expect.stringMatching(/Z$/),
      },
    ]);
    await owner.client.delete(`${organizationKeysPath}/${soon.id}`);
  });

  test("names people's own keys in use that expire within 30 days, and whose they are", async () => {
    const person = await newUser(service);
    const inDays = (days: number) =>
      new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();
    await newKey(person.client, { name: 'Ends later', expiresAt: inDays(31) });
    await newKey(person.client, { name: 'Never ends' });
    const revoked = await newKey(person.client, { name: 'Revoked', expiresAt: inDays(5) });
    await person.client.delete(`/api/keys/${revoked.id}`);
    await newKey(person.client, { name: 'Ends soon', expiresAt: inDays(29) });
    const ending = async () => (await admin.get('/api/admin/health')).body.ending;
    expect(await ending()).toEqual([
      {
        kind: 'personalKey',
        name: 'Ends soon',
        organizationId: null,
        organizationName: null,
        userId: person.id,
        userEmail: person.email,
        endsAt: expect.stringMatching(/Z$/),
      },
    ]);
    await deactivate(service, person.id);
    expect(await ending()).toEqual([]);
  });

  test('has every area, and nothing about to end', async () => {
    const { areas, ending } = (await admin.get('/api/admin/health')).body;
    expect(ending).toEqual([]);
    expect((areas as Area[]).map(({ area }) => area)).toEqual([...healthAreas]);
  });
});
