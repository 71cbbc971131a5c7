import { unsetPolicy } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy, systemPolicy } from '@latchkey/server/testing/policies';
import { newHolder } from '@latchkey/server/testing/roles';
import { type clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { newEnrolled } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const patch = (client: Client, version: unknown, policy: unknown) =>
  client.patch(organizationPolicy, { version, policy });

describe('an organization’s policy', () => {
  test('asks for nothing until it is set', async () => {
    const { owner } = await newOrganization(service);
    const answer = await owner.client.get(organizationPolicy);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ policy: unsetPolicy, effective: unsetPolicy, version: 0, updatedAt: null });
  });

  test('is read by members and changed by an OWNER', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const member = await newMember(service, id, 'MEMBER');
    await setPolicy(owner.client, organizationPolicy, { sessionMinutes: 600 });
    const read = await member.client.get(organizationPolicy);
    expect(read.body).toMatchObject({
      version: 1,
      policy: { sessionMinutes: 600 },
      updatedAt: expect.any(String),
    });
    for (const { client } of [admin, member]) {
      const refused = await patch(client, 1, { sessionMinutes: 700 });
      expect(refused.status).toBe(403);
      expect((await client.post(`${organizationPolicy}/preview`, { policy: {} })).status).toBe(403);
    }
  });

  test('keeps fields that are left out, and writes nothing if nothing changes', async () => {
    const { owner } = await newOrganization(service);
    await setPolicy(owner.client, organizationPolicy, { idleMinutes: 60, passwordStrength: 2 });
    const second = await patch(owner.client, 1, { idleMinutes: null });
    expect(second.body).toMatchObject({ version: 2, policy: { idleMinutes: null, passwordStrength: 2 } });
    const third = await patch(owner.client, 2, { passwordStrength: 2, unknown: true });
    expect(third.body).toMatchObject({ version: 2 });
    const entries = (await service.audit(owner.email)).filter(
      (entry) => entry.action === 'ORG_POLICY_CHANGED',
    );
    expect(entries.map(({ metadata }) => metadata)).toEqual([
      {
        version: 1,
        from: { idleMinutes: null, passwordStrength: 0 },
        to: { idleMinutes: 60, passwordStrength: 2 },
      },
      { version: 2, from: { idleMinutes: 60 }, to: { idleMinutes: null } },
    ]);
    const { events } = (await owner.client.get('/api/organizations/current/events')).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['policy.changed', 'policy.changed']);
  });

  test('is changed by one of two who read the same version', async () => {
    const { owner } = await newOrganization(service);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((days) => patch(owner.client, 0, { twoFactorGraceDays: days })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'POLICY_CHANGED', details: { version: 1 } });
    expect((await owner.client.get(organizationPolicy)).body.version).toBe(1);
    // Neither an earlier version nor one that is yet to come, even if nothing would change.
    for (const [version, policy] of [
      [0, {}],
      [2, { idleMinutes: 60 }],
    ] as const)
      expect((await patch(owner.client, version, policy)).body.error.details).toEqual({ version: 1 });
    const { owner: first } = await newOrganization(service);
    const ahead = await patch(first.client, 1, { idleMinutes: 60 });
    expect([ahead.status, ahead.body.error.details]).toEqual([409, { version: 0 }]);
  });

  test.each([
    [{ version: -1, policy: {} }],
    [{ version: 1.5, policy: {} }],
    [{ policy: {} }],
    [{ version: '0', policy: {} }],
    [{ version: 0, policy: { sessionMinutes: 0 } }],
    [{ version: 0, policy: { idleMinutes: 43_201 } }],
    [{ version: 0, policy: { recentProofMinutes: 11 } }],
    [{ version: 0, policy: { twoFactorGraceDays: 31 } }],
    [{ version: 0, policy: { passwordStrength: 5 } }],
    [{ version: 0, policy: { signInMethods: [] } }],
    [{ version: 0, policy: { signInMethods: ['carrier_pigeon'] } }],
    [{ version: 0, policy: { emailDomains: ['no domain'] } }],
    [{ version: 0, policy: { emailDomains: null } }],
    [{ version: 0, policy: { emailDomains: Array.from({ length: 51 }, (_, at) => `d${at}.example`) } }],
  ])('refuses %j', async (body) => {
    const { owner } = await newOrganization(service);
    const answer = await owner.client.patch(organizationPolicy, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('VALIDATION_FAILED');
    expect((await owner.client.get(organizationPolicy)).body.version).toBe(0);
  });

  test('takes names of known providers, and keeps the order of lists', async () => {
    const { owner } = await newOrganization(service);
    const saved = await setPolicy(owner.client, organizationPolicy, {
      signInMethods: ['github', 'password', 'google'],
      emailDomains: ['B.example', 'a.example'],
    });
    expect(saved.policy).toMatchObject({
      signInMethods: ['github', 'password', 'google'],
      emailDomains: ['b.example', 'a.example'],
    });
    // No provider is set up here.
    expect(saved.effective.signInMethods).toEqual(['password']);
  });

  test('is closed to keys and needs a recent proof, but can be read with a key', async () => {
    const person = await newUser(service);
    const { key } = await newKey(person.client, { permission: 'READ_WRITE' });
    const byKey = keyClient(service, key);
    expect((await byKey.get(organizationPolicy)).status).toBe(200);
    expect((await patch(byKey, 0, {})).body.error.code).toBe('API_KEY_NOT_ALLOWED');
    const preview = await byKey.post(`${organizationPolicy}/preview`, { policy: {} });
    expect(preview.body.error.code).toBe('API_KEY_NOT_ALLOWED');
    await service.sql`UPDATE sessions SET proven_at = 'epoch' WHERE user_id = ${person.id}`;
    expect((await patch(person.client, 0, {})).body.error.code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await person.client.post(`${organizationPolicy}/preview`, { policy: {} })).status).toBe(200);
  });

  test('cannot ask for a check against breaches that is not set up', async () => {
    const { owner } = await newOrganization(service);
    const answer = await patch(owner.client, 0, { passwordBreachCheck: true });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('BREACH_CHECK_NOT_AVAILABLE');
  });
});

