import { type Endpoint, ErrorBody, endpoints, isBinary, isRedirect, takesForm } from '@latchkey/contract';
import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { freePort } from '@latchkey/server/testing/net';
import { newApplication } from '@latchkey/server/testing/oidc';
import {
  clientFor,
  newStaff,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { insertDelivery, insertEndpoint } from '@latchkey/server/testing/webhooks';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/** One and the same run every time; a failure names the seed and the path to it as well. */
const seed = 20_260_701;
const runsPerRoute = 12;

type Json = Record<string, unknown>;
type Kind = 'nobody' | 'user' | 'admin';
type Call = { kind: Kind; params: string[]; query: string; body: Body };
type Body = { raw: string | Uint8Array; type: string } | undefined;

let service: TestService;
const people: Record<'user' | 'admin', string> = { user: '', admin: '' };
const emails = ['nobody@example.com'];
/** What exists when the fuzzing begins, by the part of a path that leads to it: else all would end at "not found". */
const existing: Record<string, string[]> = {};

beforeAll(async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  service = await startService({
    env: {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: away,
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      GITHUB_URL: away,
      GITHUB_API_URL: away,
      ENABLE_DYNAMIC_CLIENTS: 'true',
    },
  });
  const [user, admin, other] = [
    await newUser(service),
    await newStaff(service, 'ADMIN'),
    await newUser(service),
  ];
  Object.assign(people, { user: user.id, admin: admin.id });
  emails.push(user.email, admin.email, other.email);
  const member = await newUser(service);
  await service.sql`
    UPDATE users SET organization_id = ${user.organizationId}, organization_role = 'MEMBER' WHERE id = ${member.id}`;
  const invite = await user.client.post('/api/organizations/current/invites', { email: other.email });
  const key = await user.client.post('/api/keys', { name: 'Fuzz' });
  const passkey = await addPasskey(user.client, new Authenticator(service));
  const role = await admin.client.post('/api/admin/roles', { name: 'ROLE_FUZZ', parentId: null });
  const roles = await service.sql<{ id: string }[]>`SELECT id FROM roles`;
  const webhooks = [await insertEndpoint(service, null), await insertEndpoint(service, user.organizationId)];
  Object.assign(existing, {
    users: [user.id, admin.id, other.id],
    members: [user.id, member.id],
    roles: [role.body.role.id, ...roles.map(({ id }) => id)],
    keys: [key.body.id],
    passkeys: [passkey.body.passkey.id],
    sessions: ['0198c0de-0000-7000-8000-000000000000'],
    invites: [invite.body.invite.id, invite.body.invite.token],
    applications: [(await newApplication(service)).id, (await newApplication(service, { kind: 'spa' })).id],
    'audit-logs': (await service.sql<{ id: string }[]>`SELECT id FROM audit_logs LIMIT 2`).map(
      ({ id }) => id,
    ),
    webhooks,
    deliveries: await Promise.all(webhooks.map((id) => insertDelivery(service, id))),
    oauth: ['google', 'github'],
    accounts: ['google', 'github'],
  });
});
afterAll(() => service.close());

/** A client of this kind who can still do what that kind can, whatever the calls before have done. */
async function clientOf(kind: Kind): Promise<Client> {
  if (kind === 'nobody') return service.client();
  const [found] = await service.sql`SELECT 1 FROM users WHERE id = ${people[kind]}`;
  if (!found) people[kind] = (await newUser(service)).id;
  const role = kind === 'admin' ? 'ADMIN' : 'USER';
  await service.sql`
    UPDATE users SET role = ${role}, is_active = true, two_factor_enabled = ${kind === 'admin'} WHERE id = ${people[kind]}`;
  return clientFor(service, people[kind]);
}

const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '😀👩‍👩‍👧‍👦',
    '\u202eabc',
    'İstanbul ß ﬀ',
    '%',
    '_',
    '\\',
    "'; DROP TABLE users; --",
    '{{7*7}}',
    '__proto__',
    'constructor',
    'null',
    'true',
    '-1',
    '0',
    '1e999',
    '99999999999999999999',
    '2026-02-30T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '-000001-01-01T00:00:00Z',
    'all',
    '../../etc/passwd',
  ),
  fc.integer({ min: 100, max: 5000 }).map((length) => 'ü'.repeat(length)),
);
const junk = fc.oneof(texts, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.constant(null), fc.constant([]));

/** What the schema asks for, more or less: every eighth value is something else. */
function arbitraryOf(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: validOf(schema) }, { weight: 1, arbitrary: junk });
}

