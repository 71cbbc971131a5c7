import { type Endpoint, endpoints, rateLimits } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { exchange } from '@latchkey/server/testing/raw-http';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

/** A read-only key is told so before anything else is checked: 403, whatever else is wrong. */
const service = started(startService);
let reader: Client;
let writer: Client;
beforeAll(async () => {
  const { client } = await newUser(service);
  reader = keyClient(service, (await newKey(client, { permission: 'READ_ONLY' })).key);
  writer = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
});

const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'];
const concrete = (path: string) => path.replace(/:\w+/g, '0198c0de-0000-7000-8000-000000000000');
const routes = Object.values(endpoints as Record<string, Endpoint>);
const pathsOf = (some: Endpoint[]) => [...new Set(some.map(({ path }) => path))];
const paths = pathsOf(routes.filter(({ dialect }) => !dialect));

test.each(paths)(
  'on %s every unsafe method is 403 for a READ_ONLY key, whether the route supports it or not',
  async (path) => {
    for (const method of unsafe) {
      const answer = await reader.send(method, concrete(path));
      expect([method, answer.status]).toEqual([method, 403]);
      expect(['API_KEY_READ_ONLY', 'API_KEY_NOT_ALLOWED']).toContain(answer.body.error.code);
    }
  },
);

test.each(pathsOf(routes.filter(({ dialect }) => dialect)))(
  'on %s, an OAuth route, no unsafe method succeeds with an API key',
  async (path) => {
    for (const client of [reader, writer])
      for (const method of unsafe) {
        const { status } = await client.send(method, concrete(path));
        expect([302, 400, 401, 403, 404, 405, 415]).toContain(status);
      }
  },
);

describe('API_KEY_READ_ONLY', () => {
  test('takes precedence over 405', async () => {
    for (const [method, path] of [
      ['PUT', '/api/auth/me'],
      ['DELETE', '/api/users'],
      ['POST', '/api/openapi.json'],
      ['PATCH', '/api/health/live'],
    ] as const) {
      expect((await reader.send(method, path)).body.error.code).toBe('API_KEY_READ_ONLY');
      expect((await writer.send(method, path)).body.error.code).toBe('METHOD_NOT_ALLOWED');
    }
  });

  test('takes precedence over 404', async () => {
    for (const path of ['/api/nothing-here', '/api', '/api/', '/api/keys/a/b'])
      for (const method of unsafe) {
        expect((await reader.send(method, path)).body.error.code).toBe('API_KEY_READ_ONLY');
        expect((await writer.send(method, path)).body.error.code).toBe('NOT_FOUND');
      }
  });

  test('takes precedence over 400, 413 and 415', async () => {
    const send = (client: Client, path: string, raw: string, type: string) =>
      client.post(path, undefined, { raw, headers: { 'content-type': type } });
    for (const [raw, type, status] of [
      ['{', 'application/json', 400],
      ['{"name":7}', 'application/json', 400],
      [`{"name":"${'x'.repeat(100_000)}"}`, 'application/json', 413],
      ['{', 'text/plain', 415],
    ] as const) {
      expect((await send(writer, '/api/organizations', raw, type)).status).toBe(status);
      for (const path of ['/api/nothing-here', '/api/organizations', '/api/auth/me']) {
        const refused = await send(reader, path, raw, type);
        expect([refused.status, refused.body.error.code]).toEqual([403, 'API_KEY_READ_ONLY']);
      }
    }
  });

  test('takes precedence over 429', async () => {
    const own = await startService({ database: service.database, env: { RATE_LIMIT_MAX: '1' } });
    const { client } = await newUser(own);
    const { key } = await newKey(client, { permission: 'READ_ONLY' });
    const limited = keyClient(own, key);
    const routes = Object.values(endpoints as Record<string, Endpoint>).filter(
      ({ method, limit }) => method !== 'GET' && limit && !rateLimits[limit].env,
    );
    expect(routes.length).toBeGreaterThan(5);
    for (const { method, path } of routes)
      for (let n = 0; n < 3; n++) expect((await limited.send(method, concrete(path))).status, path).toBe(403);
  });

  test('also applies to uncommon methods', async () => {
    for (const method of ['PROPFIND', 'PURGE', 'TRACE']) {
      const { text, status } = await exchange(
        service.url,
        `${method} /api/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${reader.bearer}\r\n\r\n`,
      );
      expect([method, status, JSON.parse(text).error.code]).toEqual([method, 403, 'API_KEY_READ_ONLY']);
    }
  });

  test('does not apply to reads or to paths outside /api', async () => {
    expect((await reader.get('/api/auth/me')).status).toBe(200);
    expect((await reader.send('HEAD', '/api/auth/me')).status).toBe(200);
    expect((await reader.send('OPTIONS', '/api/auth/login')).status).toBe(204);
    expect((await reader.get('/api/nothing-here')).status).toBe(404);
    expect((await reader.get('/api/auth/login')).status).toBe(405);
    expect((await reader.post('/nothing-here')).status).not.toBe(403);
  });

  test('does not apply to an invalid key, which gets the usual 404 and 405', async () => {
    const stranger = keyClient(service, `lsk_${'x'.repeat(43)}`);
    expect((await stranger.post('/api/nothing-here')).status).toBe(404);
    expect((await stranger.put('/api/auth/me')).status).toBe(405);
  });
});
