import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { accountsAt } from '@latchkey/server/testing/standing';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../platform/crypto/credentials.ts';

const service = started(startService);

const register = (body: Record<string, unknown>) => service.client().post('/api/auth/register', body);
let addresses = 0;
const fresh = () => `new-${++addresses}@example.com`;

describe('an account', () => {
  test('is created with an organization and its creator as OWNER, but no session', async () => {
    const email = fresh();
    const client = service.client();
    const answer = await client.post('/api/auth/register', {
      email: ` ${email.toUpperCase()} `,
      password,
      username: 'Ada.L',
      firstName: ' Ada ',
      lastName: 'Lovelace',
      organizationName: 'Žižkov Ünïted',
    });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(['message', 'user']);
    expect(answer.body.user).toMatchObject({
      email,
      username: 'Ada.L',
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'USER',
      isActive: true,
      emailVerified: false,
      emailVerifiedAt: null,
      lastLoginAt: null,
      organizationRole: 'OWNER',
      twoFactorEnabled: false,
      organization: { name: 'Žižkov Ünïted', slug: 'zizkov-united', role: 'OWNER' },
    });
    expect(answer.body.user.organization.id).toBe(answer.body.user.organizationId);
    expect(answer.body.user.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/);
    expect(answer.text).not.toMatch(/password|hash|secret/i);
    expect(answer.cookies).toEqual({});
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('is recorded, and its owner is emailed a BASE_URL link on a line of its own', async () => {
    const email = fresh();
    await service
      .client()
      .post(
        '/api/auth/register',
        { email, password, organizationName: 'Acme' },
        { headers: { host: 'evil.example' } },
      );
    const [mail] = await service.mails(email);
    expect(mail?.text).toMatch(/^http:\/\/latchkey\.test\/verify-email\?token=[\w-]{43}$/m);
    expect(mail?.html).not.toContain('evil');
    const actions = (await service.audit(email)).map(({ action }) => action);
    expect(actions).toEqual(['AUTH_REGISTER', 'ORG_CREATED']);
  });

  test('ignores fields that its creator may not set, such as the id of an existing organization', async () => {
    const other = await newUser(service);
    const claimed = uuidv7();
    const answer = await register({
      id: claimed,
      email: fresh(),
      password,
      organizationName: 'Acme',
      role: 'ADMIN',
      isActive: false,
      emailVerified: true,
      emailVerifiedAt: new Date().toISOString(),
      organizationId: other.organizationId,
      twoFactorEnabled: true,
    });
    const { id, organizationId, ...user } = answer.body.user;
    expect(user).toMatchObject({
      role: 'USER',
      isActive: true,
      emailVerified: false,
      emailVerifiedAt: null,
      twoFactorEnabled: false,
      organization: { id: organizationId, name: 'Acme' },
    });
    expect(id).not.toBe(claimed);
    expect(organizationId).not.toBe(other.organizationId);
    const { members } = (await other.client.get('/api/organizations/current/members')).body;
    expect(members.map((member: { id: string }) => member.id)).toEqual([other.id]);
  });

  test('is verified from the start and gets no email when verification is disabled', async () => {
    const relaxed = await startService({ env: { ENABLE_EMAIL_VERIFICATION: 'false' } });
    const answer = await relaxed
      .client()
      .post('/api/auth/register', { email: 'a@b.example', password, organizationName: 'Acme' });
    expect(answer.body.user.emailVerified).toBe(true);
    expect(await relaxed.mails('a@b.example')).toEqual([]);
  });
});

describe('registration', () => {
  test.each([
    ['Sh0rt-x', 'At least 8 characters.'],
    ['nouppercase-7', 'At least one uppercase letter.'],
    ['NOLOWERCASE-7', 'At least one lowercase letter.'],
    ['No-Digits-Here', 'At least one digit.'],
    ['NoSpecial77 x', 'At least one special character.'],
    [`Aa1-${'é'.repeat(35)}`, 'At most 72 bytes.'],
    ['Correct\0Horse-7', 'Contains a character that cannot be stored.'],
  ])('refuses the password %j: %s', async (weak, message) => {
    const answer = await register({ email: fresh(), password: weak, organizationName: 'Acme' });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      type: 'VALIDATION_ERROR',
      code: 'VALIDATION_FAILED',
      details: { password: [message] },
    });
  });

  test('uses all of a 72-byte password: neither a shorter nor a longer one signs in', async () => {
    const email = fresh();
    const long = `Aa1-${'é'.repeat(34)}`;
    expect(Buffer.byteLength(long)).toBe(72);
    expect((await register({ email, password: long, organizationName: 'Acme' })).status).toBe(201);
    const login = (given: string) => service.client().post('/api/auth/login', { email, password: given });
    expect((await login(`${long}x`)).status).toBe(401);
    expect((await login(long.slice(0, -1))).status).toBe(401);
    expect((await login(long)).status).toBe(200);
  });

  test.each([
    [{ organizationName: 'Acme', inviteToken: 'x' }, 'both an organization and an invitation'],
    [{}, 'neither an organization nor an invitation'],
  ])('refuses %j: %s', async (choice, _name) => {
    const answer = await register({ email: fresh(), password, ...choice });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.details).sort()).toEqual(['inviteToken', 'organizationName']);
  });

  test.each([
    'no-at-sign',
    'a@b',
    '@example.com',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
    7,
    null,
  ])('refuses the email %j', async (email) => {
    const answer = await register({ email, password, organizationName: 'Acme' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.email).toHaveLength(1);
  });

  test.each(['ab', 'has space', 'ümlaut', 'x'.repeat(101)])('refuses the username %j', async (username) => {
    expect((await register({ email: fresh(), password, username, organizationName: 'Acme' })).status).toBe(
      400,
    );
  });

  test('refuses a confirmation that differs from the password', async () => {
    const answer = await register({
      email: fresh(),
      password,
      confirmPassword: 'Other-Horse-7',
      organizationName: 'Acme',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toHaveProperty('confirmPassword');
  });

  test('refuses a taken email, regardless of case', async () => {
    const { email } = await newUser(service);
    const answer = await register({ email: email.toUpperCase(), password, organizationName: 'Acme' });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'EMAIL_TAKEN' });
  });

  test('refuses a taken username, regardless of case', async () => {
    await newUser(service, { username: 'Grace' });
    const answer = await register({ email: fresh(), password, username: 'gRACE', organizationName: 'Acme' });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('USERNAME_TAKEN');
  });

  test('writes nothing if the username is taken: no user, no organization, no audit entry, no email', async () => {
    await newUser(service, { username: 'Unique' });
    const body = { email: fresh(), password, organizationName: 'Left Over' };
    const changed = await tablesChangedBy(service, async () => {
      expect((await register({ ...body, username: 'unique' })).status).toBe(409);
    });
    expect(changed).toEqual([]);
    expect((await register(body)).body.user.organization.slug).toBe('left-over');
  });

  test('leaves nothing behind if someone takes the username in the meantime', async () => {
    const { id } = await newUser(service);
    const [email, organizationName] = [fresh(), 'Too Late'];
    const answer = await during(
      service,
      (tx) => tx`UPDATE users SET username = 'Contested' WHERE id = ${id}`,
      () => register({ email, password, username: 'contested', organizationName }),
    );
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'USERNAME_TAKEN']);
    expect(await accountsAt(service, email)).toHaveLength(0);
    expect(await service.sql`SELECT 1 FROM organizations WHERE name = ${organizationName}`).toHaveLength(0);
    expect(await service.audit(email)).toEqual([]);
    expect(await service.mails(email)).toEqual([]);
  });
});

