import { pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { started } from '@latchkey/server/testing/lifetime';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { asked } from '@latchkey/server/testing/statements';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt, compare } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atCommandLine } from '../../../identity/caller/caller.ts';
import { exportUsers } from '../export-users.ts';
import { describeFaults } from './candidate.ts';
import { importFromFile } from './import-file.ts';

const service = started(() => startService({ bcryptCost: 5 }));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type More = Partial<Parameters<typeof importFromFile>[1]>;
let files = 0;

async function bringIn(
  content: string | object[],
  { name = 'users.jsonl', ...more }: More & { name?: string } = {},
) {
  const path = join(folder, `${++files}-${name}`);
  const text = typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n');
  await writeFile(path, text);
  const refused: { line: number; email: string | null; reason: string }[] = [];
  const tell: Parameters<typeof importFromFile>[1]['tell'] = async (lines) => {
    for (const { line, email, outcome, faults } of lines)
      if (outcome === 'refused') refused.push({ line, email, reason: describeFaults(faults) });
  };
  const input = { path, from: 'jsonl' as const, dryRun: false, tell, ...more };
  return { counts: await importFromFile(atCommandLine(service.deps), input), refused };
}

const login = (email: string, given = password) =>
  service.client().post('/api/auth/login', { email, password: given });
const hashOf = async (email: string) =>
  (await service.sql`SELECT password_hash FROM users WHERE email = ${email}`)[0]?.passwordHash as string;
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const salt = randomBytes(16);
const scryptOf = (secret: string, ln = 10) =>
  `$scrypt$ln=${ln},r=8,p=1$${base64(salt)}$${base64(scryptSync(secret, salt, 32, { N: 2 ** ln, r: 8, p: 1 }))}`;
const pbkdf2Of = (digest: string, length = 32) => pbkdf2Sync(password, salt, 1000, length, digest);

// The example that Firebase publishes.
const firebaseProject = {
  key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memory: 14,
};
const firebaseSalt = '42xEC+ixf3L2lw==';
const firebaseHash =
  'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';

