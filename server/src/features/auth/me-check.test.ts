import { changesDuring, newFeedKey, subscriberOf } from '@latchkey/server/testing/checks';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { joins, newOrganization, settleIn } from '@latchkey/server/testing/organizations';
import { newRequiring } from '@latchkey/server/testing/required-sso';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { moveAddress } from '@latchkey/server/testing/standing';
import { beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));
type Client = ReturnType<typeof service.client>;

const ask = (client: Client, headers: Record<string, string> = {}) =>
  client.get('/api/auth/me?check=true', { headers });
const checkOf = async (client: Client) => (await ask(client)).body.check;

let person: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  person = await newUser(service);
});

describe('the answer with check=true', () => {
  test('says for how long it may be kept, and on what it depends', async () => {
    const { status, body } = await ask(person.client);
    expect(status).toBe(200);
    expect(body.check).toEqual({ validForMs: 60_000, subjects: expect.any(Array) });
    const { subjects } = body.check as { subjects: string[] };
    expect(new Set(subjects).size).toBe(subjects.length);
    for (const each of subjects) expect(each).toMatch(/^[\w-]{1,64}$/);
    for (const id of [person.id, person.organizationId]) expect(JSON.stringify(subjects)).not.toContain(id);
  });

  test.each([
    '',
    '?check=false',
    '?check=TRUE',
    '?check=1',
    '?check=',
    '?check=true&check=true',
    '?other=true',
  ])('is as ever with %j', async (query) => {
    const { status, body } = await person.client.get(`/api/auth/me${query}`);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('check');
    expect(body.csrfToken).toEqual(expect.any(String));
  });

  test('is the same but for the CSRF token, and names the same subjects on every node', async () => {
    const { body: plain } = await person.client.get('/api/auth/me');
    const { body: one } = await ask(person.client);
    const there = otherNode.client();
    there.cookies.set('latchkey_session', person.client.cookies.get('latchkey_session') ?? '');
    const { body: other } = await ask(there);
    const { check, ...rest } = one;
    const { csrfToken: _, ...expected } = plain;
    expect(rest).toEqual(expected);
    expect(other.check.subjects).toEqual(check.subjects);
  });

  test('resumes no remembered login, and sets no cookie', async () => {
    const client = service.client();
    await client.post('/api/auth/login', { email: person.email, password, rememberMe: true });
    client.cookies.delete('csrf_token');
    const { headers } = await ask(client);
    expect(headers.getSetCookie()).toEqual([]);
    client.cookies.delete('latchkey_session');
    const refused = await ask(client);
    expect(refused.status).toBe(401);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await service.sql`SELECT 1 FROM remember_me WHERE user_id = ${person.id} AND counter > 0`).toEqual(
      [],
    );
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('the subjects', () => {
  /** Whether each of the changes that an act writes is a subject of the answer from before it. */
  async function touches(client: Client, act: () => Promise<unknown>): Promise<boolean> {
    const by = subscriberOf(service, await newFeedKey(service));
    const { cursor } = (await by.ask()).body;
    const { subjects } = await checkOf(client);
    await act();
    const { changes } = (await by.ask({ after: cursor })).body;
    return changes.some((each: string) => subjects.includes(each));
  }
  const { sql } = { sql: () => service.sql };

  test.each<[string, () => Promise<unknown>]>([
    ['the session', () => sql()`DELETE FROM sessions WHERE user_id = ${person.id}`],
    ['the person', () => sql()`UPDATE users SET public_metadata = '{"a":1}' WHERE id = ${person.id}`],
    ['a new membership', async () => joins(service, person.id, (await newOrganization(service)).id)],
    ['a new role', async () => giveRole(service, person.id, (await newRole(service, [])).id)],
    [
      'the role that everyone has',
      () => sql()`UPDATE roles SET permissions = '{users:list}' WHERE name = 'ROLE_USER'`,
    ],
    [
      'the organization',
      () => sql()`UPDATE organizations SET name = 'Next' WHERE id = ${person.organizationId}`,
    ],
    [
      "the organization's policy",
      () => sql()`
        INSERT INTO policies (organization_id, version, two_factor_required, two_factor_grace_days, email_domains,
                              password_strength, password_breach_check, updated_at)
        VALUES (${person.organizationId}, 1, false, 0, '{}', 0, false, now())`,
    ],
    [
      "the service's policy",
      () => sql()`
        INSERT INTO policies (version, two_factor_required, two_factor_grace_days, email_domains, password_strength,
                              password_breach_check, updated_at) VALUES (1, false, 0, '{}', 0, false, now())`,
    ],
  ])('cover %s', async (_what, act) => {
    expect(await touches(person.client, act)).toBe(true);
    await service.sql`DELETE FROM policies`;
    await service.sql`UPDATE roles SET permissions = '{}' WHERE name = 'ROLE_USER'`;
  });

  test('cover the policy of an organization that the request is not about', async () => {
    const other = await newOrganization(service);
    await joins(service, person.id, other.id);
    const policy = () => service.sql`
      INSERT INTO policies (organization_id, version, two_factor_required, two_factor_grace_days, session_minutes,
                            email_domains, password_strength, password_breach_check, updated_at)
      VALUES (${other.id}, 1, false, 0, 60, '{}', 0, false, now())`;
    expect(await touches(person.client, policy)).toBe(true);
  });

  test("cover a held role and what it inherits, an API key, and an ADMIN's own lock", async () => {
    const parent = await newRole(service, ['emails:read']);
    const role = await newRole(service, ['users:list'], parent.id);
    await giveRole(service, person.id, role.id);
    const change = (id: string) =>
      service.sql`UPDATE roles SET permissions = '{audit:read}' WHERE id = ${id}`;
    expect(await touches(person.client, () => change(parent.id))).toBe(true);
    const key = await newKey(person.client);
    const revoke = () => service.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${key.id}`;
    expect(await touches(keyClient(service, key.key), revoke)).toBe(true);
    const admin = await newStaff(service, 'ADMIN');
    const lock = () => service.sql`
      INSERT INTO attempts (subject, pending_at, locked_until)
      VALUES (sha256(convert_to(${admin.email}, 'UTF8')), now(), now() + interval '1 minute')
          ON CONFLICT (subject) DO UPDATE SET locked_until = excluded.locked_until`;
    expect(await touches(admin.client, lock)).toBe(true);
  });

  test("cover a person's own lock with a role of one's own that has users:read, and no other person's", async () => {
    const [holder, other] = [await newHolder(service, ['users:read']), await newUser(service)];
    const lock = (email: string) => service.sql`
      INSERT INTO attempts (subject, pending_at, locked_until)
      VALUES (sha256(convert_to(${email}, 'UTF8')), now(), now() + interval '1 minute')
          ON CONFLICT (subject) DO UPDATE SET locked_until = excluded.locked_until`;
    expect(await touches(holder.client, () => lock(holder.email))).toBe(true);
    expect(await touches(other.client, () => lock(other.email))).toBe(false);
  });

  test("cover connections and proven domains of each of one's organizations, and links", async () => {
    const { id, client } = person;
    const other = await newRequiring(service, { required: false });
    await joins(service, id, other.id);
    expect(await touches(client, () => other.link(id))).toBe(true);
    expect(await touches(client, () => other.set({ enabled: false }))).toBe(true);
    const unproven = () =>
      service.sql`UPDATE organization_domains SET verified_at = NULL WHERE organization_id = ${other.id}`;
    expect(await touches(client, unproven)).toBe(true);
  });

  test('cover the organization whose connection began the session', async () => {
    const other = await newRequiring(service, { required: false });
    await joins(service, person.id, other.id);
    await other.begin(person.id);
    const trust = () =>
      service.sql`UPDATE sso_connections SET trusts_second_factor = NOT trusts_second_factor WHERE id = ${other.connectionId}`;
    expect(await touches(person.client, trust)).toBe(true);
    expect(await touches((await newUser(service)).client, trust)).toBe(false);
  });

  test('do not cover what concerns others', async () => {
    const stranger = await newUser(service);
    const act = () => service.sql`UPDATE users SET first_name = 'Else' WHERE id = ${stranger.id}`;
    expect(await touches(person.client, act)).toBe(false);
  });
});

describe('what writes changes', () => {
  test('a sign-in writes one, the person; a refresh, a use and a new session write none', async () => {
    const { client, id, email } = person;
    const login = () => service.client().post('/api/auth/login', { email, password });
    expect(await changesDuring(service, login)).toEqual([`p:${id}`]);
    const rest = async () => {
      await client.post('/api/auth/refresh', {});
      await client.get('/api/auth/me');
      await service.deps.lastUse.sessions.flush();
    };
    expect(await changesDuring(service, rest)).toEqual([]);
  });

  test('changed permissions write one for the role and one for each that inherits, however many hold them', async () => {
    const parent = await newRole(service, ['emails:read']);
    const child = await newRole(service, ['users:list'], parent.id);
    const grandchild = await newRole(service, [], child.id);
    await newRole(service, ['audit:read']);
    await service.sql`INSERT INTO user_roles (user_id, role_id) SELECT id, ${child.id} FROM users`;
    const change = () => service.sql`UPDATE roles SET permissions = '{audit:read}' WHERE id = ${parent.id}`;
    const expected = [parent, child, grandchild].map(({ id }) => `r:${id}`);
    expect((await changesDuring(service, change)).sort()).toEqual(expected.sort());
  });
});

describe('the time', () => {
  const validFor = async (client = person.client) => (await checkOf(client))?.validForMs ?? null;
  const inSeconds = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000);
  const policy = (more: Record<string, number>) => service.sql`
    INSERT INTO policies ${service.sql({
      organizationId: person.organizationId,
      version: 1,
      twoFactorRequired: false,
      twoFactorGraceDays: 0,
      emailDomains: [],
      passwordStrength: 0,
      passwordBreachCheck: false,
      updatedAt: service.clock.now(),
      ...more,
    })}`;
  const expectEnd = async (ms: number, client = person.client) => {
    const valid = (await validFor(client)) as number;
    expect(valid).toBeLessThanOrEqual(ms);
    expect(valid).toBeGreaterThan(ms - 5000);
  };

  test('ends with the session', async () => {
    await service.sql`UPDATE sessions SET expires_at = ${inSeconds(20)} WHERE user_id = ${person.id}`;
    await expectEnd(20_000);
  });

  test('ends with the access token', async () => {
    const token = service.client();
    token.bearer = person.tokens.accessToken;
    expect(await validFor(token)).toBe(60_000);
    service.clock.advance({ minutes: 14, seconds: 40 });
    await expectEnd(20_000, token);
  });

  test("ends with an access token's session, if that ends first", async () => {
    const token = service.client();
    token.bearer = person.tokens.accessToken;
    await service.sql`UPDATE sessions SET expires_at = ${inSeconds(20)} WHERE user_id = ${person.id}`;
    await expectEnd(20_000, token);
  });

  test('ends for a key 30 days after its owner last came by the single sign-on that is required', async () => {
    const required = await newRequiring(service, { required: false });
    await settleIn(service, person.id, required.id);
    await moveAddress(service, person.id, required.emailHere());
    const { key } = await newKey(person.client);
    await required.link(person.id);
    await required.set({ required: true });
    const owned = keyClient(service, key);
    expect((await ask(owned)).body).toMatchObject({ check: { validForMs: 60_000 } });
    service.clock.advance({ days: 29, hours: 23, minutes: 59, seconds: 35 });
    await expectEnd(25_000, owned);
    service.clock.advance({ seconds: 30 });
    expect((await ask(owned)).body).toMatchObject({
      blockedBy: 'SSO_REQUIRED',
      check: { validForMs: 60_000 },
    });
  });

  test('ends with the key', async () => {
    const { id, key } = await newKey(person.client);
    await service.sql`UPDATE api_keys SET expires_at = ${inSeconds(20)} WHERE id = ${id}`;
    await expectEnd(20_000, keyClient(service, key));
  });

  test('ends when a policy makes the session too old', async () => {
    await policy({ sessionMinutes: 10 });
    service.clock.advance({ minutes: 9, seconds: 30 });
    await expectEnd(30_000);
  });

  test('is at most a second for each minute of an idle limit', async () => {
    await policy({ idleMinutes: 7 });
    expect(await validFor()).toBe(7000);
  });

  test('ends when two-factor is due', async () => {
    await policy({ twoFactorGraceDays: 1 });
    await service.sql`
      UPDATE policies SET two_factor_required = true, two_factor_required_at = ${service.clock.now()}
       WHERE organization_id = ${person.organizationId}`;
    service.clock.advance({ hours: 23, minutes: 59, seconds: 30 });
    await service.sql`UPDATE sessions SET expires_at = ${inSeconds(900)} WHERE user_id = ${person.id}`;
    await expectEnd(30_000);
  });

  test('ends with a pending address', async () => {
    await service.sql`
      UPDATE users SET pending_email = 'p@example.com', pending_email_until = ${inSeconds(25)} WHERE id = ${person.id}`;
    await expectEnd(25_000);
    service.clock.advance({ seconds: 30 });
    expect(await validFor()).toBe(60_000);
  });

  test("ends with an ADMIN's lock", async () => {
    const admin = await newStaff(service, 'ADMIN');
    await service.sql`
      INSERT INTO attempts (subject, pending_at, locked_until)
      VALUES (sha256(convert_to(${admin.email}, 'UTF8')), now(), ${inSeconds(25)})
          ON CONFLICT (subject) DO UPDATE SET locked_until = excluded.locked_until`;
    await expectEnd(25_000, admin.client);
  });
});

describe('no check', () => {
  test('is given while impersonating', async () => {
    const admin = await newStaff(service, 'ADMIN');
    expect(await checkOf(admin.client)).not.toBeNull();
    const began = await changesDuring(service, () =>
      admin.client.post('/api/admin/impersonate', { userId: person.id }),
    );
    const { body } = await ask(admin.client);
    expect(body.impersonating).not.toBeNull();
    expect(body.check).toBeNull();
    expect(began.some((each) => each.startsWith('s:'))).toBe(true);
  });

  test('is given when no time is left by the time of the answer', async () => {
    const { client, id } = person;
    const end = new Date(service.clock.now().getTime() + 20_000);
    await service.sql`UPDATE sessions SET expires_at = ${end} WHERE user_id = ${id}`;
    let asked: Promise<Awaited<ReturnType<typeof ask>>> | undefined;
    await service.sql.begin(async (tx) => {
      await tx`LOCK TABLE users`;
      asked = ask(client);
      // It has arrived, and its statement waits.
      while (
        (await tx`SELECT 1 FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted`).length === 0
      );
      service.clock.advance({ seconds: 30 });
    });
    const answer = await asked;
    expect([answer?.status, answer?.body.check]).toEqual([200, null]);
  });

  test('is given to keys while each of their uses is recorded', async () => {
    const recording = await startService({
      database: service.database,
      clock: service.clock,
      env: { AUDIT_API_KEY_USE: 'true' },
    });
    const { key } = await newKey(person.client);
    expect(await checkOf(keyClient(service, key))).not.toBeNull();
    expect(await checkOf(keyClient(recording, key))).toBeNull();
    expect(await checkOf(person.client)).not.toBeNull();
  });
});