function validOf(schema: Json): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map(validOf));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const record = Object.fromEntries(fields.map(([name, field]) => [name, namedOf(name, field)]));
    return fc.oneof(fc.record(record), fc.record(record, { requiredKeys: [] }));
  }
  if (schema.type === 'array') return fc.array(arbitraryOf((schema.items ?? {}) as Json), { maxLength: 5 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number' || schema.type === 'integer') return fc.integer();
  if (schema.type === 'null') return fc.constant(null);
  return schema.type === 'string' ? stringOf(schema) : junk;
}

function stringOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.constantFrom(...Object.values(existing).flat());
  if (schema.format === 'email')
    return fc.oneof(fc.constantFrom(...emails), fc.emailAddress(), fc.constant('a\u0001b@example.com'));
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === 'password') return fc.constantFrom(password, 'Another-Horse-8');
  return texts;
}

/** Fields whose names say more than their schemas. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  code: fc.constantFrom('000000', '123456', 'ABCD-EFGH'),
  name: fc.constantFrom('ROLE_FUZZ_ONE', 'ROLE_FUZZ_TWO', 'Fuzz', 'Fuzz & Söhne'),
  permissions: fc.subarray(['users:list', 'users:read', 'audit:read', 'nothing:known']),
  username: fc.constantFrom('fuzz.one', 'Fuzz_Two', null),
  firstName: fc.constantFrom('Ada', '😀', '', null),
  lastName: fc.constantFrom('Lovelace', null),
  organizationName: fc.constantFrom('Fuzz', 'Fuzz & Söhne', null),
  inviteToken: fc.constantFrom(null, 'nonsense'),
  slug: fc.constantFrom('fuzz', 'fuzz-2'),
  confirmPassword: fc.constant(password),
};

function namedOf(name: string, schema: Json): fc.Arbitrary<unknown> {
  const valid = byName[name];
  return valid ? fc.oneof({ weight: 3, arbitrary: valid }, arbitraryOf(schema)) : arbitraryOf(schema);
}

function bodyOf(route: Endpoint): fc.Arbitrary<Body> {
  if (!route.body) return fc.constant(undefined);
  if (isBinary(route.body)) {
    const magic = fc.constantFrom([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff], []);
    return fc
      .tuple(magic, fc.uint8Array({ maxLength: 200 }), fc.constantFrom('image/png', 'text/plain', ''))
      .map(([head, rest, type]) => ({ raw: new Uint8Array([...head, ...rest]), type }));
  }
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Json;
  if (takesForm(route)) return formOf(schema);
  const json = fc.oneof({ weight: 6, arbitrary: validOf(schema) }, { weight: 1, arbitrary: junk });
  return fc
    .tuple(
      json.map((value) => JSON.stringify(value) ?? ''),
      fc.nat(30),
      fc.string({ maxLength: 3 }),
    )
    .map(([text, at, noise]) =>
      // Now and then not JSON any more, or not said to be.
      at === 0
        ? { raw: text.slice(0, -1) + noise, type: 'application/json' }
        : { raw: text, type: at === 1 ? 'text/plain' : 'application/json' },
    );
}

/** As a client of the protocol sends it, more or less. */
function formOf(schema: Json): fc.Arbitrary<Body> {
  const names = Object.keys((schema.properties ?? {}) as Json);
  const values = fc.oneof(
    texts,
    fc.constantFrom('authorization_code', 'refresh_token', 'client_credentials'),
  );
  return fc
    .tuple(fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 6 }), fc.nat(20))
    .map(([pairs, at]) => ({
      raw: pairs.map(([name, value]) => `${name}=${encode(value.slice(0, 300))}`).join('&'),
      type: at === 0 ? 'application/json' : 'application/x-www-form-urlencoded',
    }));
}

function queryOf(route: Endpoint): fc.Arbitrary<string> {
  const names = [...Object.keys(route.query?.shape ?? {}), 'unknown'];
  const values = fc.oneof(
    texts,
    fc.constantFrom(
      '1',
      '2',
      '100',
      'true',
      'all',
      'USER',
      'security',
      '-createdAt',
      'createdAt',
      'csv',
      'jsonl',
    ),
    fc.constantFrom(...emails),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 4 })
    .map((pairs) =>
      pairs.length > 0
        ? `?${pairs.map(([name, value]) => `${name}=${encode(value.slice(0, 300))}`).join('&')}`
        : '',
    );
}

/** Half a surrogate pair has no encoding; its three bytes are sent as they would be if it had one. */
function encode(value: string): string {
  return /\p{Surrogate}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value);
}

function callOf(route: Endpoint): fc.Arbitrary<Call> {
  const segments = route.path.split('/');
  const params = segments.flatMap((segment, at) => {
    if (!segment.startsWith(':')) return [];
    const known = existing[segments[at - 1] ?? ''] ?? [];
    const any = texts.map((text) => encode(text.slice(0, 300)));
    return [fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any })];
  });
  return fc.record({
    kind: fc.constantFrom<Kind>('nobody', 'user', 'user', 'admin', 'admin', 'admin'),
    params: fc.tuple(...params),
    query: queryOf(route),
    body: bodyOf(route),
  });
}

