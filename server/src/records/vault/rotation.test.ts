import { createHmac } from 'node:crypto';
import { testDatabase } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import {
  clientFor,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { newEnrolled, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import {
  addWebhook,
  organizationPath,
  type Received,
  startReceiver,
} from '@latchkey/server/testing/webhooks';
import { hash } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveKey, seal, unseal } from '../../platform/crypto/seal.ts';
import { atRest } from '../../runtime/upkeep.ts';
import { openDataKeys, WrongSecretError } from './data-keys.ts';
import { reseal } from './reseal.ts';

const before = {
  SESSION_SECRET: 'session-secret-before-it-was-replaced-1',
  JWT_SECRET: 'access-secret-before-it-was-replaced-22',
  JWT_REFRESH_SECRET: 'refresh-secret-before-it-was-replaced-3',
};
const after = {
  SESSION_SECRET: 'another-session-secret-since-then-44444',
  JWT_SECRET: 'another-access-secret-since-then-555555',
  JWT_REFRESH_SECRET: 'another-refresh-secret-since-then-66666',
};
const foreign = {
  SESSION_SECRET: 'session-secret-of-somebody-else-7777777',
  JWT_SECRET: 'access-secret-of-somebody-else-88888888',
  JWT_REFRESH_SECRET: 'refresh-secret-of-somebody-else-9999999',
};
const previous = Object.fromEntries(
  Object.entries(before).map(([name, value]) => [`${name}_PREVIOUS`, `${value}, ${'x'.repeat(40)}`]),
);

let old: TestService;

/** Another node on the same database, with the same clock. */
async function node(env: Record<string, string>): Promise<TestService> {
  return startService({ database: old.database, clock: old.clock, env });
}

/** The same browser, at another node. */
function at(service: TestService, client: { cookies: Map<string, string>; bearer: string | undefined }) {
  const moved = service.client();
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  moved.bearer = client.bearer;
  return moved;
}

describe('when every secret is replaced and the previous ones are configured', () => {
  let renewed: TestService;

  beforeAll(async () => {
    old = await startService({ env: before });
    renewed = await node({ ...after, ...previous });
  });

  test('a session continues, including unsafe requests, and gets a new CSRF token', async () => {
    const { client } = await newUser(old);
    const moved = at(renewed, client);
    expect((await moved.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
    const given = moved.cookies.get('csrf_token');
    const me = await moved.get('/api/auth/me');
    expect([me.status, me.body.csrfToken === given]).toEqual([200, false]);
    expect(moved.cookies.get('csrf_token')).toBe(me.body.csrfToken);
    expect((await moved.post('/api/users/profile', { firstName: 'Grace' })).status).toBe(200);
  });

  test('access and refresh tokens still work, and their successors use the new secrets', async () => {
    const { tokens } = await newUser(old);
    const client = renewed.client();
    client.bearer = tokens.accessToken;
    expect((await client.get('/api/auth/me')).status).toBe(200);
    client.bearer = undefined;
    const refreshed = await client.post('/api/auth/refresh', { refreshToken: tokens.refreshToken });
    expect(refreshed.status).toBe(200);
    const stale = old.client();
    stale.bearer = refreshed.body.tokens.accessToken;
    expect((await stale.get('/api/auth/me')).status).toBe(401);
    stale.bearer = undefined;
    const { refreshToken } = refreshed.body.tokens;
    expect((await stale.post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await client.post('/api/auth/refresh', { refreshToken })).status).toBe(200);
  });

  test('a remembered login still works', async () => {
    const { email } = await newUser(old);
    const client = old.client();
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    const moved = renewed.client();
    moved.cookies.set('remember_me', client.cookies.get('remember_me') ?? '');
    const answer = await moved.get('/api/auth/me');
    expect([answer.status, answer.body.user?.email]).toEqual([200, email]);
    expect(moved.cookies.get('remember_me')).not.toBe(client.cookies.get('remember_me'));
  });

  test('a login waiting for its second factor can be finished with an app code or a backup code', async () => {
    const person = await newEnrolled(old);
    for (const code of [() => nextCode(old, person.secret), () => person.backupCodes[0] ?? '']) {
      const { pendingToken } = await startLogin(old, person.email);
      const answer = await renewed.client().post('/api/auth/2fa/validate', { pendingToken, code: code() });
      expect(answer.status).toBe(200);
    }
  });

  test('queued email is sent', async () => {
    const to = 'waiting@example.com';
    const mail = { type: 'verification', link: 'http://latchkey.test/verify-email?token=1' } as const;
    await old.deps.outbox.enqueue(old.sql, { to, userId: null, mail });
    expect((await renewed.mails(to)).map(({ text }) => text)).toEqual([expect.stringContaining(mail.link)]);
  });

  test('a cookie or token of a live session is refused if neither secret signed it', async () => {
    // The same database, so only the signature can give it away.
    const stranger = await node({ ...foreign, ...previous });
    const { client, tokens } = await newUser(stranger);
    const attempts: ((service: TestService) => Promise<{ status: number }>)[] = [
      (service) => at(service, client).get('/api/auth/me'),
      (service) => at(service, { cookies: new Map(), bearer: tokens.accessToken }).get('/api/auth/me'),
      (service) => service.client().post('/api/auth/refresh', { refreshToken: tokens.refreshToken }),
    ];
    for (const attempt of attempts) {
      expect((await attempt(renewed)).status).toBe(401);
      expect((await attempt(stranger)).status).toBe(200);
    }
  });

  test('a CSRF token of another session is refused, whether the previous or the new secret signed it', async () => {
    for (const signer of [old, renewed]) {
      const moved = at(renewed, (await newUser(old)).client);
      const other = await newUser(signer);
      moved.cookies.set('csrf_token', other.client.cookies.get('csrf_token') ?? '');
      const answer = await moved.post('/api/users/profile', { firstName: 'Eve' });
      expect(answer.body.error?.code).toBe('CSRF_INVALID');
    }
  });
});

describe('after latchkey secrets reseal', () => {
  const hooks = { WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
  const receiver = started(startReceiver);
  beforeAll(async () => {
    old = await startService({ env: { ...before, ...hooks } });
  });

  function signatureWith(secret: string, { headers, body }: Received): string {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  }

  test('two-factor, backup codes and webhook secrets no longer need the previous secret; before that, they do', async () => {
    const person = await newEnrolled(old);
    const { webhook, secret } = await addWebhook(person.client, receiver.url, { events: ['role.deleted'] });
    await expect(node(after)).rejects.toThrow(WrongSecretError);
    const { unreadable } = await reseal(
      old.sql,
      [after.SESSION_SECRET, before.SESSION_SECRET],
      atRest,
      old.clock.now(),
    );
    expect(unreadable).toEqual([]);
    const renewed = await node({ ...after, ...hooks });
    for (const code of [() => nextCode(old, person.secret), () => person.backupCodes[1] ?? '']) {
      const { validate } = await startLogin(renewed, person.email);
      expect((await validate(code())).status).toBe(200);
    }
    const owner = await clientFor(renewed, person.id);
    expect((await owner.post(`${organizationPath}/${webhook.id}/test`)).status).toBe(200);
    await renewed.webhookWorker.drain();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received.map((each) => signatureWith(secret, each))).toEqual(
      receiver.received.map(({ headers }) => headers['webhook-signature']),
    );
    await expect(node(before)).rejects.toThrow(/^SESSION_SECRET is not the one/);
  });
});

describe('data that an earlier version sealed with SESSION_SECRET itself', () => {
  const sealedBefore = (purpose: string, plaintext: Buffer) =>
    seal(deriveKey(before.SESSION_SECRET, purpose), plaintext);

  /** Puts everything of this user back under the secret, as before there were data keys. */
  async function asBefore(userId: string, backupCode: string): Promise<void> {
    const { sql } = old;
    const [user] = await sql<
      { twoFactorSecret: Buffer }[]
    >`SELECT two_factor_secret FROM users WHERE id = ${userId}`;
    const opened = unseal(old.deps.dataKeys.of('two-factor'), user?.twoFactorSecret ?? Buffer.alloc(0));
    const plain = backupCode.replace('-', '');
    const macOf = (purpose: string) =>
      createHmac('sha256', deriveKey(before.SESSION_SECRET, purpose)).update(`${userId}:${plain}`).digest();
    const codeHash = `hmac:${await hash(macOf('backup-code').toString('base64url'), 4)}`;
    await sql`
      UPDATE users SET two_factor_secret = ${sealedBefore('two-factor', opened ?? Buffer.alloc(0))} WHERE id = ${userId}`;
    await sql`DELETE FROM backup_codes WHERE user_id = ${userId}`;
    await sql`
      INSERT INTO backup_codes (id, user_id, selector, code_hash, created_at)
      VALUES (gen_random_uuid(), ${userId}, ${macOf('backup-code-selector')}, ${codeHash}, ${old.clock.now()})`;
  }

  let person: Awaited<ReturnType<typeof newEnrolled>>;
  beforeAll(async () => {
    old = await startService({ env: before });
    person = await newEnrolled(old);
    await asBefore(person.id, person.backupCodes[0] ?? '');
    await old.sql`
      INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, access_token, created_at, updated_at)
      SELECT id, id, 'github', '77', ${sealedBefore(`oauth-account:${person.id}:access`, Buffer.from('gho_token'))},
             created_at, created_at FROM users WHERE id = ${person.id}`;
    // A queued email is sealed with the data key.
    await old.mailWorker.drain();
    await old.sql`DELETE FROM data_keys`;
  });

  test('prevents a start with a different secret, and no data key is created', async () => {
    await expect(node(after)).rejects.toThrow(WrongSecretError);
    expect(await old.sql`SELECT id FROM data_keys`).toHaveLength(0);
  });

  test('opens with that secret, and without it after resealing', async () => {
    const same = await node(before);
    const first = await startLogin(same, person.email);
    expect((await first.validate(nextCode(old, person.secret))).status).toBe(200);

    const secrets = [after.SESSION_SECRET, before.SESSION_SECRET] as const;
    const done = await reseal(old.sql, secrets, atRest, old.clock.now());
    expect(done.moved).toBeGreaterThanOrEqual(2);
    expect((await reseal(old.sql, secrets, atRest, old.clock.now())).moved).toBe(0);

    const renewed = await node(after);
    for (const code of [() => nextCode(old, person.secret), () => person.backupCodes[0] ?? '']) {
      const { validate } = await startLogin(renewed, person.email);
      expect((await validate(code())).status).toBe(200);
    }
    const [account] = await old.sql<{ accessToken: Buffer }[]>`SELECT access_token FROM oauth_accounts`;
    const key = renewed.deps.dataKeys.of(`oauth-account:${person.id}:access`)[0];
    expect(unseal(key, account?.accessToken ?? Buffer.alloc(0))?.toString()).toBe('gho_token');
  });
});

test('nodes that start together on a new database agree on one data key', async () => {
  const database = await testDatabase();
  const secrets = [before.SESSION_SECRET] as const;
  const all = await Promise.all(
    Array.from({ length: 8 }, () => openDataKeys(database.connect(), secrets, atRest.columns, new Date(0))),
  );
  const keys = new Set(all.map((each) => each.of('anything')[0].toString('hex')));
  expect(keys.size).toBe(1);
});

test('reseal knows every sealed column of the tables it goes through', async () => {
  const database = await testDatabase();
  const open = /_hash$|^(selector|subject|content)$/;
  const tables = [...new Set(atRest.columns.map(({ table }) => table))];
  const columns = await database.sql<{ tableName: string; columnName: string }[]>`
    SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND table_name IN ${database.sql(tables)}`;
  const sealed = columns.filter(({ columnName }) => !open.test(columnName));
  const known = atRest.columns.map(({ table, column }) => `${table}.${column}`);
  expect(sealed.map((each) => `${each.tableName}.${each.columnName}`).sort()).toEqual(known.sort());
});
