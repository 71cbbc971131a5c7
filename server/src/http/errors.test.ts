import {
  answersHead,
  type Endpoint,
  endpoints,
  errorTypes,
  isBinary,
  latchkeyScopes,
  messageOf,
} from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { type Actor, createCast, enact } from '@latchkey/server/testing/matrix/actors';
import {
  changesCaller,
  type Filled,
  fill,
  type RouteName,
  sampleField,
} from '@latchkey/server/testing/matrix/requests';
import { newApplication, postForm } from '@latchkey/server/testing/oidc';
import { organizationKeyClient } from '@latchkey/server/testing/organization-keys';
import { exchange } from '@latchkey/server/testing/raw-http';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { refusalOf } from './errors.ts';

const service = started(startService);

/** May call every route: an ADMIN with two-factor who owns an organization and has just signed in. */
const ofAll: Actor = {
  name: 'ADMIN and OWNER',
  credential: 'cookie',
  role: 'ADMIN',
  twoFactor: true,
  organizationRole: 'OWNER',
};
/** The same caller each time, for requests that change nothing. */
const standing = createCast(service);

const json = { 'content-type': 'application/json' };
const post = (raw: string | Uint8Array, headers: Record<string, string> = json, path = '/api/auth/login') =>
  service.client().post(path, undefined, { raw, headers });

/** The whole shape, whatever the error. */
function expectError({ status, body, headers }: Answer, expected: { status: number; code: string }) {
  expect({ status, code: body?.error?.code }).toEqual(expected);
  expect(Object.keys(body)).toEqual(['error']);
  expect(Object.keys(body.error).sort()).toEqual(
    ['type', 'message', 'details', 'code', 'timestamp', 'path', 'requestId'].sort(),
  );
  expect(errorTypes).toContain(body.error.type);
  expect(body.error.details).toBeTypeOf('object');
  expect(Array.isArray(body.error.details)).toBe(false);
  expect(body.error.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(body.error.requestId).toBe(headers.get('x-request-id'));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
}

describe('an error', () => {
  test('has exactly the seven agreed fields', async () => {
    const answer = await service.client().get('/api/auth/me?token=hush');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      error: {
        type: 'AUTHENTICATION_ERROR',
        message: 'Sign in to continue.',
        details: {},
        code: 'UNAUTHENTICATED',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        path: '/api/auth/me',
        requestId: answer.headers.get('x-request-id'),
      },
    });
  });

  test('for invalid input maps each field to its messages', async () => {
    const answer = await service.client().post('/api/auth/login', { email: 'nobody' });
    expectError(answer, { status: 400, code: 'VALIDATION_FAILED' });
    expect(answer.body.error.type).toBe('VALIDATION_ERROR');
    expect(answer.body.error.details).toEqual({
      email: ['Must be an email address.'],
      password: ['Required.'],
    });
  });

  test('reveals no internal details', async () => {
    const broken = await startService();
    await broken.sql`ALTER TABLE users RENAME TO secret_table_name`;
    const answer = await broken
      .client()
      .post('/api/auth/login', { email: 'ada@example.com', password: 'Correct-Horse-7' });
    expectError(answer, { status: 500, code: 'INTERNAL_ERROR' });
    expect(answer.body.error).toMatchObject({ type: 'SERVER_ERROR', details: {} });
    expect(answer.text).not.toMatch(/users|relation|secret_table_name|postgres/i);
    const logged = broken.logged.find((line) => line.includes('a request failed'));
    expect(JSON.parse(logged ?? '{}')).toMatchObject({
      requestId: answer.body.error.requestId,
      err: { code: '42P01' },
    });
  });

  test('is UNAVAILABLE with retryAfterSeconds while the database is unreachable, blocked or full', () => {
    const network = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'CONNECTION_CLOSED', 'TLS_REFUSED'];
    for (const code of [...network, '25006', '57P01', '57P02', '57P03', '53300', '08006', '55P03', '40P01'])
      expect(refusalOf({ code })).toEqual({ refused: 'UNAVAILABLE', retryAfterSeconds: 1 });
    expect(refusalOf({ code: '42P01' })).toEqual({ refused: 'INTERNAL_ERROR' });
    expect(refusalOf({ code: 'ECONNRESET', statusCode: 400 })).toEqual({ refused: 'MALFORMED_REQUEST' });
  });

  test.each([
    ['is full', '53100'],
    ['is shutting down', '57P01'],
    ['holds a lock for too long', '55P03'],
  ])('is 503 with Retry-After when the database %s', async (_what, code) => {
    const away = await startService();
    await away.sql.unsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'secret detail' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const answer = await away.client().post('/api/auth/register', {
      email: 'ada@example.com',
      password: 'Correct-Horse-7',
      organizationName: 'Engines',
    });
    expectError(answer, { status: 503, code: 'UNAVAILABLE' });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.text).not.toContain('secret detail');
  });
});