async function perform(route: Endpoint, { kind, params, query, body }: Call): Promise<Answer> {
  const client = await clientOf(kind);
  const values = [...params];
  const path = route.path.replace(/:\w+/g, () => values.shift() ?? '');
  const headers: Record<string, string> = body?.type ? { 'content-type': body.type } : {};
  return client.send(route.method, path + query, { headers, ...(body && { raw: body.raw }) });
}

function expectSound(route: Endpoint, { status, body, headers, text }: Answer) {
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  if (status >= 400 && route.dialect) {
    if (status >= 500) throw new Error(`${status}: ${whatWasLogged(headers.get('x-request-id') ?? '')}`);
    if (route.dialect === 'browser') expect(text).toContain('<!doctype html>');
    else expect(body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
    return;
  }
  if (status >= 400) {
    const { error } = ErrorBody.strict().parse(body);
    expect(error.requestId).toBe(headers.get('x-request-id'));
    if (status >= 500) throw new Error(`${status} ${error.code}: ${whatWasLogged(error.requestId)}`);
    return;
  }
  const declared = route.responses[status];
  expect(Object.keys(route.responses)).toContain(String(status));
  if (declared && isRedirect(declared)) expect(headers.get('location')).toBeTruthy();
  else if (declared && !isBinary(declared)) expect(JSON.parse(text)).toBeTypeOf('object');
}

/** Why, for whoever reads the failure. */
function whatWasLogged(requestId: string): string {
  const line = service.logged.find((each) => each.includes(requestId) && each.includes('"err"')) ?? '{}';
  const { err } = JSON.parse(line) as { err?: { message: string; stack: string } };
  return err ? `${err.message}\n${err.stack}` : 'nothing was logged';
}

const routes = Object.entries(endpoints as Record<string, Endpoint>)
  .map(([name, route]) => ({ name, route }))
  // What takes the caller's ground away comes last, each kind in its turn.
  .sort((a, b) => Number(a.route.method === 'DELETE') - Number(b.route.method === 'DELETE'));

describe(`whatever is sent (seed ${seed})`, () => {
  test.each(routes)(
    '$name answers as declared or refuses in the agreed shape',
    { timeout: 60_000 },
    async ({ route }) => {
      await fc.assert(
        fc.asyncProperty(callOf(route), async (call) => expectSound(route, await perform(route, call))),
        { seed, numRuns: runsPerRoute, endOnFailure: true },
      );
    },
  );

  test("many calls at once get in each other's way no more than one by one", {
    timeout: 60_000,
  }, async () => {
    const any = fc
      .constantFrom(...routes)
      .chain(({ route }) => callOf(route).map((call) => ({ route, call })));
    const calls = fc.sample(any, { seed, numRuns: 240 });
    while (calls.length > 0)
      await Promise.all(
        calls.splice(0, 12).map(async ({ route, call }) => expectSound(route, await perform(route, call))),
      );
  });

  test('any header is met with an answer', { timeout: 60_000 }, async () => {
    // What an HTTP client can send at all: latin1 without control characters.
    const value = fc
      .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
        maxLength: 200,
      })
      .map((codes) => String.fromCharCode(...codes).trim());
    const name = fc.constantFrom(
      'authorization',
      'cookie',
      'x-csrf-token',
      'user-agent',
      'x-forwarded-for',
      'origin',
      'accept',
      'accept-encoding',
      'if-none-match',
      'range',
      'content-type',
    );
    const cookies = fc
      .tuple(
        fc.constantFrom('latchkey_session', 'remember_me', 'refresh_token', 'csrf_token', 'oauth_state'),
        value,
      )
      .map(([cookie, text]) => ({ cookie: `${cookie}=${text}` }));
    const bearer = value.map((text) => ({ authorization: `Bearer lsk_${text}` }));
    const headers = fc.oneof(
      fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
      cookies,
      bearer,
    );
    const target = fc.constantFrom(endpoints.me, endpoints.login, endpoints.refresh, endpoints.getProfile);
    await fc.assert(
      fc.asyncProperty(target, headers, async (route: Endpoint, given) => {
        const raw = route.body ? { raw: JSON.stringify({ email: 'nobody@example.com', password }) } : {};
        const type = route.body ? { 'content-type': 'application/json' } : {};
        const answer = await service
          .client()
          .send(route.method, route.path, { headers: { ...type, ...given }, ...raw });
        expectSound(route, answer);
      }),
      { seed, numRuns: 150, endOnFailure: true },
    );
  });
});
