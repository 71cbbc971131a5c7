import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication } from '@latchkey/server/testing/oidc';
import { inviteTo, newMember, standingOf } from '@latchkey/server/testing/organizations';
import { clientFor, newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { enroll, startLogin } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { addConsent } from '../oidc/consent-store.ts';

const service = started(startService);

type Person = Awaited<ReturnType<typeof newUser>>;
const post = (path: string, body: Record<string, unknown>) =>
  service.client().post(`/api/auth/${path}`, body);
const login = (email: string, given: string) => post('login', { email, password: given });

async function reset(email: string, next = 'Brand-New-1') {
  await post('forgot-password', { email });
  return post('reset-password', { token: await service.mailedToken(email), password: next });
}

/** Gives the account API keys, providers and two-factor: everything but the password that opens or guards it. */
async function settleIn(person: Person) {
  const keys = [await newKey(person.client), await newKey(person.client, { permission: 'READ_WRITE' })];
  const now = service.clock.now();
  for (const provider of ['google', 'github'])
    await service.sql`
      INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, created_at, updated_at)
      VALUES (${uuidv7()}, ${person.id}, ${provider}, ${uuidv7()}, ${now}, ${now})`;
  await enroll(service, person.client);
  return { ...person, keys };
}

async function waysInto({ id, keys }: { id: string; keys: { key: string }[] }) {
  const answers = await Promise.all(keys.map(({ key }) => keyClient(service, key).get('/api/auth/me')));
  const [user] = await service.sql`SELECT two_factor_enabled, two_factor_secret FROM users WHERE id = ${id}`;
  return {
    keys: answers.filter(({ status }) => status === 200).length,
    providers: (await service.sql`SELECT 1 FROM oauth_accounts WHERE user_id = ${id}`).length,
    twoFactor: user?.twoFactorEnabled,
    secret: user?.twoFactorSecret !== null,
    backupCodes: (await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id}`).length,
  };
}

const nothing = { keys: 0, providers: 0, twoFactor: false, secret: false, backupCodes: 0 };
const everything = { keys: 2, providers: 2, twoFactor: true, secret: true, backupCodes: 10 };
const reclaimed = async (userId: string) =>
  (await service.audit()).filter(
    (entry) => entry.userId === userId && entry.action === 'SECURITY_ACCOUNT_RECLAIMED',
  );

describe('a password reset on an unverified address', () => {
  test("removes the previous holder's API keys, providers, two-factor and session", async () => {
    const squatter = await settleIn(await newUser(service));
    expect((await reset(squatter.email)).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(nothing);
    expect((await squatter.client.get('/api/auth/me')).status).toBe(401);
    expect((await login(squatter.email, 'Brand-New-1')).body.user).toMatchObject({
      emailVerified: true,
      twoFactorEnabled: false,
    });
    const [entry, ...more] = await reclaimed(squatter.id);
    expect(more).toEqual([]);
    expect(entry?.metadata).toEqual({ apiKeysRevoked: 2, providersUnlinked: 2, twoFactorEnded: true });
    // By the second reset, the address is verified.
    expect((await reset(squatter.email, 'Brand-New-2')).status).toBe(200);
    expect(await reclaimed(squatter.id)).toHaveLength(1);
  });

  test("removes the previous holder's consent to applications, so the owner is asked", async () => {
    const application = await newApplication(service, { firstParty: false });
    const squatter = await newUser(service);
    const now = service.clock.now();
    const consent = {
      userId: squatter.id,
      applicationId: application.id,
      organizationId: null,
      connectionId: null,
      scopes: ['openid'],
      asked: true,
      now,
    };
    await addConsent(service.sql, consent);
    expect((await authorize(squatter.client, application, { scope: 'openid' })).query.code).toBeTruthy();
    expect((await reset(squatter.email)).status).toBe(200);
    const owner = await clientFor(service, squatter.id);
    const { url } = await authorize(owner, application, { scope: 'openid' });
    expect(url?.pathname).toBe('/consent');
  });

  test('ends a half-finished login and an unfinished two-factor setup', async () => {
    const squatter = await newUser(service);
    await squatter.client.post('/api/auth/2fa/setup');
    await reset(squatter.email);
    expect(await waysInto({ ...squatter, keys: [] })).toEqual(nothing);
    expect((await reclaimed(squatter.id))[0]?.metadata.twoFactorEnded).toBe(false);

    const other = await settleIn(await newUser(service));
    const half = await startLogin(service, other.email);
    await reset(other.email);
    expect((await half.validate('123456')).body.error.code).toBe('PENDING_TOKEN_INVALID');
  });

  test('removes nothing if the new password is refused, but does on a retry with the same link', async () => {
    const squatter = await settleIn(await newUser(service));
    await post('forgot-password', { email: squatter.email });
    const token = await service.mailedToken(squatter.email);
    expect((await post('reset-password', { token, password })).body.error.code).toBe('PASSWORD_REUSED');
    expect(await waysInto(squatter)).toEqual(everything);
    expect(await reclaimed(squatter.id)).toEqual([]);
    expect((await post('reset-password', { token, password: 'Brand-New-1' })).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(nothing);
  });

  test('leaves no API key that is being created at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const squatter = await newUser(service);
      await post('forgot-password', { email: squatter.email });
      const token = await service.mailedToken(squatter.email);
      const [answer] = await Promise.all([
        post('reset-password', { token, password: 'Brand-New-1' }),
        ...Array.from({ length: 6 }, () => squatter.client.post('/api/keys', { name: 'late' })),
      ]);
      expect(answer.status).toBe(200);
      const left = await service.sql`
        SELECT 1 FROM api_keys WHERE user_id = ${squatter.id} AND revoked_at IS NULL`;
      expect(left).toHaveLength(0);
    }
  });
});

describe('a password reset on a verified address', () => {
  test('keeps API keys, providers and two-factor, and records no reclaim', async () => {
    const owner = await settleIn(await newVerified(service));
    expect((await reset(owner.email)).status).toBe(200);
    expect(await waysInto(owner)).toEqual(everything);
    expect(await reclaimed(owner.id)).toEqual([]);
    expect((await login(owner.email, 'Brand-New-1')).body.requiresTwoFactor).toBe(true);
  });

  test('keeps them even if the address is verified while the new password is being hashed', async () => {
    const owner = await settleIn(await newUser(service));
    await post('forgot-password', { email: owner.email });
    const token = await service.mailedToken(owner.email);
    const answer = await during(
      service,
      (tx) => tx`UPDATE users SET email_verified_at = ${service.clock.now()} WHERE id = ${owner.id}`,
      () => post('reset-password', { token, password: 'Brand-New-1' }),
    );
    expect(answer.status).toBe(200);
    expect(await waysInto(owner)).toEqual(everything);
  });
});

describe('a reclaimed account in an organization', () => {
  const standing = async (id: string) => {
    const row = await standingOf(service, id);
    return [row?.organizationId, row?.organizationRole];
  };
  const actionsIn = async (organizationId: string) =>
    (await service.audit()).filter((entry) => entry.organizationId === organizationId);

  test("attack: a squatter who keeps the victim as a MEMBER no longer sees the victim's logins", async () => {
    const squatter = await newVerified(service);
    const email = `victim-${squatter.email}`;
    const { token } = await inviteTo(squatter, email);
    const victim = await newUser(service, { email, organizationName: undefined, inviteToken: token });
    expect(await standing(victim.id)).toEqual([squatter.organizationId, 'MEMBER']);
    expect((await reset(email)).status).toBe(200);
    expect(await standing(victim.id)).toEqual([null, 'MEMBER']);
    const entries = await actionsIn(squatter.organizationId);
    expect(entries.map(({ action }) => action)).toContain('ORG_MEMBER_REMOVED');
    for (const action of ['SECURITY_PASSWORD_RESET', 'SECURITY_ACCOUNT_RECLAIMED', 'SECURITY_EMAIL_VERIFIED'])
      expect(entries.filter((entry) => entry.action === action && entry.userId === victim.id)).toEqual([]);
    await login(email, 'Brand-New-1');
    const seen = await squatter.client.get('/api/admin/audit-logs?action=AUTH_LOGIN_SUCCESS');
    expect(seen.text).not.toContain('Brand');
    expect(seen.body.logs.filter(({ userId }: { userId: string }) => userId === victim.id)).toHaveLength(1);
  });

  test('attack: a squatter who accepts an invitation at the same moment does not take the account along', async () => {
    const host = await newVerified(service);
    const squatter = await newUser(service);
    await squatter.client.delete('/api/organizations/current');
    const { token } = await inviteTo(host, squatter.email);
    const answer = await during(
      service,
      async (tx) => {
        await tx`UPDATE users SET password_changed_at = ${service.clock.now()} WHERE id = ${squatter.id}`;
        await tx`DELETE FROM sessions WHERE user_id = ${squatter.id}`;
      },
      () => squatter.client.post(`/api/invites/${token}/accept`),
    );
    expect(answer.status).toBe(401);
    expect(await standing(squatter.id)).toEqual([null, 'MEMBER']);
  });

  test('an OWNER leaves; the member of the highest rank who joined first becomes OWNER', async () => {
    const founder = await newUser(service);
    const { organizationId } = founder;
    await newMember(service, organizationId, 'MEMBER');
    service.clock.advance({ seconds: 1 });
    const gone = await newMember(service, organizationId, 'ADMIN');
    await deactivate(service, gone.id);
    service.clock.advance({ seconds: 1 });
    const heir = await newMember(service, organizationId, 'ADMIN');
    service.clock.advance({ seconds: 1 });
    const later = await newMember(service, organizationId, 'ADMIN');
    expect((await reset(founder.email)).status).toBe(200);
    expect(await standing(founder.id)).toEqual([null, 'MEMBER']);
    expect(await standing(heir.id)).toEqual([organizationId, 'OWNER']);
    expect(await standing(later.id)).toEqual([organizationId, 'ADMIN']);
    const entry = (await actionsIn(organizationId)).find(
      ({ action }) => action === 'ORG_MEMBER_ROLE_CHANGED',
    );
    expect(entry?.metadata).toEqual({ targetUserId: heir.id, from: 'ADMIN', to: 'OWNER' });
  });

  test('of two members of one rank, the one who joined first becomes OWNER, not the older account', async () => {
    const elder = await newUser(service);
    await elder.client.delete('/api/organizations/current');
    const founder = await newUser(service);
    const { organizationId } = founder;
    const early = `early-${founder.email}`;
    const { token: inviteToken } = await inviteTo(founder, early);
    service.clock.advance({ seconds: 1 });
    const first = await newUser(service, { email: early, organizationName: undefined, inviteToken });
    const { token } = await inviteTo(founder, elder.email);
    service.clock.advance({ seconds: 1 });
    expect((await elder.client.post(`/api/invites/${token}/accept`)).status).toBe(200);
    expect((await reset(founder.email)).status).toBe(200);
    expect(await standing(elder.id)).toEqual([organizationId, 'MEMBER']);
    expect(await standing(first.id)).toEqual([organizationId, 'OWNER']);
  });

  test('promotes no member if an active OWNER is left', async () => {
    const founder = await newUser(service);
    const { organizationId } = founder;
    const owner = await newMember(service, organizationId, 'OWNER');
    const admin = await newMember(service, organizationId, 'ADMIN');
    await reset(founder.email);
    expect(await standing(owner.id)).toEqual([organizationId, 'OWNER']);
    expect(await standing(admin.id)).toEqual([organizationId, 'ADMIN']);
  });

  test('of its own keeps it, but not its invitations, secrets, webhooks or applications', async () => {
    const founder = await newUser(service);
    const { organizationId } = founder;
    await inviteTo(founder, `friend-${founder.email}`);
    const application = await newApplication(service, { organizationId, kind: 'service' });
    const now = service.clock.now();
    await service.sql`
      INSERT INTO webhooks (id, organization_id, url, events, created_at, updated_at)
      VALUES (${uuidv7()}, ${organizationId}, 'https://hooks.example.com', ${['*']}, ${now}, ${now})`;
    const token = () =>
      service.client().send('POST', '/api/oidc/token', {
        raw: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: application.clientId,
          client_secret: application.secret ?? '',
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await token()).status).toBe(200);
    expect((await reset(founder.email)).status).toBe(200);
    expect(await standing(founder.id)).toEqual([organizationId, 'OWNER']);
    expect((await token()).status).toBe(401);
    const left = async (table: string) =>
      service.sql`SELECT 1 FROM ${service.sql(table)} WHERE organization_id = ${organizationId}`;
    expect(await left('organization_invites')).toHaveLength(0);
    const enabled = await service.sql`
      SELECT enabled FROM webhooks WHERE organization_id = ${organizationId}
      UNION ALL SELECT enabled FROM applications WHERE organization_id = ${organizationId}`;
    expect(enabled).toEqual([{ enabled: false }, { enabled: false }]);
    expect(
      await service.sql`SELECT 1 FROM application_secrets WHERE application_id = ${application.id}`,
    ).toHaveLength(0);
  });

  test('of its own finds in the audit log and the events what was turned off', async () => {
    const founder = await newUser(service);
    const { organizationId } = founder;
    const application = await newApplication(service, { organizationId, kind: 'service' });
    const [webhookId, idleId, now] = [uuidv7(), uuidv7(), service.clock.now()];
    await service.sql`
      INSERT INTO webhooks (id, organization_id, url, events, enabled, created_at, updated_at)
      VALUES (${webhookId}, ${organizationId}, 'https://hooks.example.com/secret', ${['*']}, true, ${now}, ${now}),
             (${idleId}, ${organizationId}, 'https://idle.example.com', ${['*']}, false, ${now}, ${now})`;
    const before = (await service.audit()).length;
    expect((await reset(founder.email)).status).toBe(200);
    const reason = 'account_reclaimed';
    const ended = (await service.audit()).slice(before).filter(({ metadata }) => metadata.reason === reason);
    expect(ended).toMatchObject([
      {
        action: 'ORG_WEBHOOK_DISABLED',
        userId: null,
        organizationId,
        metadata: { webhookId, origin: 'https://hooks.example.com' },
      },
      {
        action: 'ADMIN_APP_UPDATED',
        userId: null,
        organizationId: null,
        metadata: {
          applicationId: application.id,
          changes: { enabled: { from: true, to: false } },
          secretsRemoved: 1,
        },
      },
    ]);
    const told = await service.sql<{ body: string }[]>`
      SELECT body FROM events WHERE type IN ('webhook.disabled', 'application.updated') ORDER BY id DESC LIMIT 2`;
    const [updated, disabled] = told.map(({ body }) => JSON.parse(body).data);
    expect(updated.application).toMatchObject({ id: application.id, enabled: false });
    expect(updated.application.dynamic).toBeUndefined();
    expect(disabled.webhook).toMatchObject({ id: webhookId, enabled: false });
  });

  test('whose owner is known stays as it was', async () => {
    const founder = await newVerified(service);
    const { organizationId } = founder;
    await newMember(service, organizationId, 'MEMBER');
    await inviteTo(founder, `friend-${founder.email}`);
    expect((await reset(founder.email)).status).toBe(200);
    expect(await standing(founder.id)).toEqual([organizationId, 'OWNER']);
    const invites =
      await service.sql`SELECT 1 FROM organization_invites WHERE organization_id = ${organizationId}`;
    expect(invites).toHaveLength(1);
  });

  test('the password reset email says what will end, if anything', async () => {
    const [squatter, owner] = [await newUser(service), await newVerified(service)];
    for (const { email } of [squatter, owner]) await post('forgot-password', { email });
    const ends = 'This address was never confirmed';
    expect((await service.mails(squatter.email)).at(-1)?.text).toContain(ends);
    expect((await service.mails(owner.email)).at(-1)?.text).not.toContain(ends);
  });
});