describe('X-Request-Id', () => {
  test('is on every response and never repeats', async () => {
    const client = service.client();
    const answers = [
      await client.get('/api/health/live'),
      await client.get('/api/nothing-here'),
      await client.get('/api/docs'),
      await client.get('/api/openapi.json'),
      await client.send('OPTIONS', '/api/auth/login'),
      await client.send('HEAD', '/api/health/live'),
      await client.get('/api/invites/%E0%A4%A'),
      await client.post('/api/auth/login', {}),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(ids).size).toBe(answers.length);
  });

  test('is not taken from the caller', async () => {
    const answer = await service.client().get('/api/health/live', { headers: { 'x-request-id': 'mine' } });
    expect(answer.headers.get('x-request-id')).not.toBe('mine');
  });
});

describe('an unknown path', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing-here',
    '/api/auth/login/extra',
    '/api/auth/login/',
    '/api//auth/login',
    '/api/auth/LOGIN',
    '/api/docs/assets/%2e%2e%2fpackage.json',
    '/api/docs/assets/nothing.js',
    '/api/__proto__',
    `/api/${'x'.repeat(4000)}`,
  ])('%s is 404', async (path) => {
    expectError(await service.client().get(path), { status: 404, code: 'NOT_FOUND' });
  });

  test('that climbs out of the API reference folder is refused', async () => {
    for (const path of [
      '/api/docs/assets/../../../package.json',
      '/api/docs/assets/..%5c..%5cpackage.json',
      '/api/docs/assets/..%2f..%2fpackage.json',
    ]) {
      const answer = await exchange(
        service.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect([400, 404]).toContain(answer.status);
      expect(JSON.parse(answer.text).error.requestId).toBe(answer.headers['x-request-id']);
    }
  });

  test('is 404 for every method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expectError(await service.client().send(method, '/api/nothing-here'), {
        status: 404,
        code: 'NOT_FOUND',
      });
  });

  test('is 404 with any body', async () => {
    for (const [type, raw] of [
      ['text/plain', 'x'],
      ['application/json', '{'],
    ] as const)
      expectError(await post(raw, { 'content-type': type }, '/api/nothing-here'), {
        status: 404,
        code: 'NOT_FOUND',
      });
  });

  test('is 404 when a segment is far too long', async () => {
    const { client } = await newUser(service);
    const answer = await client.delete(`/api/auth/sessions/${'x'.repeat(2000)}`);
    expectError(answer, { status: 404, code: 'NOT_FOUND' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is 400 when its percent-encoding is malformed', async () => {
    for (const path of [
      '/api/%',
      '/api/auth/sessions/%zz',
      '/api/%E0%A4%A',
      '/api/auth/sessions/%ED%A0%80',
    ]) {
      const answer = await service.client().delete(path);
      expectError(answer, { status: 400, code: 'MALFORMED_REQUEST' });
      expect(answer.body.error.path).toBe(path);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('that decodes to a NUL is 404', async () => {
    const { client } = await newUser(service);
    expectError(await client.delete('/api/auth/sessions/%00'), { status: 404, code: 'NOT_FOUND' });
  });
});

describe('a known path', () => {
  const routes = Object.values(endpoints as Record<string, Endpoint>);
  // Clients cannot register themselves unless that is turned on.
  const isOn = ({ feature }: Endpoint) => feature !== 'dynamicClients';
  const methodsOf = (path: string) => {
    const there = routes.filter((route) => route.path === path);
    const leads = there.some(({ responses }) => 302 in responses);
    const methods = there.map(({ method }) => method as string);
    return [...methods, ...(methods.includes('GET') && !leads ? ['HEAD'] : []), 'OPTIONS'].sort();
  };
  const concrete = (path: string) => path.replace(/:\w+/g, '0198c0de-0000-7000-8000-000000000000');
  const paths = [...new Set(routes.filter(isOn).map(({ path }) => path))];
  const allowOf = ({ headers }: Answer) => headers.get('allow')?.split(', ').sort();

  test('is 405 for an unsupported method and lists the allowed ones, on every declared path', async () => {
    const client = service.client();
    for (const path of paths) {
      // Another declared path may match too: /users/profile also fits /users/:id, and is told apart only once it is let
      // in.
      const matching = paths.filter((other) =>
        new RegExp(`^${other.replace(/:\w+/g, '[^/]+')}$`).test(concrete(path)),
      );
      const reached = new Set(matching.flatMap(methodsOf));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (reached.has(method)) continue;
        const answer = await client.send(method, concrete(path));
        expect({ path, allow: allowOf(answer) }).toEqual({ path, allow: methodsOf(path) });
        if (path.startsWith('/api/scim/')) {
          expect(answer.body).toMatchObject({ status: '405' });
          continue;
        }
        expectError(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
        expect(answer.body.error.message).toBe(
          `This path doesn't support that method. It supports ${answer.headers.get('allow')}.`,
        );
      }
    }
  });

  test('is 405 for rarely used methods', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'QUERY']) {
      const answer = await exchange(
        service.url,
        `${method} /api/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect({ method, status: answer.status }).toEqual({ method, status: 405 });
      expect(JSON.parse(answer.text).error.code).toBe('METHOD_NOT_ALLOWED');
    }
  });

  test('is 405 for an unsupported method with any body', async () => {
    const answer = await service
      .client()
      .put('/api/auth/login', undefined, { raw: 'x', headers: { 'content-type': 'text/plain' } });
    expectError(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
  });

  test('is 405 for a POST to the API reference', async () => {
    for (const path of ['/api/docs', '/api/openapi.json', '/api/docs/start.js']) {
      const answer = await service.client().post(path, {});
      expectError(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
      expect(allowOf(answer)).toEqual(['GET', 'HEAD', 'OPTIONS']);
    }
  });

  const reads = (Object.entries(endpoints) as [RouteName, Endpoint][]).filter(([, route]) =>
    answersHead(route),
  );
  test.each(reads)(
    'responds to HEAD on %s as to GET, with the same headers and no body',
    async (name, route) => {
      const caller = await standing(ofAll);
      const { path } = await fill(name, route, { service, caller, whose: 'own' });
      const [get, head] = [await caller.client.get(path), await caller.client.send('HEAD', path)];
      // Each response has its own id, time and place in a limit; the rest is about the connection, which the test closes
      // after a HEAD.
      const own = ['date', 'x-request-id', 'x-ratelimit-remaining'];
      const apart = [...own, 'connection', 'keep-alive', 'transfer-encoding'];
      // How long this one was held may take one digit more.
      if (name === 'listCheckChanges') apart.push('content-length');
      const headersOf = ({ headers }: Answer) =>
        Object.fromEntries([...headers].filter(([header]) => !apart.includes(header)));
      expect({ text: head.text, status: head.status, headers: headersOf(head) }).toEqual({
        text: '',
        status: get.status,
        headers: headersOf(get),
      });
    },
  );

  test('is 401 and 405 for HEAD as it is for GET', async () => {
    expect((await service.client().send('HEAD', '/api/auth/me')).status).toBe(401);
    expect((await service.client().send('HEAD', '/api/auth/login')).status).toBe(405);
  });

  test('responds to OPTIONS with 204 and Allow, without authentication', async () => {
    for (const [path, allow] of [
      ['/api/auth/login', ['OPTIONS', 'POST']],
      ['/api/auth/me', ['GET', 'HEAD', 'OPTIONS']],
    ] as const) {
      const answer = await service.client().send('OPTIONS', path);
      expect({ status: answer.status, text: answer.text, allow: allowOf(answer) }).toEqual({
        status: 204,
        text: '',
        allow,
      });
    }
  });
});

describe('a body', () => {
  test('over the limit is 413, with or without a Content-Length', async () => {
    const large = `{"email":"${'x'.repeat(70_000)}"}`;
    expectError(await post(large), { status: 413, code: 'PAYLOAD_TOO_LARGE' });
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const response = await fetch(`${service.url}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  test('at the limit is read', async () => {
    const filler = 64 * 1024 - '{"x":""}'.length;
    expectError(await post(`{"x":"${'x'.repeat(filler)}"}`), { status: 400, code: 'VALIDATION_FAILED' });
    expectError(await post(`{"x":"${'x'.repeat(filler + 1)}"}`), { status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'text/json; application/json',
    'nonsense',
    '',
  ])('of type "%s" is 415', async (type) => {
    const headers: Record<string, string> = { 'content-type': type };
    expectError(await post('{"email":"a@b.c"}', headers), { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('without a content type is 415', async () => {
    const answer = await post(new TextEncoder().encode('{"email":"a@b.c"}'), {});
    expectError(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('in JSON may declare its charset', async () => {
    const answer = await post('{}', { 'content-type': 'application/json; charset=UTF-8' });
    expectError(answer, { status: 400, code: 'VALIDATION_FAILED' });
  });

  test.each([
    '{',
    '{"email":',
    'nonsense',
    "{'email':'a'}",
    '{"a":1}{"b":2}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    '\u0000',
  ])('of %j is 400 because it is not JSON', async (raw) => {
    const answer = await post(raw);
    expectError(answer, { status: 400, code: 'MALFORMED_JSON' });
    expect(answer.body.error.message).toBe("The body isn't valid JSON in UTF-8, or is nested too deeply.");
  });

  test('in invalid UTF-8 is 400', async () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]])
      expectError(await post(Buffer.from([0x22, ...bytes, 0x22])), { status: 400, code: 'MALFORMED_JSON' });
  });

  test('with prototype-polluting keys is 400', async () => {
    for (const raw of [
      '{"__proto__":{"isAdmin":true}}',
      '{"email":{"__proto__":{}}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"\\u005f_proto__":{}}',
    ])
      expectError(await post(raw), { status: 400, code: 'MALFORMED_JSON' });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('that is empty counts as an object without fields, for any content type', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await post('', { 'content-type': type });
      expectError(answer, { status: 400, code: 'VALIDATION_FAILED' });
      expect(answer.body.error.details).toHaveProperty('email', ['Required.']);
    }
  });

  test('that is empty is accepted by a route that takes no body', async () => {
    const { client } = await newUser(service);
    const answer = await client.post('/api/auth/logout', undefined, { raw: '', headers: json });
    expect(answer.status).toBe(200);
  });

  test.each(['[]', '"text"', '1', 'true', '[{"email":"a@b.c"}]'])(
    'of %s is 400 because it is not an object',
    async (raw) => {
      expectError(await post(raw), { status: 400, code: 'VALIDATION_FAILED' });
    },
  );

  test('of null is 400 even if every field is optional', async () => {
    const { client } = await newUser(service);
    const sent = { headers: { 'content-type': 'application/json' } };
    const answer = await client.post('/api/users/profile', undefined, { ...sent, raw: 'null' });
    expectError(answer, { status: 400, code: 'VALIDATION_FAILED' });
    expect((await client.post('/api/users/profile', undefined, { ...sent, raw: '{}' })).status).toBe(200);
  });

  test('nested 1,000 or 10,000 levels deep is refused without a crash', async () => {
    for (const depth of [1000, 10_000]) {
      const nested = '['.repeat(depth) + ']'.repeat(depth);
      expectError(await post(`{"email":${nested},"password":${nested}}`), {
        status: 400,
        code: 'MALFORMED_JSON',
      });
    }
  });

  test('with an out-of-range number is refused where text is expected', async () => {
    for (const value of ['1e999', '-1e999', '9'.repeat(400), '0.1e-999'])
      expectError(await post(`{"email":${value},"password":${value},"rememberMe":${value}}`), {
        status: 400,
        code: 'VALIDATION_FAILED',
      });
  });
});

describe('a query', () => {
  test('with a repeated key or an empty or malformed value is refused, and the error names the key', async () => {
    const { client } = await newUser(service);
    for (const query of [
      'page=1&page=2',
      'page=',
      'page=%',
      'page=%00',
      'page[]=1&page=x',
      'page=1e3',
      'page=-1',
    ]) {
      const answer = await client.get(`/api/organizations/current/members?${query}`);
      expectError(answer, { status: 400, code: 'VALIDATION_FAILED' });
      expect({ query, fields: Object.keys(answer.body.error.details) }).toEqual({ query, fields: ['page'] });
      expect(answer.body.error.path).toBe('/api/organizations/current/members');
    }
  });

  test('may contain unknown keys', async () => {
    const { client } = await newUser(service);
    for (const query of [
      '__proto__=1',
      'constructor[prototype][x]=1',
      'a=1&a=2',
      '%',
      '=&=&',
      `x=${'y'.repeat(5000)}`,
    ])
      expect((await client.get(`/api/organizations/current/members?${query}`)).status).toBe(200);
  });
});

describe('body fields', () => {
  const declared = (Object.entries(endpoints) as [RouteName, Endpoint][]).filter(([, { body }]) => body);
  // Local routes don't exist for clients that come through a proxy, as these do.
  const isChecked = ({ body, local, dialect, form }: Endpoint) =>
    body && !isBinary(body) && !local && !dialect && !form;
  const bodies = declared.filter(([, route]) => isChecked(route));
  const fieldsOf = ({ body }: Endpoint) => Object.keys((body as { shape?: object } | undefined)?.shape ?? {});

  /** Of these, a body has exactly one. */
  const alternatives: Partial<Record<RouteName, string[]>> = {
    register: ['organizationName', 'inviteToken'],
    registerWithEmailCode: ['organizationName', 'inviteToken'],
    reauthenticate: ['password', 'code', 'passkey'],
  };

  /** A request is refused each time, so its route's tests send it for the same caller. */
  const prepared = new Map<RouteName, Promise<{ client: Client; filled: Filled }>>();
  async function prepare(name: RouteName, route: Endpoint) {
    const caller = await (changesCaller(name) ? enact(service, ofAll) : standing(ofAll));
    const filled = await fill(name, route, { service, caller, whose: 'own' });
    const client =
      route.access.kind === 'organizationKey'
        ? await organizationKeyClient(service, caller.client, latchkeyScopes)
        : caller.client;
    return { client, filled };
  }

  /** Sends an otherwise valid request once for each field and value. The error must name that field alone. */
  async function expectNamed(
    name: RouteName,
    route: Endpoint,
    valuesFor: (sample: unknown) => unknown[],
    fields = fieldsOf(route),
  ) {
    const preparing = prepared.get(name) ?? prepare(name, route);
    prepared.set(name, preparing);
    const {
      client,
      filled: { path, body = {} },
    } = await preparing;
    for (const field of fields) {
      const others = alternatives[name]?.includes(field) ? alternatives[name] : [];
      const rest = Object.entries(body).filter(([other]) => !others.includes(other));
      for (const value of valuesFor(sampleField(route, field))) {
        const sent = { ...Object.fromEntries(rest), [field]: value };
        const answer = await client.send(route.method, path, { body: sent });
        expectError(answer, { status: 400, code: 'VALIDATION_FAILED' });
        const shown = JSON.stringify(value).slice(0, 30);
        expect([shown, ...Object.keys(answer.body.error.details)]).toEqual([shown, field]);
      }
    }
  }

  test('are those of every declared body except a picture, a local route, forms, client registration and SCIM', () => {
    const unchecked = declared.filter(([, route]) => !isChecked(route)).map(([name]) => name);
    expect(unchecked.sort()).toEqual([
      'authorizeByForm',
      'callMcp',
      'createFirstAdmin',
      'createScimGroup',
      'createScimUser',
      'endSessionByForm',
      'exchangeToken',
      'finishOAuthByForm',
      'importUsers',
      'introspectToken',
      'patchScimGroup',
      'patchScimUser',
      'postUserinfo',
      'putLogo',
      'putPicture',
      'receiveSaml',
      'registerClient',
      'replaceScimGroup',
      'replaceScimUser',
      'revokeToken',
      'startDeviceGrant',
    ]);
    expect(bodies.filter(([, route]) => fieldsOf(route).length === 0)).toEqual([]);
  });

  const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  test.each(bodies)('of %s with the wrong type are refused and named in the error', (name, route) =>
    expectNamed(name, route, (sample) =>
      [1, 'text', [], {}, ['text'], { $ne: null }].filter((value) => kindOf(value) !== kindOf(sample)),
    ),
  );

  const inList = (sample: unknown, value: string) => (Array.isArray(sample) ? [value] : value);
  /** These take any text: what a customer sent is only compared, and its own tests hold its length. */
  const anyText: Partial<Record<RouteName, string[]>> = { verifyKey: ['key', 'scopes'] };
  const limitedFields = (name: RouteName, route: Endpoint) =>
    fieldsOf(route).filter((field) => !anyText[name]?.includes(field));
  test.each(bodies)(
    'of %s with a NUL or a lone surrogate are refused and named in the error',
    (name, route) =>
      expectNamed(
        name,
        route,
        (sample) =>
          ['a\0b@example.com', 'a\ud800b@example.com', '\udc00'].map((value) => inList(sample, value)),
        limitedFields(name, route),
      ),
  );

  test.each(bodies)('of %s with 60,000 characters are refused and named in the error', (name, route) =>
    expectNamed(name, route, (sample) => [inList(sample, 'x'.repeat(60_000))], limitedFields(name, route)),
  );

  const unfit = ['a\0b', 'x'.repeat(60_000)];
  const message = messageOf('VALIDATION_FAILED');
  const forms = declared.filter(([, { dialect }]) => dialect === 'oauth' || dialect === 'bearer');
  test.each(forms)('of %s, an OAuth form, are refused with an OAuth error', async (_name, route) => {
    const { clientId, secret } = await newApplication(service);
    const proof = fieldsOf(route).includes('client_id') && { client_id: clientId, client_secret: secret };
    for (const field of fieldsOf(route))
      for (const value of unfit) {
        const { status, body } = await postForm(service, route.path, { ...proof, [field]: value });
        expect({ field, status, body }).toEqual({
          field,
          status: 400,
          body: { error: 'invalid_request', error_description: message },
        });
      }
  });

  const browserForms = declared.filter(([, { dialect }]) => dialect?.startsWith('browser'));
  test.each(browserForms)(
    'of %s, which a browser sends as a form, are refused with a page',
    async (_name, route) => {
      for (const field of fieldsOf(route))
        for (const value of unfit) {
          const { status, text } = await postForm(service, route.path, { [field]: value });
          const page =
            '<p>The application&#39;s request isn&#39;t valid. Go back to the application and try again.</p>';
          expect({ field, status, told: text.includes(page) }).toEqual({ field, status: 400, told: true });
        }
    },
  );
});
