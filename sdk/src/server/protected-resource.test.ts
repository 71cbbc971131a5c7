import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { newLoner } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLatchkey, type Latchkey, type ProtectedResource } from './index.ts';

const resource = 'https://mcp.example.com/mcp';
const service = started(startService);
let latchkey: Latchkey;
let notes: ProtectedResource;
let tokens: Record<'good' | 'narrow' | 'elsewhere' | 'unbound', string>;
let person: Awaited<ReturnType<typeof newLoner>>;

beforeAll(async () => {
  latchkey = createLatchkey({ url: service.url, issuer: service.config.baseUrl });
  notes = latchkey.protectedResource({ resource, scopes: ['openid', 'email'] });
  person = await newLoner(service);
  const application = await newApplication(service);
  const tokenOf = async (scope: string, more: object = {}) =>
    (await tokensFor(service, person.client, application, { scope, ...more })).access_token;
  tokens = {
    good: await tokenOf('openid email', { resource }),
    narrow: await tokenOf('openid', { resource }),
    elsewhere: await tokenOf('openid email', { resource: 'https://else.example/mcp' }),
    unbound: await tokenOf('openid email'),
  };
});

const bearing = (token?: string) =>
  new Request(resource, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
const documentAt = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

test('a resource describes itself where RFC 9728 says', () => {
  expect(notes.path).toBe('/.well-known/oauth-protected-resource/mcp');
  expect(notes.metadata).toEqual({
    resource,
    authorization_servers: ['http://latchkey.test'],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'email'],
  });
  const bare = latchkey.protectedResource({ resource: 'https://mcp.example.com/' });
  expect(bare.path).toBe('/.well-known/oauth-protected-resource');
  expect('scopes_supported' in bare.metadata).toBe(false);
});

describe('a request', () => {
  test('with a token for this resource has its claims, in Fetch and in Node.js', async () => {
    const { claims } = await notes.verify(bearing(tokens.good), { scopes: ['email'] });
    expect(claims).toMatchObject({ sub: person.id, aud: resource });
    const node = { method: 'POST', headers: { authorization: `Bearer ${tokens.good}` } };
    expect((await notes.verify(node)).claims?.sub).toBe(person.id);
  });

  test('without a token is told where to get one', async () => {
    const { refused } = await notes.verify(bearing());
    expect(refused?.status).toBe(401);
    expect(refused?.headers).toEqual({
      'WWW-Authenticate': `Bearer resource_metadata="${documentAt}", scope="openid email"`,
    });
  });

  test.each(['elsewhere', 'unbound'] as const)(
    'with a token for another audience (%s) is refused',
    async (which) => {
      const { refused } = await notes.verify(bearing(tokens[which]));
      expect([refused?.status, refused?.code]).toEqual([401, 'INVALID_TOKEN']);
      expect(refused?.headers['WWW-Authenticate']).toContain('error="invalid_token"');
    },
  );

  test('without a scope that it needs is refused with the scopes to ask for', async () => {
    const { refused } = await notes.verify(bearing(tokens.narrow), { scopes: ['openid', 'email'] });
    expect([refused?.status, refused?.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(refused?.headers['WWW-Authenticate']).toBe(
      `Bearer error="insufficient_scope", resource_metadata="${documentAt}", scope="openid email"`,
    );
  });

  test('while Latchkey is away is 503, and no challenge', async () => {
    const away = createLatchkey({
      url: 'https://auth.example.com',
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      onUnavailable: () => undefined,
    }).protectedResource({ resource });
    const { refused } = await away.verify(bearing(tokens.good));
    expect([refused?.status, refused?.headers]).toEqual([503, {}]);
  });
});

test.each([
  ['an unknown option', { resource, scope: ['openid'] }],
  ['a resource with a fragment', { resource: `${resource}#a` }],
  ['no resource', {}],
  ['scopes that are no list', { resource, scopes: 'openid' }],
])('%s throws', (_what, options) => {
  expect(() => latchkey.protectedResource(options as never)).toThrow(TypeError);
});

test('an unknown need rejects: ignored, it would let everyone pass', async () => {
  await expect(notes.verify(bearing(tokens.good), { scope: ['email'] } as never)).rejects.toThrow(TypeError);
});