describe('no one locks themselves out', () => {
  const refusedFor = async (client: Awaited<ReturnType<typeof clientFor>>, policy: object) => {
    const preview = await client.post(`${organizationPolicy}/preview`, { policy });
    expect(preview.body.locksYouOut).toBe(true);
    const { version } = (await client.get(organizationPolicy)).body;
    const answer = await patch(client, version, policy);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('POLICY_LOCKS_YOU_OUT');
    expect((await client.get(organizationPolicy)).body.version).toBe(version);
    return answer.body.error.details.reasons;
  };

  test('by a second factor they lack', async () => {
    const { client } = await newUser(service);
    const reasons = await refusedFor(client, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    expect(reasons).toEqual(['TWO_FACTOR_SETUP_REQUIRED']);
    await setPolicy(client, organizationPolicy, { twoFactorRequired: true });
    expect(await refusedFor(client, { twoFactorGraceDays: 0 })).toEqual(['TWO_FACTOR_SETUP_REQUIRED']);
  });

  test('by a way of signing in they did not use', async () => {
    const { client } = await newUser(service);
    expect(await refusedFor(client, { signInMethods: ['passkey'] })).toEqual(['SIGN_IN_METHOD_NOT_ALLOWED']);
  });

  test('by the age of their session', async () => {
    const { client, id } = await newUser(service);
    await service.sql`UPDATE sessions SET signed_in_at = now() - interval '3 hours' WHERE user_id = ${id}`;
    expect(await refusedFor(client, { sessionMinutes: 60 })).toEqual(['SESSION_TOO_OLD']);
  });

  test('by a limit for idle sessions, not even on a node that has not heard of their last request', async () => {
    const otherNode = await startService({ database: service.database, clock: service.clock });
    const { client, id } = await newUser(service);
    await service.deps.lastUse.sessions.flush();
    await service.sql`UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE user_id = ${id}`;
    expect((await patch(client, 0, { idleMinutes: 1 })).status).toBe(200);
    const there = otherNode.client();
    for (const [name, value] of client.cookies) there.cookies.set(name, value);
    expect((await there.get(organizationPolicy)).status).toBe(200);
  });
});

test('the preview names the members who would be affected', async () => {
  const person = await newEnrolled(service);
  const member = await newMember(service, person.organizationId, 'MEMBER');
  const gone = await newMember(service, person.organizationId, 'MEMBER');
  await deactivate(service, gone.id);
  const policy = { twoFactorRequired: true, signInMethods: ['password'] };
  const answer = await person.client.post(`${organizationPolicy}/preview`, { policy });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    effective: { ...unsetPolicy, ...policy },
    locksYouOut: false,
    total: 1,
    members: [
      {
        id: member.id,
        email: member.email,
        reasons: ['SIGN_IN_METHOD_NOT_ALLOWED', 'TWO_FACTOR_SETUP_REQUIRED'],
      },
    ],
  });
  expect((await person.client.get(organizationPolicy)).body.version).toBe(0);
});

