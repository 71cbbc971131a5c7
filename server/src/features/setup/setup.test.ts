import { createConnection, type Socket } from 'node:net';
import { started } from '@latchkey/server/testing/lifetime';
import { exchange, type RawAnswer, untilClosed } from '@latchkey/server/testing/raw-http';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const development = { NODE_ENV: 'development', BASE_URL: 'http://localhost:3000', TRUST_PROXY: '' };
const production = {
  NODE_ENV: 'production',
  BASE_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://db/x',
  SMTP_URL: 'smtp://localhost',
};
const person = { email: 'ada@example.com', password, firstName: 'Ada', lastName: 'Lovelace' };

type Headers = Record<string, string>;

/** A request byte for byte: our harness's client comes through a proxy. */
function write(method: 'GET' | 'POST', headers: Headers = {}, body: unknown = person): string {
  const text = method === 'POST' ? JSON.stringify(body) : '';
  const fields = {
    Host: 'localhost:3000',
    Connection: 'close',
    ...(text && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`${method} /api/setup HTTP/1.1`, ...lines, '', text].join('\r\n');
}

const seen = ({ status, text }: RawAnswer) => ({ status, body: JSON.parse(text) });
const notThere = { status: 404, body: { error: expect.objectContaining({ code: 'NOT_FOUND' }) } };

const get = async ({ url }: TestService, headers?: Headers) =>
  seen(await exchange(url, write('GET', headers)));
const create = async ({ url }: TestService, headers?: Headers, body?: unknown) =>
  seen(await exchange(url, write('POST', headers, body)));
const emails = async ({ sql }: TestService) =>
  (await sql<{ email: string }[]>`SELECT email FROM users`).map(({ email }) => email);

/** A separate service, for as long as the work takes. */
async function withService(
  env: Record<string, string>,
  work: (service: TestService) => Promise<unknown>,
): Promise<void> {
  const service = await startService({ env });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

describe('a fresh service in development', () => {
  const service = started(() =>
    startService({ env: { ...development, ALLOWED_ORIGINS: 'https://app.example.com' } }),
  );

  test.each([
    { Host: 'localhost:3000' },
    { Host: '127.0.0.1:3000' },
    { Host: '[::1]:3000' },
    { Origin: 'http://localhost:3000' },
  ])('tells a local browser that setup is needed: %o', async (headers) => {
    expect(await get(service, headers as Headers)).toEqual({ status: 200, body: { needed: true } });
  });

  const attacks: [what: string, headers: Headers][] = [
    ['X-Forwarded-For', { 'X-Forwarded-For': '192.0.2.7' }],
    ['X-Forwarded-For set to this machine', { 'X-Forwarded-For': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'X-Forwarded-Host': 'localhost' }],
    ['X-Forwarded-Proto', { 'X-Forwarded-Proto': 'https' }],
    ['Forwarded', { Forwarded: 'for=127.0.0.1' }],
    ['Via', { Via: '1.1 proxy' }],
    ['X-Real-IP', { 'X-Real-IP': '127.0.0.1' }],
    ['CF-Connecting-IP', { 'CF-Connecting-IP': '127.0.0.1' }],
    ['a Host header for another site', { Host: 'evil.example' }],
    ['a Host header that starts with localhost', { Host: 'localhost.evil.example' }],
    ['a Host header that starts with a loopback address', { Host: '127.0.0.1.evil.example' }],
    ['a Host header with a username', { Host: 'localhost@evil.example' }],
    ['a Host header for a local network address', { Host: '192.168.1.20:3000' }],
    ['an Origin from another site', { Origin: 'https://evil.example' }],
    ['an Origin that may call the API', { Origin: 'https://app.example.com' }],
    ['a null Origin', { Origin: 'null' }],
  ];
  test.each(attacks)('hides setup from a request with %s', async (_what, headers) => {
    expect(await get(service, headers)).toEqual(notThere);
    expect(await create(service, headers)).toEqual(notThere);
    expect(await emails(service)).toEqual([]);
  });

  test("refuses setup from another program's page on this machine", async () => {
    const { status, body } = await create(service, { Origin: 'http://localhost:8080' });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN_ORIGIN']);
    expect(await emails(service)).toEqual([]);
  });

  test.each(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7', '10.0.0.1'])(
    'hides setup from a client at %s, even with a local Host header',
    async (address) => {
      const from = (method: 'GET' | 'POST') => {
        const { port } = new URL(service.url);
        const near = createConnection(Number(port), '127.0.0.1');
        return untilClosed(near.on('connect', () => near.write(write(method))));
      };
      const disguise = (socket: Socket) =>
        Object.defineProperty(socket, 'remoteAddress', { get: () => address });
      service.server.prependListener('connection', disguise);
      const answers = [seen(await from('GET')), seen(await from('POST'))];
      service.server.off('connection', disguise);
      expect(answers).toEqual([notThere, notThere]);
      expect(await emails(service)).toEqual([]);
    },
  );

  test("refuses a content type that another site's form could send", async () => {
    const { status } = await create(service, { 'Content-Type': 'text/plain' });
    expect(status).toBe(415);
    expect(await emails(service)).toEqual([]);
  });

  test('refuses an invalid email address and password, naming each field', async () => {
    const { status, body } = await create(service, {}, { email: 'ada', password: 'short' });
    expect({ status, fields: Object.keys(body.error.details).sort() }).toEqual({
      status: 400,
      fields: ['email', 'password'],
    });
    expect(await get(service)).toEqual({ status: 200, body: { needed: true } });
  });
});

test.each([
  ['in production', production],
  ['in tests', { ...development, NODE_ENV: 'test' }],
  ['at a public address', { ...development, BASE_URL: 'https://id.example.com' }],
])('setup is not available %s', async (_where, env) => {
  await withService(env, async (service) => {
    expect(await get(service)).toEqual(notThere);
    expect(await create(service)).toEqual(notThere);
    expect(await emails(service)).toEqual([]);
  });
});

describe('the first administrator', () => {
  test('can sign in and is recorded, and a second one cannot be created', () =>
    withService(development, async (service) => {
      const more = { role: 'USER', organizationId: 'x', twoFactorEnabled: true, id: 'x' };
      const answer = await create(service, {}, { ...person, email: ' Ada@Example.com ', ...more });
      expect(answer).toMatchObject({
        status: 201,
        body: { user: { ...without(person), role: 'ADMIN', emailVerified: true, twoFactorEnabled: false } },
      });
      const { id } = answer.body.user;
      const [entry, ...rest] = await service.audit();
      expect(rest).toEqual([]);
      expect(entry).toMatchObject({
        action: 'AUTH_REGISTER',
        ipAddress: '127.0.0.1',
        metadata: { targetUserId: id, targetEmail: person.email, role: 'ADMIN', via: 'setup' },
      });
      const login = await service.client().post('/api/auth/login', person);
      expect(login.body).toMatchObject({ user: { id }, requiresTwoFactorSetup: true });

      expect(await get(service)).toEqual({ status: 200, body: { needed: false } });
      expect(await create(service, {}, { ...person, email: 'eve@example.com' })).toEqual(notThere);
      expect(await emails(service)).toEqual([person.email]);
    }));

  test('is created only once, even when fifty requests arrive at once', () =>
    withService(development, async (service) => {
      const asked = Array.from({ length: 50 }, (_, nth) =>
        create(service, {}, { ...person, email: `ada-${nth}@example.com` }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 404)).toHaveLength(49);
      expect(await emails(service)).toHaveLength(1);
      expect(await service.audit()).toHaveLength(1);
    }));

  test('is not created when any account exists, even an ordinary one', () =>
    withService(development, async (service) => {
      const { email } = await newUser(service);
      expect(await get(service)).toEqual({ status: 200, body: { needed: false } });
      expect(await create(service)).toEqual(notThere);
      expect(await emails(service)).toEqual([email]);
    }));

  test('is not created while another account is being registered', () =>
    withService(development, async (service) => {
      const { sql, clock } = service;
      let asked: ReturnType<typeof create> | undefined;
      await sql.begin(async (tx) => {
        await tx`
          INSERT INTO users (id, email, role, created_at, updated_at)
          VALUES (uuidv7(), 'eve@example.com', 'USER', ${clock.now()}, ${clock.now()})`;
        asked = create(service);
        await waitForLock(service);
      });
      expect(await asked).toEqual(notThere);
      expect(await emails(service)).toEqual(['eve@example.com']);
    }));

  test('is not created again after the account is deleted', () =>
    withService(development, async (service) => {
      expect((await create(service)).status).toBe(201);
      await service.sql`DELETE FROM users`;
      expect(await get(service)).toEqual({ status: 200, body: { needed: false } });
      expect(await create(service)).toEqual(notThere);
      expect(await emails(service)).toEqual([]);
    }));

  test('is not created without an audit entry', () =>
    withService(development, async (service) => {
      await service.sql`
        CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no entry'; END $$`;
      await service.sql`
        CREATE TRIGGER refuses BEFORE INSERT ON audit_logs FOR EACH ROW EXECUTE FUNCTION refuse_entry()`;
      expect((await create(service)).status).toBe(500);
      expect(await emails(service)).toEqual([]);
    }));
});

const without = ({ password: _, ...rest }: typeof person) => rest;

/** Waits until a statement is blocked by the current transaction. */
async function waitForLock({ sql }: TestService): Promise<void> {
  await expect
    .poll(async () => (await sql`SELECT 1 FROM pg_locks WHERE NOT granted`).length)
    .toBeGreaterThan(0);
}