describe('registering with an invitation', () => {
  /** One whose link the inviter was shown. */
  async function invite(organizationId: string, email: string) {
    const token = uuidv7();
    const now = service.clock.now();
    const expiresAt = new Date(now.getTime() + 7 * 86_400_000);
    await service.sql`
      INSERT INTO organization_invites (id, organization_id, email, role, token_hash, link_hash, linked_at, expires_at,
                                        created_at)
      VALUES (${uuidv7()}, ${organizationId}, ${email}, 'ADMIN', ${sha256(uuidv7())}, ${sha256(token)}, ${now},
              ${expiresAt}, ${now})`;
    return token;
  }

  test('joins its organization with its role, and uses up the invitation', async () => {
    const owner = await newUser(service);
    const email = fresh();
    const inviteToken = await invite(owner.organizationId, email);
    const answer = await register({ email, password, inviteToken });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      organizationId: owner.organizationId,
      organizationRole: 'ADMIN',
    });
    const again = await register({ email: fresh(), password, inviteToken });
    expect(again.body.error.code).toBe('INVITE_INVALID');
    expect((await service.audit(email)).map(({ action }) => action)).toEqual([
      'AUTH_REGISTER',
      'ORG_INVITE_ACCEPTED',
    ]);
  });

  test('grants only what the invitation names, whatever else is sent', async () => {
    const [owner, other] = [await newUser(service), await newUser(service)];
    const email = fresh();
    const inviteToken = await invite(owner.organizationId, email);
    const { organizationId } = other;
    const claims = { organizationId, organizationRole: 'OWNER', role: 'ADMIN', emailVerified: true };
    expect((await register({ email, password, inviteToken, ...claims })).body.user).toMatchObject({
      organizationId: owner.organizationId,
      organizationRole: 'ADMIN',
      role: 'USER',
      emailVerified: false,
    });
  });

  test('is refused for a different email, and the invitation stays valid', async () => {
    const owner = await newUser(service);
    const email = fresh();
    const inviteToken = await invite(owner.organizationId, email);
    const other = await register({ email: fresh(), password, inviteToken });
    expect(other.status).toBe(400);
    expect(other.body.error.code).toBe('INVITE_EMAIL_MISMATCH');
    expect((await register({ email, password, inviteToken })).status).toBe(201);
  });

  test('is refused if the invitation is unknown', async () => {
    const answer = await register({ email: fresh(), password, inviteToken: 'unknown' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('INVITE_INVALID');
  });

  test('30 times in parallel adds only one member', async () => {
    const owner = await newUser(service);
    const email = fresh();
    const inviteToken = await invite(owner.organizationId, email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => register({ email, password, inviteToken })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 400 || status === 409)).toBe(true);
  });
});

test('50 parallel registrations with one email create only one user and one organization', async () => {
  const email = fresh();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => register({ email, password, organizationName: 'Rush Hour' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error?.code === 'EMAIL_TAKEN')).toHaveLength(49);
  expect(await accountsAt(service, email)).toHaveLength(1);
  expect(await service.sql`SELECT 1 FROM organizations WHERE name = 'Rush Hour'`).toHaveLength(1);
});

test('20 organizations created in parallel with one name get 20 different slugs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => register({ email: fresh(), password, organizationName: 'Same Name' })),
  );
  const slugs = answers.map(({ body }) => body.user.organization.slug as string);
  expect(new Set(slugs).size).toBe(20);
  expect(slugs.every((slug) => /^same-name(-\d+)?$/.test(slug))).toBe(true);
});
