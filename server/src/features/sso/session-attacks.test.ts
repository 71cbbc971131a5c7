import type { Answer, Client } from '@latchkey/server/testing/client';
import { makeScimToken } from '@latchkey/server/testing/directories';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  newApplication,
  refresh as refreshGrant,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import {
  inviteTo,
  joins,
  newMember,
  newOrganization,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { patchPerson, scimPath } from '@latchkey/server/testing/scim';
import { clientFor, newStaff, newVerified, password } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { makeAdmin } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

/*
 * An organization's identity provider can begin a session as any of its people, whenever it likes. Each attack is what
 * its operator could try with such a session, without the person's mailbox, password or a click.
 */
const several = started(() => startWithIdp({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const single = started(startWithIdp);

type World = typeof several;
const current = '/api/organizations/current';
const members = `${current}/members`;
const profile = '/api/users/profile';
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });
const confirmFirst = [403, 'REAUTHENTICATION_REQUIRED'];
const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const isSignedIn = async (client: Client) => (await client.get('/api/auth/me')).status === 200;

/** A session that the identity provider of an organization begins. */
async function vouched(world: World, path: string, login: string): Promise<Client> {
  const client = world.service.client();
  await world.travel(client, path, login);
  expect(await isSignedIn(client)).toBe(true);
  return client;
}

/** A person with a company of their own, who also works for one with an identity provider. */
async function newTwoCompanies() {
  const acme = await several.connected();
  const known = several.somebody(acme.domain.name);
  const person = await newVerified(several.service, { email: known.email, organizationName: 'Theirs' });
  await newMember(several.service, person.organizationId, 'MEMBER');
  await joins(several.service, person.id, acme.id, 'ADMIN');
  const byIdp = await vouched(several, acme.path, known.login);
  return { acme, person, theirs: person.organizationId, byIdp, login: known.login };
}

/** An account that only the identity provider ever made use of. */
async function newProvisioned(world: World) {
  const acme = await world.connected();
  const known = world.somebody(acme.domain.name);
  const byIdp = await vouched(world, acme.path, known.login);
  const { id } = (await byIdp.get('/api/auth/me')).body.user;
  return { acme, byIdp, id: id as string, ...known };
}

/** What an organization's directory does to one of its people. */
async function byDirectory(
  { service }: World,
  { acme, id }: { acme: { owner: { client: Client } }; id: string },
  act: 'deactivates' | 'deletes',
) {
  const directory = service.client();
  directory.bearer = (await makeScimToken(acme.owner.client)).secret;
  const { status } = await (act === 'deletes'
    ? directory.delete(`${scimPath}/Users/${id}`)
    : patchPerson(directory, id, { op: 'replace', value: { active: false } }));
  expect(status).toBe(act === 'deletes' ? 204 : 200);
}

describe("an identity provider's session of a person who has a company of their own", () => {
  test('cannot move the account to its own mailbox and reset the password there', async () => {
    const { service } = several;
    const { person, theirs, byIdp } = await newTwoCompanies();
    const evil = `evil-${person.id}@evil.example`;
    const me = (await byIdp.get(profile)).body.user;
    expect(outcome(await byIdp.post(profile, { email: evil }))).toEqual(confirmFirst);
    expect(outcome(await byIdp.put(`/api/users/${me.id}`, { email: evil }))).toEqual(confirmFirst);
    expect(await service.mails(evil)).toEqual([]);
    expect(await standingOf(service, person.id)).toMatchObject({ organizationId: theirs });
  });

  test('cannot verify an address that the person asked for', async () => {
    const { service } = several;
    const { person, byIdp } = await newTwoCompanies();
    const next = `next-${person.id}@example.com`;
    expect((await person.client.post(profile, { email: next })).status).toBe(200);
    const token = await service.mailedToken(next);
    expect(outcome(await byIdp.post('/api/auth/verify-email', { token }))).toEqual(confirmFirst);
    expect((await person.client.post('/api/auth/verify-email', { token })).status).toBe(200);
  });

  test('acts in its own organization, whatever the default is, and sees no other', async () => {
    const { acme, person, theirs, byIdp } = await newTwoCompanies();
    const me = (await byIdp.get('/api/auth/me')).body;
    expect(me).not.toHaveProperty('blockedBy');
    expect([me.organization.id, me.user.organizationRole]).toEqual([acme.id, 'ADMIN']);
    const { organizations } = (await byIdp.get('/api/organizations')).body;
    expect(organizations.map(({ id }: { id: string }) => id)).toEqual([acme.id]);
    expect((await byIdp.get(current)).body.organization.id).toBe(acme.id);
    const moved = await byIdp.post(`/api/organizations/${acme.id}/default`);
    expect(outcome(moved)).toEqual(confirmFirst);
    expect((await person.client.get('/api/auth/me')).body.organization.id).toBe(theirs);
  });

  test.each([
    ['delete', (client: Client, there: object) => client.delete(current, there)],
    ['leave', (client: Client, there: object, id: string) => client.delete(`${members}/${id}`, there)],
    ['rename', (client: Client, there: object) => client.patch(current, { name: 'Taken' }, there)],
    ['read', (client: Client, there: object) => client.get(members, there)],
  ] as const)('cannot %s their other organization by naming it', async (_what, attempt) => {
    const { person, theirs, byIdp } = await newTwoCompanies();
    const refused = await attempt(byIdp, choosing(theirs), person.id);
    expect(outcome(refused)).toEqual([403, 'SIGN_IN_METHOD_NOT_ALLOWED']);
    const there = (await person.client.get(current)).body.organization;
    expect([there.id, there.name, there.role]).toEqual([theirs, 'Theirs', 'OWNER']);
  });

  test('cannot see, revoke or widen a key that acts in their other organization', async () => {
    const { acme, person, byIdp } = await newTwoCompanies();
    const { id, key } = await newKey(person.client, { permission: 'READ_ONLY' });
    expect((await byIdp.get('/api/keys')).body).toMatchObject({ keys: [], count: 0 });
    const attempts = [
      byIdp.get(`/api/keys/${id}`),
      byIdp.patch(`/api/keys/${id}`, { permission: 'READ_WRITE' }),
      byIdp.delete(`/api/keys/${id}`),
    ];
    for (const refused of await Promise.all(attempts)) expect(outcome(refused)).toEqual([404, 'NOT_FOUND']);
    expect((await keyClient(several.service, key).get(current)).status).toBe(200);
    // Its own it manages as ever.
    const own = await newKey(byIdp);
    expect(own.organizationId).toBe(acme.id);
    expect((await byIdp.delete(`/api/keys/${own.id}`)).status).toBe(200);
  });

  test("neither lists nor ends the person's own sessions", async () => {
    const { acme, person, byIdp, login } = await newTwoCompanies();
    const second = await vouched(several, acme.path, login);
    const own = (await person.client.get('/api/auth/sessions')).body.sessions;
    const mine = own.find(({ current }: { current: boolean }) => current);
    const listed = (await byIdp.get('/api/auth/sessions')).body.sessions;
    expect([own.length, listed.length]).toEqual([3, 2]);
    expect(outcome(await byIdp.delete(`/api/auth/sessions/${mine.id}`))).toEqual(confirmFirst);
    expect((await byIdp.delete('/api/auth/sessions')).status).toBe(200);
    expect([await isSignedIn(person.client), await isSignedIn(second)]).toEqual([true, false]);
    // With a proof of their own, it reaches them all.
    expect((await byIdp.post('/api/auth/reauthenticate', { password })).status).toBe(200);
    expect((await byIdp.delete(`/api/auth/sessions/${mine.id}`)).status).toBe(200);
    expect(await isSignedIn(person.client)).toBe(false);
  });

  test('cannot enroll two-factor and lock them out', async () => {
    const { person, byIdp } = await newTwoCompanies();
    expect(outcome(await byIdp.post('/api/auth/2fa/setup'))).toEqual(confirmFirst);
    const { secret } = (await person.client.post('/api/auth/2fa/setup')).body;
    const code = nextCode(several.service, secret);
    expect(outcome(await byIdp.post('/api/auth/2fa/verify', { code }))).toEqual(confirmFirst);
    expect(outcome(await byIdp.post('/api/auth/2fa/disable', { code }))).toEqual(confirmFirst);
    expect(outcome(await byIdp.post('/api/auth/2fa/backup-codes', { code }))).toEqual(confirmFirst);
    expect((await person.client.post('/api/auth/2fa/verify', { code })).status).toBe(200);
  });

  test('cannot link a provider of its own', async () => {
    const { byIdp } = await newTwoCompanies();
    expect(outcome(await byIdp.get('/api/auth/oauth/google?link=true', { csrf: false }))).toEqual(
      confirmFirst,
    );
    expect((await byIdp.get('/api/auth/oauth/google', { csrf: false })).status).not.toBe(403);
  });

  test('neither founds nor joins an organization for them', async () => {
    const { person, byIdp } = await newTwoCompanies();
    const other = await newOrganization(several.service);
    const { token } = await inviteTo(other.owner, person.email);
    expect(outcome(await byIdp.post('/api/organizations', { name: 'Mine' }))).toEqual(confirmFirst);
    expect(outcome(await byIdp.post(`/api/invites/${token}/accept`))).toEqual(confirmFirst);
    // Nor does a key that it makes.
    const { key } = await newKey(byIdp, { permission: 'READ_WRITE' });
    const byKey = keyClient(several.service, key);
    expect(outcome(await byKey.post('/api/organizations', { name: 'Mine' }))).toEqual(confirmFirst);
    expect(outcome(await byKey.post(`/api/invites/${token}/accept`))).toEqual(confirmFirst);
    expect(outcome(await byKey.get('/api/users/profile/applications'))).toEqual(confirmFirst);
  });

  test('does all of it once the person proves who they are, for as long as that is recent', async () => {
    const { service } = several;
    const { person, byIdp } = await newTwoCompanies();
    expect(outcome(await byIdp.get(`${profile}/export`))).toEqual(confirmFirst);
    expect((await byIdp.post('/api/auth/reauthenticate', { password })).status).toBe(200);
    expect((await byIdp.get(`${profile}/export`)).status).toBe(200);
    expect((await byIdp.get('/api/auth/passkeys')).status).toBe(200);
    service.clock.advance({ seconds: 601 });
    expect(outcome(await byIdp.get('/api/auth/passkeys'))).toEqual(confirmFirst);
    expect(await isSignedIn(person.client)).toBe(true);
  });
});

describe('what the identity provider began ends', () => {
  const ways: [string, World, (found: Awaited<ReturnType<typeof newProvisioned>>) => Promise<unknown>][] = [
    single,
    several,
  ].flatMap((world) => {
    const mode = world === single ? '' : ', where people may have several';
    type Found = Awaited<ReturnType<typeof newProvisioned>>;
    const all: [string, (found: Found) => Promise<unknown>][] = [
      ['the person is removed', ({ acme, id }) => acme.owner.client.delete(`${members}/${id}`)],
      ['they leave', ({ byIdp, id }) => byIdp.delete(`${members}/${id}`)],
      [
        'the link ends',
        ({ acme, id }) => acme.owner.client.delete(`${connectionsPath}/${acme.connectionId}/links/${id}`),
      ],
      [
        'all links end',
        ({ acme }) => acme.owner.client.delete(`${connectionsPath}/${acme.connectionId}/links`),
      ],
      [
        'the connection is disabled',
        ({ acme }) => world.change(acme.owner, acme.connectionId, { enabled: false }),
      ],
      [
        'the connection is deleted',
        ({ acme }) => acme.owner.client.delete(`${connectionsPath}/${acme.connectionId}`),
      ],
      ['the organization is deleted', ({ acme }) => acme.owner.client.delete(current)],
      ['the directory deactivates them', (found) => byDirectory(world, found, 'deactivates')],
      ['the directory deletes them', (found) => byDirectory(world, found, 'deletes')],
    ];
    return all.map(([name, end]) => [name + mode, world, end] as [string, World, typeof end]);
  });

  test.each(ways)('when %s: session, access token, refresh token and grants', async (_name, world, end) => {
    const { service } = world;
    const found = await newProvisioned(world);
    const { byIdp } = found;
    const { tokens } = (await byIdp.post('/api/auth/refresh', {})).body;
    const byToken = service.client();
    byToken.bearer = tokens.accessToken;
    const application = await newApplication(service);
    const granted = await tokensFor(service, byIdp, application);
    const offline = await tokensFor(service, byIdp, application, { scope: 'openid offline_access' });
    expect([await isSignedIn(byIdp), await isSignedIn(byToken)]).toEqual([true, true]);
    await end(found);
    expect([await isSignedIn(byIdp), await isSignedIn(byToken)]).toEqual([false, false]);
    const { refreshToken } = tokens;
    expect((await service.client().post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await userinfo(service, granted.access_token)).status).toBe(401);
    for (const { refresh_token } of [granted, offline])
      expect((await refreshGrant(service, application, refresh_token)).body.error).toBe('invalid_grant');
  });

  type Two = Awaited<ReturnType<typeof newTwoCompanies>>;
  const removals: [string, (two: Two) => Promise<unknown>][] = [
    ['an OWNER', ({ acme, person }) => acme.owner.client.delete(`${members}/${person.id}`)],
    [
      'an ADMIN of the service',
      async ({ acme, person }) => {
        const { client } = await newStaff(several.service, 'ADMIN');
        await client.delete(`/api/admin/users/${person.id}/organizations/${acme.id}`);
      },
    ],
    [
      'the directory, which deactivates them',
      ({ acme, person: { id } }) => byDirectory(several, { acme, id }, 'deactivates'),
    ],
    [
      'the directory, which deletes them',
      ({ acme, person: { id } }) => byDirectory(several, { acme, id }, 'deletes'),
    ],
  ];

  test.each(removals)(
    'with the membership in the second of two companies, ended by %s: session, keys and grants; their own stay',
    async (_who, remove) => {
      const { service } = several;
      const two = await newTwoCompanies();
      const { acme, person, theirs, byIdp } = two;
      const application = await newApplication(service);
      const offline = { scope: 'openid offline_access' };
      const [granted, own] = [
        await tokensFor(service, byIdp, application, offline),
        await tokensFor(service, person.client, application, offline),
      ];
      const keys = [await newKey(byIdp), await newKey(person.client)];
      await remove(two);
      expect([await isSignedIn(byIdp), await isSignedIn(person.client)]).toEqual([false, true]);
      const tried = keys.map(({ key }) => keyClient(service, key).get(current));
      expect((await Promise.all(tried)).map(({ status }) => status)).toEqual([401, 200]);
      expect((await refreshGrant(service, application, granted.refresh_token)).status).toBe(400);
      expect((await refreshGrant(service, application, own.refresh_token)).status).toBe(200);
      // Coming back revives none of it.
      await joins(service, person.id, acme.id);
      expect(await isSignedIn(byIdp)).toBe(false);
      expect((await keyClient(service, keys[0]?.key ?? '').get(current)).status).toBe(401);
      expect((await refreshGrant(service, application, granted.refresh_token)).status).toBe(400);
      expect((await person.client.get(current)).body.organization.id).toBe(theirs);
    },
  );

  test('but an offline grant outlives the session alone', async () => {
    const { service } = single;
    const { byIdp } = await newProvisioned(single);
    const application = await newApplication(service);
    const offline = await tokensFor(service, byIdp, application, { scope: 'openid offline_access' });
    const granted = await tokensFor(service, byIdp, application);
    expect((await byIdp.post('/api/auth/logout')).status).toBe(200);
    expect((await refreshGrant(service, application, granted.refresh_token)).status).toBe(400);
    expect((await refreshGrant(service, application, offline.refresh_token)).status).toBe(200);
  });
});

describe('removal', () => {
  test.each([
    ['the default configuration', () => single],
    ['several organizations', () => several],
  ])('unlocks nothing that is personal: %s', async (_name, of) => {
    const world = of();
    const { acme, byIdp, id } = await newProvisioned(world);
    const personal = () =>
      Promise.all([
        byIdp.get(`${profile}/export`),
        byIdp.post(`${profile}/deletion`),
        byIdp.post('/api/auth/passkeys/options'),
      ]);
    for (const refused of await personal()) expect(outcome(refused)).toEqual(confirmFirst);
    await acme.owner.client.delete(`${members}/${id}`);
    for (const refused of await personal()) expect(refused.status).toBe(401);
  });

  test('ends the keys made there, which follow the person nowhere, and is recorded', async () => {
    const { service } = single;
    const { acme, byIdp, id } = await newProvisioned(single);
    const made = await newKey(byIdp, { permission: 'READ_WRITE' });
    expect(made.organizationId).toBe(acme.id);
    const byKey = keyClient(service, made.key);
    expect((await byKey.get(current)).body.organization.id).toBe(acme.id);
    await acme.owner.client.delete(`${members}/${id}`);
    const next = await newOrganization(service);
    await joins(service, id, next.id, 'ADMIN');
    expect((await byKey.get(current)).status).toBe(401);
    const entry = (await service.audit(acme.owner.email)).find(({ action }) => action === 'API_KEY_REVOKED');
    expect(entry).toMatchObject({
      organizationId: acme.id,
      metadata: { keyId: made.id, keyPrefix: made.keyPrefix, reason: 'left' },
    });
    // Not even coming back revives it.
    await joins(service, id, acme.id, 'MEMBER');
    expect((await byKey.get(current)).status).toBe(401);
  });

  test.each([
    ['single', () => single],
    ['several', () => several],
  ])('ends a key that was made by password, and spares those of other organizations: %s', async (_n, of) => {
    const { service } = of();
    const acme = await newOrganization(service);
    const person = await newMember(service, acme.id, 'MEMBER');
    const { key } = await newKey(person.client);
    const other = await newOrganization(service);
    await joins(service, person.id, other.id);
    const there = keyClient(service, key);
    expect((await there.get(current, choosing(other.id))).status).toBe(404);
    const second = await newKey(person.client, {});
    expect(second.organizationId).toBe(acme.id);
    expect((await person.client.delete(`${members}/${person.id}`, choosing(acme.id))).status).toBe(200);
    expect((await there.get(current)).status).toBe(401);
    const third = await newKey(person.client);
    expect((await keyClient(service, third.key).get(current)).body.organization.id).toBe(other.id);
  });
});

test('a key that is made while its maker is removed ends, too', async () => {
  const { service } = several;
  for (let round = 0; round < 5; round++) {
    const { acme, person, theirs, byIdp } = await newTwoCompanies();
    const choosingAcme = choosing(acme.id);
    const makers = [byIdp, byIdp, person.client, person.client];
    const making = makers.map((client) =>
      client.post('/api/keys', { name: 'late' }, client === byIdp ? {} : choosingAcme),
    );
    const removing = acme.owner.client.delete(`${members}/${person.id}`);
    const made = (await Promise.all(making)).filter(({ status }) => status === 201);
    expect((await removing).status).toBe(200);
    await joins(service, person.id, acme.id);
    for (const { body } of made) expect((await keyClient(service, body.key).get(current)).status).toBe(401);
    expect((await person.client.get(current)).body.organization.id).toBe(theirs);
  }
});

describe('two-factor that an identity provider enrolled', () => {
  test('is let in only where the account has nothing else, and proves nothing personal', async () => {
    const { service } = single;
    const { byIdp } = await newProvisioned(single);
    const { secret } = await enroll(service, byIdp);
    const code = nextCode(service, secret);
    const answer = await byIdp.post('/api/auth/reauthenticate', { code });
    expect(outcome(await byIdp.get(`${profile}/export`))).toEqual(confirmFirst);
    expect((await byIdp.get(`${profile}/export`)).body.error.details).toEqual({ methods: [] });
    expect(answer.status).not.toBe(500);
    const more = nextCode(service, secret);
    expect(outcome(await byIdp.post('/api/auth/2fa/backup-codes', { code: more }))).toEqual(confirmFirst);
  });

  test('ends when a reset gives the account its first password, and mail says so', async () => {
    const { service } = single;
    const { byIdp, email, id } = await newProvisioned(single);
    await enroll(service, byIdp);
    await service.client().post('/api/auth/forgot-password', { email });
    expect((await service.mails(email)).at(-1)?.text).toContain('With your first password, it ends');
    const token = await service.mailedToken(email);
    expect((await service.client().post('/api/auth/reset-password', { token, password })).status).toBe(200);
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(login.body).toMatchObject({ user: { id, twoFactorEnabled: false } });
    expect(await isSignedIn(byIdp)).toBe(false);
  });

  test('stays when the person enrolled it by a session of their own', async () => {
    const { service } = single;
    const { email, id } = await newProvisioned(single);
    const own = await clientFor(service, id);
    await enroll(service, own);
    await service.client().post('/api/auth/forgot-password', { email });
    const token = await service.mailedToken(email);
    expect((await service.client().post('/api/auth/reset-password', { token, password })).status).toBe(200);
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(login.body).toMatchObject({ requiresTwoFactor: true });
  });
});

describe('an application that asks for consent', () => {
  /** What an authorize request leads to: a code, the consent page, or an error. */
  async function asks(client: Client, application: TestApplication, more = {}) {
    const { url, query } = await authorize(client, application, more);
    return query.error ?? (query.code ? 'code' : url?.pathname);
  }

  async function allow(client: Client, application: TestApplication) {
    const { query } = await authorize(client, application);
    const answer = await client.post('/api/oidc/consent', { request: query.request, decision: 'allow' });
    expect(new URL(answer.body.redirectTo).searchParams.get('code')).toBeTruthy();
  }

  const silently = { prompt: 'none' };

  test('is let in by such a session, as part of signing in to it; seeing and withdrawing it needs a proof', async () => {
    const { acme, byIdp, login } = await newProvisioned(single);
    const application = await newApplication(single.service, { firstParty: false });
    expect(await asks(byIdp, application)).toBe('/consent');
    await allow(byIdp, application);
    expect(await asks(await vouched(single, acme.path, login), application, silently)).toBe('code');
    const granted = '/api/users/profile/applications';
    expect(outcome(await byIdp.get(granted))).toEqual(confirmFirst);
    expect(outcome(await byIdp.delete(`${granted}/${application.id}`))).toEqual(confirmFirst);
  });

  test.each([
    ['the default configuration', () => single],
    ['several organizations', () => several],
  ])("is not let in by the person's own session for that: %s", async (_name, of) => {
    const world = of();
    const { service } = world;
    const { acme, byIdp, id, login } = await newProvisioned(world);
    const application = await newApplication(service, { firstParty: false });
    await allow(byIdp, application);
    const own = await clientFor(service, id);
    expect(await asks(own, application, silently)).toBe('consent_required');
    // Nor in their next organization, nor when they come back.
    await acme.owner.client.delete(`${members}/${id}`);
    const next = await newOrganization(service);
    await joins(service, id, next.id);
    expect(await asks(await clientFor(service, id), application, silently)).toBe('consent_required');
    await next.owner.client.delete(`${members}/${id}`);
    await joins(service, id, acme.id);
    const again = await vouched(world, acme.path, login);
    expect(await asks(again, application, silently)).toBe('consent_required');
  });

  test('asks again once the link ended, or the connection was off', async () => {
    const { acme, byIdp, id, login } = await newProvisioned(single);
    const application = await newApplication(single.service, { firstParty: false });
    await allow(byIdp, application);
    await acme.owner.client.delete(`${connectionsPath}/${acme.connectionId}/links/${id}`);
    const second = await vouched(single, acme.path, login);
    expect(await asks(second, application, silently)).toBe('consent_required');
    await allow(second, application);
    await single.change(acme.owner, acme.connectionId, { enabled: false });
    await single.change(acme.owner, acme.connectionId, { enabled: true });
    const third = await vouched(single, acme.path, login);
    expect(await asks(third, application, silently)).toBe('consent_required');
  });

  test("is let in by such a session for the person's own consent in that organization", async () => {
    const { acme, byIdp, person } = await newTwoCompanies();
    const application = await newApplication(several.service, { firstParty: false });
    await allow(person.client, application);
    expect(await asks(byIdp, application, silently)).toBe('consent_required');
    const { query } = await authorize(person.client, application, { organization: acme.id });
    await person.client.post('/api/oidc/consent', { request: query.request, decision: 'allow' });
    expect(await asks(byIdp, application, silently)).toBe('code');
  });

  test('gets nothing about another organization by such a session', async () => {
    const { byIdp, theirs } = await newTwoCompanies();
    const application = await newApplication(several.service, { firstParty: false });
    expect(await asks(byIdp, application, { organization: theirs, prompt: 'none' })).toBe('login_required');
    expect(await asks(byIdp, application, { organization: theirs })).toBe('/login');
    const { query } = await authorize(byIdp, application);
    const decided = { request: query.request, decision: 'allow', organizationId: theirs };
    expect(outcome(await byIdp.post('/api/oidc/consent', decided))).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('an ADMIN who acts as a person of such an organization', () => {
  test('has what their own sign-in gives them, leaves the session of the person as it is, and loses the mask with it', async () => {
    const { service } = single;
    const { acme, byIdp, id } = await newProvisioned(single);
    const { client: admin } = await newStaff(service, 'ADMIN');
    expect((await admin.post('/api/admin/impersonate', { userId: id })).status).toBe(200);
    const seen = (await admin.get('/api/auth/me')).body;
    expect([seen.user.id, seen.organization.id, seen.permissions]).toEqual([id, acme.id, []]);
    const mine = (await byIdp.get('/api/auth/me')).body;
    expect([mine.user.id, mine.impersonating]).toEqual([id, null]);
    // Neither gains what the other lacks.
    for (const [client, code] of [
      [admin, 'IMPERSONATION_BLOCKED'],
      [byIdp, 'REAUTHENTICATION_REQUIRED'],
    ] as const) {
      expect(outcome(await client.get(`${profile}/export`))).toEqual([403, code]);
      expect(outcome(await client.post('/api/auth/passkeys/options'))).toEqual([403, code]);
      expect(outcome(await client.get('/api/admin/roles'))).toEqual([403, 'PERMISSION_DENIED']);
    }
    await acme.owner.client.delete(`${members}/${id}`);
    expect(await isSignedIn(byIdp)).toBe(false);
    expect((await admin.get(current)).status).toBe(404);
  });
});

describe('a person who is, or becomes, one of those who run the service', () => {
  test('impersonates no one by such a session, and shows no application permissions over the service', async () => {
    const { service } = single;
    const { byIdp, id } = await newProvisioned(single);
    const target = await newVerified(service, {});
    const application = await newApplication(service);
    const { access_token: before } = await tokensFor(service, byIdp, application, {
      scope: 'openid permissions',
    });
    await makeAdmin(service, id);
    const attempt = await byIdp.post('/api/admin/impersonate', { userId: target.id });
    expect(outcome(attempt)).toEqual([403, 'PERMISSION_DENIED']);
    expect((await byIdp.get('/api/auth/me')).body).toMatchObject({
      impersonating: null,
      permissions: ['users:list'],
    });
    const { body } = await userinfo(service, before);
    expect(body.permissions).toEqual(['users:list']);
  });
});