describe('an imported password hash', () => {
  const hashes: [string, () => string | Promise<string>][] = [
    ['bcrypt of a lower cost', () => bcrypt(password, 4)],
    ['bcrypt by PHP', async () => (await bcrypt(password, 4)).replace(/^\$2b/, '$2y')],
    ['argon2id', () => argon2(password, { memoryCost: 4096, timeCost: 2, parallelism: 1 })],
    ['scrypt', () => scryptOf(password)],
    ['pbkdf2-sha256', () => `$pbkdf2-sha256$i=1000$${base64(salt)}$${base64(pbkdf2Of('sha256'))}`],
    ['pbkdf2-sha256 by passlib', () => `$pbkdf2-sha256$1000$${base64(salt)}$${base64(pbkdf2Of('sha256'))}`],
    ['pbkdf2-sha512', () => `$pbkdf2-sha512$i=1000$${base64(salt)}$${base64(pbkdf2Of('sha512', 64))}`],
  ];

  test.each(hashes)(
    'accepts only the right password and is rehashed at the first login: %s',
    async (kind, make) => {
      const email = `${kind.replaceAll(' ', '-').toLowerCase()}@example.com`;
      const passwordHash = await make();
      expect((await bringIn([{ email, passwordHash }])).counts).toMatchObject({ imported: 1, refused: 0 });
      expect((await login(email, 'Wrong-Horse-7')).status).toBe(401);
      expect(await hashOf(email)).toBe(passwordHash);
      expect((await login(email)).status).toBe(200);
      expect(await hashOf(email)).toMatch(/^\$2b\$05\$/);
      expect((await login(email)).status).toBe(200);
      expect((await login(email, 'Wrong-Horse-7')).status).toBe(401);
    },
  );

  test("from Firebase needs the project's parameters only at import", async () => {
    const email = 'firebase@example.com';
    const passwordHash = `$firebase-scrypt$${firebaseSalt}$${firebaseHash}`;
    const without = await bringIn([{ email, passwordHash }]);
    expect(without.refused).toMatchObject([{ email, reason: expect.stringContaining('passwordHash') }]);
    await bringIn([{ email, passwordHash }], { firebase: firebaseProject });
    expect((await login(email, 'user1passworD')).status).toBe(401);
    expect((await login(email, 'user1password')).status).toBe(200);
    expect(await hashOf(email)).toMatch(/^\$2b\$05\$/);
  });

  test('is replaced by concurrent first logins, which all succeed', async () => {
    const email = 'at-once@example.com';
    await bringIn([{ email, passwordHash: scryptOf(password) }]);
    const answers = await Promise.all([login(email), login(email), login(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await hashOf(email)).toMatch(/^\$2b\$05\$/);
    expect([(await login(email)).status, (await login(email, 'Wrong-Horse-7')).status]).toEqual([200, 401]);
  });

  test('is rehashed without an extra database round trip', async () => {
    const emails = Array.from({ length: 6 }, (_, nth) => `waits-${nth}@example.com`);
    await bringIn(emails.map((email) => ({ email, passwordHash: scryptOf(password) })));
    // The first sign-in rehashes, so each needs its own account. A connection that meets a statement for the first time
    // takes an extra round trip, and any of the pool may serve: the best of three is what a sign-in needs.
    const roundTrips: number[] = [];
    for (const _try of [1, 2, 3]) {
      const { answer, ...asks } = await asked(service, () => login(emails.pop() ?? ''));
      expect(answer.status).toBe(200);
      roundTrips.push(asks.roundTrips);
    }
    expect(Math.min(...roundTrips)).toBe(4);
    expect(await hashOf('waits-0@example.com')).toMatch(/^\$2/);
  });

  test('costs one bcrypt hash when the password is wrong, just like an unknown address', async () => {
    const costs: number[] = [];
    const costOf = (hash: string) => Number(hash.split('$')[2]);
    const counting = {
      hash: ((secret, cost, given) => {
        costs.push(cost as number);
        return bcrypt(secret, cost as number, given as Buffer);
      }) as typeof bcrypt,
      compare: ((secret, hash) => {
        costs.push(costOf(hash as string));
        return compare(secret, hash);
      }) as typeof compare,
    };
    const other = await startService({ database: service.database, hashing: { cost: 5, bcrypt: counting } });
    const email = 'as-long@example.com';
    await bringIn([{ email, passwordHash: scryptOf(password) }]);
    const spent = async (to: string) => {
      costs.length = 0;
      const { status } = await other
        .client()
        .post('/api/auth/login', { email: to, password: 'Wrong-Horse-7' });
      return [status, ...costs];
    };
    expect(await spent(email)).toEqual([401, 5]);
    expect(await spent('nobody-at-all@example.com')).toEqual([401, 5]);
  });

  test('stays as it is when bcrypt would truncate the password', async () => {
    const email = 'long@example.com';
    const long = 'x'.repeat(80);
    await bringIn([{ email, passwordHash: scryptOf(long) }]);
    expect((await login(email, long)).status).toBe(200);
    expect(await hashOf(email)).toBe(scryptOf(long));
    expect((await login(email, long.slice(1))).status).toBe(401);
  });

  const ends = `${base64(salt)}$${base64(randomBytes(32))}`;
  test.each([
    ['bcrypt', `$2b$31$${'a'.repeat(53)}`, 'costs too much'],
    ['argon2id memory', `$argon2id$v=19$m=4194304,t=1,p=1$${ends}`, 'costs too much'],
    ['argon2id time', `$argon2id$v=19$m=65536,t=100000,p=1$${ends}`, 'costs too much'],
    ['scrypt', `$scrypt$ln=28,r=8,p=1$${ends}`, 'costs too much'],
    ['pbkdf2', `$pbkdf2-sha256$i=900000000$${ends}`, 'costs too much'],
    ['firebase', `$firebase-scrypt$r=8,m=30,k=${base64(randomBytes(32))},s=Bw$${ends}`, 'costs too much'],
    ['a hash of one byte', `$scrypt$ln=10,r=8,p=1$${base64(salt)}$YQ`, 'malformed'],
    ['md5', '$1$abc$def', 'not supported'],
    ['a password', 'Correct-Horse-7', 'malformed'],
  ])('is refused when it is too costly, malformed or unsupported: %s', async (kind, passwordHash, reason) => {
    const email = `harm-${kind.replaceAll(' ', '-')}@example.com`;
    const { counts, refused } = await bringIn([{ email, passwordHash }]);
    expect(counts).toEqual({ imported: 0, alreadyThere: 0, refused: 1 });
    expect(refused).toEqual([{ line: 1, email, reason: expect.stringContaining(reason) }]);
    expect(JSON.stringify(refused)).not.toContain(passwordHash);
  });
});

describe('an import', () => {
  test('keeps all fields but makes everyone a USER without an organization, and leaves one audit entry', async () => {
    const line = {
      email: ' Ada@Import.Example ',
      username: 'ada.import',
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailVerified: true,
      createdAt: '2020-01-02T03:04:05Z',
      publicMetadata: { plan: 'pro' },
      privateMetadata: { crm: 7 },
      role: 'ADMIN',
    };
    const before = (await service.audit()).length;
    await bringIn([line, { email: 'bea@import.example' }]);
    const [ada] = await service.sql`SELECT * FROM users WHERE email = 'ada@import.example'`;
    expect(ada).toMatchObject({
      username: 'ada.import',
      firstName: 'Ada',
      role: 'USER',
      organizationId: null,
      createdAt: new Date('2020-01-02T03:04:05Z'),
      publicMetadata: { plan: 'pro' },
      privateMetadata: { crm: 7 },
      passwordHash: null,
    });
    expect(ada?.emailVerifiedAt).not.toBeNull();
    const entries = (await service.audit()).slice(before);
    expect(entries).toMatchObject([{ action: 'ADMIN_USERS_IMPORTED', userId: null }]);
    expect(entries[0]?.metadata).toEqual({
      from: 'jsonl',
      imported: 2,
      alreadyThere: 0,
      refused: 0,
      via: 'cli',
    });
  });

  test('continues where it stopped when run again, and leaves existing users alone', async () => {
    const { email } = await newUser(service);
    const people = Array.from({ length: 900 }, (_, nth) => ({ email: `many-${nth}@example.com` }));
    const half = await bringIn([...people.slice(0, 450), { email, firstName: 'Other' }]);
    expect(half.counts).toEqual({ imported: 450, alreadyThere: 1, refused: 0 });
    const whole = await bringIn([...people, { email: 'MANY-7@example.com' }]);
    expect(whole.counts).toEqual({ imported: 450, alreadyThere: 451, refused: 0 });
    expect(await service.sql`SELECT first_name FROM users WHERE email = ${email}`).toEqual([
      { firstName: null },
    ]);
  });

  test('continues past lines that have to wait, and still reports refusals in file order', async () => {
    const { sql } = service.database;
    const lines = Array.from({ length: 2400 }, (_, nth) => ({
      email: nth % 100 === 99 ? 'nobody' : `beside-${nth}@example.com`,
    }));
    const isIn = async () => (await sql`SELECT 1 FROM users WHERE email = 'beside-2398@example.com'`).length;
    const underWay = await sql.begin(async (tx) => {
      await tx`INSERT INTO users (id, email, created_at, updated_at)
               VALUES (gen_random_uuid(), 'beside-0@example.com', now(), now())`;
      const importing = bringIn(lines);
      await expect.poll(isIn, { timeout: 20_000 }).toBe(1);
      return { importing };
    });
    const { counts, refused } = await underWay.importing;
    expect(counts).toEqual({ imported: 2375, alreadyThere: 1, refused: 24 });
    expect(refused.map(({ line }) => line)).toEqual(Array.from({ length: 24 }, (_, nth) => 100 * (nth + 1)));
  });

  test('refuses bad lines with a line number and a reason, and imports the others', async () => {
    await newUser(service, { username: 'taken.name' });
    const lines = [
      '{"email": "good-1@example.com"}',
      '{"email": "not an address"}',
      'nonsense',
      '',
      '{"email": "name@example.com", "username": "Taken.Name"}',
      '{"email": "late@example.com", "createdAt": "2999-01-01T00:00:00Z"}',
      '{"email": "meta@example.com", "publicMetadata": [1]}',
      '{"username": "nobody"}',
      '{"email": "good-2@example.com"}',
    ];
    const { counts, refused } = await bringIn(lines.join('\r\n'));
    expect(counts).toEqual({ imported: 2, alreadyThere: 0, refused: 6 });
    expect(refused).toEqual([
      { line: 2, email: 'not an address', reason: 'email: Must be an email address.' },
      { line: 3, email: null, reason: 'This is not a JSON object.' },
      { line: 5, email: 'name@example.com', reason: 'username: Another account has it.' },
      { line: 6, email: 'late@example.com', reason: 'createdAt: Lies in the future.' },
      { line: 7, email: 'meta@example.com', reason: 'publicMetadata: Must be an object.' },
      { line: 8, email: null, reason: 'email: Required.' },
    ]);
  });

  test('finishes when the same usernames come again in reverse order, and assigns each one once', async () => {
    const named = (part: string, nth: number) => ({
      email: `${part}-${nth}@names.example`,
      username: `user.${nth}`,
    });
    const order = Array.from({ length: 900 }, (_, nth) => nth);
    const lines = [
      ...order.map((nth) => named('one', nth)),
      ...order.toReversed().map((nth) => named('two', nth)),
    ];
    const { counts } = await bringIn(lines);
    expect(counts).toEqual({ imported: 900, alreadyThere: 0, refused: 900 });
    expect(
      await service.sql`SELECT count(DISTINCT username)::int AS names FROM users WHERE email LIKE '%@names.example'`,
    ).toEqual([{ names: 900 }]);
  });

  test.each([
    ['a NUL', '{"email":"odd-1@example.com","firstName":"a\\u0000b"}'],
    ['half a character', '{"email":"odd-2@example.com","lastName":"\\ud800"}'],
    ['a NUL in metadata', '{"email":"odd-3@example.com","publicMetadata":{"a":{"\\u0000":1}}}'],
    ['half a character in metadata', '{"email":"odd-4@example.com","privateMetadata":{"a":["\\udc00"]}}'],
    ['a command in an address', '{"email":"odd-5@example.com\\nBcc: all@example.com"}'],
  ])('refuses only the line with %s, and imports the line next to it', async (what, line) => {
    const email = `beside-${what.replaceAll(' ', '-')}@example.com`;
    const { counts, refused } = await bringIn(
      `${line}\n${JSON.stringify({ email, firstName: "Robert'); DROP TABLE users;--" })}`,
    );
    expect(counts).toEqual({ imported: 1, alreadyThere: 0, refused: 1 });
    expect(refused).toMatchObject([{ line: 1 }]);
  });

  test('writes nothing in a dry run', async () => {
    const { email } = await newUser(service);
    const rows = async () =>
      (
        await service.sql`SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM audit_logs) AS entries`
      )[0];
    const before = await rows();
    const lines = [{ email }, { email: 'trial@example.com' }, { email: 'bad' }];
    const { counts, refused } = await bringIn(lines, { dryRun: true });
    expect(counts).toEqual({ imported: 1, alreadyThere: 1, refused: 1 });
    expect(refused).toMatchObject([{ line: 3 }]);
    expect(await rows()).toEqual(before);
  });

  test('reads CSV with quotes, line breaks and empty cells', async () => {
    const text =
      '\uFEFFemail,firstName,lastName,emailVerified,createdAt,publicMetadata\r\n' +
      'csv-1@example.com,"Ada ""the first""","Love, lace",true,2020-01-02 03:04:05.123+00,"{""a"":1}"\r\n' +
      '"csv-2@example.com","two\r\nlines",,false,,\r\n' +
      'csv-3@example.com,a,b,c,d,e,f\r\n' +
      'csv-4@example.com';
    const { counts, refused } = await bringIn(text, { name: 'users.csv' });
    expect(counts).toEqual({ imported: 3, alreadyThere: 0, refused: 1 });
    expect(refused).toMatchObject([{ line: 5 }]);
    const [first, second] = await service.sql`SELECT * FROM users WHERE email LIKE 'csv-%' ORDER BY email`;
    expect(first).toMatchObject({
      firstName: 'Ada "the first"',
      lastName: 'Love, lace',
      createdAt: new Date('2020-01-02T03:04:05.123Z'),
      publicMetadata: { a: 1 },
    });
    expect(second).toMatchObject({ firstName: 'two\r\nlines', lastName: null, emailVerifiedAt: null });
  });
});

describe('importing from another product', () => {
  const found = async (email: string) => (await service.sql`SELECT * FROM users WHERE email = ${email}`)[0];

  test('Auth0: JSON lines', async () => {
    const passwordHash = await bcrypt(password, 4);
    const about = {
      email_verified: true,
      given_name: 'Ada',
      user_metadata: { a: 1 },
      app_metadata: { b: 2 },
    };
    const blocked = {
      identifiers: [{ type: 'email', value: 'auth0-2@example.com', verified: false }],
      blocked: true,
    };
    const lines = [{ email: 'auth0-1@example.com', ...about, passwordHash }, blocked];
    expect((await bringIn(lines, { from: 'auth0', name: 'users.json' })).refused).toEqual([]);
    expect((await login('auth0-1@example.com')).status).toBe(200);
    expect(await found('auth0-1@example.com')).toMatchObject({
      firstName: 'Ada',
      publicMetadata: { a: 1 },
      privateMetadata: { b: 2 },
    });
    expect(await found('auth0-2@example.com')).toMatchObject({ isActive: false, emailVerifiedAt: null });
  });

  test('Firebase: one JSON document', async () => {
    const user = {
      localId: '1',
      email: 'fire@example.com',
      emailVerified: true,
      displayName: 'Ada King Lovelace',
    };
    const credentials = { passwordHash: firebaseHash, salt: firebaseSalt, createdAt: '1486324369000' };
    const disabled = { localId: '2', email: 'fire-2@example.com', disabled: true };
    const text = JSON.stringify({ users: [{ ...user, ...credentials }, disabled] }, null, 2);
    await bringIn(text, { from: 'firebase', name: 'users.json', firebase: firebaseProject });
    expect(await found('fire@example.com')).toMatchObject({
      firstName: 'Ada',
      lastName: 'King Lovelace',
      createdAt: new Date(1486324369000),
    });
    expect((await login('fire@example.com', 'user1password')).status).toBe(200);
    expect(await found('fire-2@example.com')).toMatchObject({ isActive: false });
  });

  test('Keycloak: the users of a realm', async () => {
    const credential = (algorithm: string, value: string, more = {}) => ({
      type: 'password',
      secretData: JSON.stringify({ value, salt: salt.toString('base64') }),
      credentialData: JSON.stringify({ hashIterations: 1000, algorithm, ...more }),
    });
    const argon = (await argon2(password, { salt, memoryCost: 4096, timeCost: 3, parallelism: 1 }))
      .split('$')
      .at(-1);
    const additionalParameters = { type: ['id'], memory: ['4096'], parallelism: ['1'], version: ['1.3'] };
    const users = [
      { email: 'kc-1@example.com', username: 'kc-1@example.com', attributes: { team: ['a'] } },
      { email: 'kc-2@example.com', username: 'kc.two', enabled: false },
      { email: 'kc-3@example.com' },
    ].map((user, nth) => ({
      ...user,
      credentials: [
        nth === 2
          ? credential('argon2', argon ?? '', { hashIterations: 3, additionalParameters })
          : credential('pbkdf2-sha512', pbkdf2Of('sha512', 64).toString('base64')),
      ],
    }));
    const realm = { id: 'realm', roles: { realm: [{ name: 'users' }] }, users, groups: [{ name: 'g' }] };
    const { counts } = await bringIn(JSON.stringify(realm), { from: 'keycloak', name: 'realm.json' });
    expect(counts).toEqual({ imported: 3, alreadyThere: 0, refused: 0 });
    expect((await login('kc-1@example.com')).status).toBe(200);
    expect((await login('kc-2@example.com')).status).toBe(401);
    expect((await login('kc-3@example.com')).status).toBe(200);
    expect(await found('kc-1@example.com')).toMatchObject({
      username: null,
      privateMetadata: { team: ['a'] },
    });
  });

  test('Supabase: a CSV table', async () => {
    const header =
      'id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,raw_app_meta_data,created_at';
    const when = '2023-01-02 03:04:05.678901+00';
    const row = `1,supa@example.com,${await bcrypt(password, 4)},${when},"{""full_name"":""Ada Lovelace""}",{},${when}`;
    await bringIn(`${header}\n${row}\n`, { from: 'supabase', name: 'users.csv' });
    expect(await found('supa@example.com')).toMatchObject({
      lastName: 'Lovelace',
      createdAt: expect.any(Date),
    });
    expect((await login('supa@example.com')).status).toBe(200);
  });

  test('Clerk: a CSV table', async () => {
    const header =
      'id,first_name,username,primary_email_address,verified_email_addresses,password_digest,password_hasher';
    const row = `user_1,Ada,ada.clerk,clerk@example.com,clerk@example.com,${await bcrypt(password, 4)},bcrypt`;
    await bringIn(`${header}\n${row}\n`, { from: 'clerk', name: 'users.csv' });
    const user = await found('clerk@example.com');
    expect(user).toMatchObject({ username: 'ada.clerk', emailVerifiedAt: expect.any(Date) });
    expect((await login('clerk@example.com')).status).toBe(200);
  });

  test('Better Auth: its own scrypt format', async () => {
    const hex = salt.toString('hex');
    const key = scryptSync(password, hex, 64, { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 }).toString('hex');
    const accounts = [{ providerId: 'github' }, { providerId: 'credential', password: `${hex}:${key}` }];
    const text = JSON.stringify([
      { email: 'better@example.com', name: 'Ada', emailVerified: true, accounts },
    ]);
    await bringIn(text, { from: 'better-auth', name: 'users.json' });
    expect((await login('better@example.com')).status).toBe(200);
  });
});

describe('an export', () => {
  const text = async (format: 'jsonl' | 'csv', withPasswordHashes: boolean) => {
    let all = '';
    for await (const some of exportUsers(atCommandLine(service.deps), { format, withPasswordHashes }))
      all += some;
    return all;
  };

  test('contains everyone, and password hashes only on request', async () => {
    const [{ count } = { count: 0 }] = await service.sql`SELECT count(*)::int FROM users`;
    const plain = await text('jsonl', false);
    const users = plain
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(users.map(({ id }) => id)).size).toBe(count);
    expect(/\$2b\$|\$scrypt\$|passwordHash/.test(plain)).toBe(false);
    expect((await text('csv', false)).split('\r\n')[0]).toMatch(/^id,email,username,[\w,]+$/);
    expect((await text('jsonl', true)).includes('"passwordHash":"$2b$05$')).toBe(true);
  });

  test('can be imported again: nothing is added, and nothing is refused', async () => {
    const { counts } = await bringIn(await text('jsonl', true));
    expect(counts).toMatchObject({ imported: 0, refused: 0 });
  });

  test.each(['jsonl', 'csv'] as const)('as %s can be imported elsewhere with every field', async (format) => {
    const whole = {
      email: 'whole@example.com',
      username: 'whole.person',
      firstName: 'Ünïcode, "quoted"',
      lastName: "O'Neil",
      isActive: false,
      passwordHash: scryptOf(password),
      createdAt: new Date('2020-01-02T03:04:05.678Z'),
      publicMetadata: { plan: 'pro', nested: { list: [1, 'two', null] } },
      privateMetadata: { crm: 7 },
    };
    await bringIn([{ ...whole, emailVerified: true }]);
    const other = await startService();
    const path = join(folder, `${++files}-all.${format}`);
    await writeFile(path, await text(format, true));
    const tell = async () => undefined;
    const counts = await importFromFile(atCommandLine(other.deps), {
      path,
      from: 'jsonl',
      dryRun: false,
      tell,
    });
    const kept = async ({ sql }: TestService) => sql`
      SELECT email, username, first_name, last_name, is_active, email_verified_at IS NOT NULL AS verified,
             date_trunc('milliseconds', created_at) AS created_at, public_metadata, private_metadata, password_hash
        FROM users ORDER BY email`;
    // In CSV, a name that a spreadsheet could run as a formula gets an apostrophe.
    const comparable = (rows: Awaited<ReturnType<typeof kept>>) =>
      rows.filter(({ firstName }) => format === 'jsonl' || !firstName?.includes(';'));
    const before = await kept(service);
    expect(counts).toEqual({ imported: before.length, alreadyThere: 0, refused: 0 });
    const after = await kept(other);
    expect(after.find(({ email }) => email === whole.email)).toEqual({ ...whole, verified: true });
    expect(comparable(after)).toEqual(comparable(before));
  });
});

test('only addresses at domains that the policy of the service allows are imported', async () => {
  await forceSystemPolicy(service, { emailDomains: ['team.example'] });
  try {
    const people = [{ email: 'In@Team.example' }, { email: 'out@other.example' }];
    const { counts, refused } = await bringIn(people);
    expect(counts).toEqual({ imported: 1, alreadyThere: 0, refused: 1 });
    expect(refused).toEqual([
      { line: 2, email: 'out@other.example', reason: expect.stringContaining('domain') },
    ]);
  } finally {
    await service.sql`DELETE FROM policies`;
  }
});