test('the preview counts everyone, and names the first hundred', async () => {
  const person = await newEnrolled(service);
  await service.sql`
    WITH made AS (
      INSERT INTO users (id, email, created_at, updated_at)
      SELECT gen_random_uuid(), 'many-' || n || '@example.com', now(), now() FROM generate_series(1, 101) n RETURNING id)
    INSERT INTO organization_members (organization_id, user_id, joined_at)
    SELECT ${person.organizationId}, id, now() FROM made`;
  const { body } = await person.client.post(`${organizationPolicy}/preview`, {
    policy: { twoFactorRequired: true },
  });
  expect([body.total, body.members.length]).toEqual([101, 100]);
});

test('another organization’s policy stays untouched and unseen', async () => {
  const one = await newOrganization(service);
  const other = await newOrganization(service);
  await setPolicy(one.owner.client, organizationPolicy, { idleMinutes: 5, recentProofMinutes: 3 });
  expect((await other.owner.client.get(organizationPolicy)).body.effective).toEqual(unsetPolicy);
});

test('the service’s policy takes its permissions, and nobody else reads it', async () => {
  const gitlab = { GITLAB_ISSUER: 'https://git.example', GITLAB_CLIENT_ID: 'id', GITLAB_CLIENT_SECRET: 's' };
  const own = await startService({ env: { OAUTH_PROVIDERS: 'gitlab', ...gitlab } });
  const admin = await newStaff(own, 'ADMIN');
  const { client } = await newUser(own);
  // Permissions over policies count for nothing without users:read.
  const clerk = await newHolder(own, ['policies:read', 'policies:write']);
  for (const refused of [client, clerk.client])
    expect((await refused.get(systemPolicy)).body.error.code).toBe('PERMISSION_DENIED');
  const staff = await newHolder(own, ['policies:read', 'users:read']);
  expect((await staff.client.get(systemPolicy)).status).toBe(200);
  expect((await patch(staff.client, 0, {})).status).toBe(403);
  const named = await client.post(`${organizationPolicy}/preview`, {
    policy: { signInMethods: ['github', 'gitlab', 'password'] },
  });
  expect(named.body.effective.signInMethods).toEqual(['gitlab', 'password']);
  const locked = await admin.client.patch(systemPolicy, {
    version: 0,
    policy: { signInMethods: ['gitlab'] },
  });
  expect(locked.body.error).toMatchObject({ code: 'POLICY_LOCKS_YOU_OUT' });
  const saved = await setPolicy(admin.client, systemPolicy, { passwordStrength: 1 });
  expect(saved).toMatchObject({ version: 1, effective: { passwordStrength: 1 } });
  const seen = await client.get(organizationPolicy);
  expect(seen.body).toMatchObject({ policy: unsetPolicy, effective: { passwordStrength: 1 }, version: 0 });
  const preview = await admin.client.post(`${systemPolicy}/preview`, { policy: { twoFactorRequired: true } });
  expect(preview.body).toEqual({
    effective: { ...unsetPolicy, passwordStrength: 1, twoFactorRequired: true },
    locksYouOut: false,
    total: 3,
  });
  const [entry] = (await own.audit(admin.email)).filter(({ action }) => action === 'ADMIN_POLICY_CHANGED');
  expect(entry?.metadata).toEqual({ version: 1, from: { passwordStrength: 0 }, to: { passwordStrength: 1 } });
});
