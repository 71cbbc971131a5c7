import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { eventually } from '@latchkey/server/testing/eventually';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AcceptedTokens, createLatchkey, type LatchkeyError } from './index.ts';

const issuer = 'https://auth.example.com';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = (kid: string, alg: string, key: KeyObject) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
});
const published = [jwk('one', 'RS256', rsa.publicKey), jwk('two', 'ES256', ec.publicKey)];
const later = jwk('three', 'RS256', next.publicKey);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const claims = (more: object = {}) => ({
  iss: issuer,
  sub: 'u1',
  aud: issuer,
  client_id: 'c1',
  scope: 'openid',
  iat: now(),
  exp: now() + 600,
  jti: 'j1',
  ...more,
});
const header = { alg: 'RS256', typ: 'at+jwt', kid: 'one' };

/** A token with any header and claims, signed with the given key. */
function signed(head: object = header, body: unknown = claims(), key: KeyObject = rsa.privateKey): string {
  const input = `${encode(head)}.${encode(body)}`;
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

/** A Latchkey that only publishes keys: these, or whatever `answers` holds by then. */
function publishing(...keys: object[]) {
  const asked: string[] = [];
  const told: LatchkeyError[] = [];
  const answers: { keys: object[]; fails: boolean } = { keys, fails: false };
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(String(url));
    if (answers.fails) throw new TypeError('fetch failed');
    return Response.json({ keys: answers.keys });
  };
  const latchkey = createLatchkey({ url: `${issuer}/`, fetch, onUnavailable: (error) => told.push(error) });
  return { latchkey, asked, told, answers };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

test('verifyAccessToken accepts only access tokens, and only for their own audience', async () => {
  vi.useRealTimers();
  const service = await startService();
  const { client, id } = await newUser(service);
  const application = await newApplication(service);
  const es256 = await newApplication(service, { signingAlgorithm: 'ES256' });
  const latchkey = createLatchkey({ url: service.url, issuer: service.config.baseUrl });
  const scope = 'openid organization permissions';
  const resource = 'https://api.example.com/';
  const tokens = await tokensFor(service, client, application, { scope });
  expect((await latchkey.verifyAccessToken(tokens.access_token)).claims).toMatchObject({
    sub: id,
    client_id: application.clientId,
    scope,
    org_role: 'OWNER',
    permissions: expect.any(Array),
  });
  const foreign = await tokensFor(service, client, es256, { resource });
  expect((await latchkey.verifyAccessToken(foreign.access_token, { audience: resource })).claims?.sub).toBe(
    id,
  );
  expect((await latchkey.verifyAccessToken(foreign.access_token)).refused?.status).toBe(401);
  for (const other of [tokens.id_token, tokens.refresh_token, client.cookies.get('latchkey_session')])
    expect((await latchkey.verifyAccessToken(other)).refused).toMatchObject({
      status: 401,
      code: 'INVALID_TOKEN',
    });
});

test('with a client ID, verifyAccessToken accepts only tokens issued to that application', async () => {
  vi.useRealTimers();
  const service = await startService();
  const { client, id } = await newUser(service);
  const [own, other] = [await newApplication(service), await newApplication(service)];
  const latchkey = createLatchkey({ url: service.url, issuer: service.config.baseUrl });
  const verify = async (clientId: string | string[], by = own) =>
    latchkey.verifyAccessToken((await tokensFor(service, client, by)).access_token, { clientId });
  expect((await verify(own.clientId)).claims?.sub).toBe(id);
  expect((await verify([other.clientId, own.clientId])).claims?.sub).toBe(id);
  expect((await verify(own.clientId, other)).refused).toMatchObject({
    status: 401,
    type: 'AUTHENTICATION_ERROR',
    code: 'INVALID_TOKEN',
  });
});

test.each<[string, string | string[] | undefined]>([
  ['no application', []],
  ['a setting that is missing', undefined],
  ['part of an ID', 'c'],
  ['a longer ID', 'c11'],
])('a client ID that is %s accepts no token', async (_case, clientId) => {
  const { latchkey } = publishing(...published);
  for (const token of [signed(), signed(header, claims({ client_id: undefined }))])
    expect((await latchkey.verifyAccessToken(token, { clientId })).refused?.status).toBe(401);
});

test('an audience that is missing from the settings accepts no token', async () => {
  const { latchkey } = publishing(...published);
  const options = { audience: undefined } as unknown as { audience: string };
  for (const token of [signed(), signed(header, claims({ aud: undefined }))])
    expect((await latchkey.verifyAccessToken(token, options)).refused?.status).toBe(401);
});

test.each<[string, unknown, RegExp]>([
  ['client_id', { client_id: 'c1' }, /unknown option "client_id".*clientId, audience/],
  ['clientIds', { clientIds: ['c1'] }, /unknown option "clientIds"/],
  ['aud beside a client ID', { clientId: 'c1', aud: 'https://api.example.com' }, /unknown option "aud"/],
  ['a client ID that is a number', { clientId: 1 }, /clientId must be/],
  ['a list with a client ID that is not set', { clientId: ['c1', undefined] }, /clientId must be/],
  ['a list of audiences', { audience: [issuer] }, /audience must be/],
  ['null', null, /options must be an object/],
  ['a client ID alone', 'c1', /options must be an object/],
])('verifyAccessToken rejects options it would ignore: %s', async (_case, options, message) => {
  const { latchkey } = publishing(...published);
  const verified = latchkey.verifyAccessToken(signed(), options as AcceptedTokens);
  await expect(verified).rejects.toThrow(TypeError);
  await expect(verified).rejects.toThrow(message);
});

test('no token makes verifyAccessToken throw, or count as an outage', async () => {
  const { latchkey, told } = publishing(...published);
  const [head = '', body = '', signature = ''] = signed().split('.');
  const part = fc.oneof(
    fc.constantFrom(head, body, signature),
    fc.string(),
    fc.base64String().map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
    fc.jsonValue().map(encode),
    fc
      .record({
        alg: fc.constantFrom('RS256', 'ES256', 'none', 1, null),
        typ: fc.constant('at+jwt'),
        kid: fc.constantFrom('one', 'two', '__proto__', 'constructor', 7),
      })
      .map(encode),
  );
  const token = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true }),
    fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('.')),
  );
  await fc.assert(
    fc.asyncProperty(token, async (value) => {
      fc.pre(value !== signed());
      const { refused } = await latchkey.verifyAccessToken(value as string, { clientId: 'c1' });
      expect(refused?.status).toBe(401);
    }),
    { numRuns: 400 },
  );
  expect(told).toEqual([]);
});

test('a client ID and an audience must both match', async () => {
  const { latchkey } = publishing(...published);
  const audience = 'https://api.example.com';
  const token = signed(header, claims({ aud: audience }));
  const verify = async (options: { clientId: string; audience?: string }) =>
    (await latchkey.verifyAccessToken(token, options)).refused?.status;
  expect(await verify({ clientId: 'c1', audience })).toBeUndefined();
  expect(await verify({ clientId: 'c2', audience })).toBe(401);
  expect(await verify({ clientId: 'c1' })).toBe(401);
});

test('runtimes without Node.js crypto verify both kinds of signature', async () => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const subtle = vi.spyOn(crypto.subtle, 'verify');
  const { latchkey } = publishing(...published);
  const tokens = [signed(), signed({ ...header, alg: 'ES256', kid: 'two' }, claims(), ec.privateKey)];
  for (const token of tokens) expect((await latchkey.verifyAccessToken(token)).claims?.sub).toBe('u1');
  expect(subtle).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});

test('the keys are fetched only once for many parallel tokens', async () => {
  const { latchkey, asked } = publishing(...published);
  const tokens = [signed(), signed({ ...header, alg: 'ES256', kid: 'two' }, claims(), ec.privateKey)];
  const read = await Promise.all(
    Array.from({ length: 50 }, (_, at) => latchkey.verifyAccessToken(tokens[at % 2])),
  );
  expect(read.every(({ claims }) => claims?.sub === 'u1')).toBe(true);
  expect(asked).toEqual([`${issuer}/api/oidc/jwks`]);
});

describe.each([
  ['in Node.js', () => {}],
  ['with only Web Crypto available', () => vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)],
])('verifying a token %s', (_where, begin) => {
  beforeEach(() => void begin());
  afterEach(() => void vi.restoreAllMocks());
  const hs256 = (secret: string | Buffer, head: object = header) => {
    const input = `${encode({ ...head, alg: 'HS256' })}.${encode(claims())}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const body = (token: string) => token.split('.')[1] ?? '';
  const signatureOf = (token: string) => token.split('.')[2] ?? '';

  /** Signed with the RSA key as they are: duplicates and numbers that no object holds. */
  const asIs = (head: string, text: string) => {
    const input = [head, text].map((part) => Buffer.from(part).toString('base64url')).join('.');
    return `${input}.${sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`;
  };
  const withHeader = (head: string) => asIs(head, JSON.stringify(claims()));
  const withClaims = (text: string) => asIs(JSON.stringify(header), text);
  const inputUnder = (alg: string) => `${encode({ ...header, alg, kid: 'two' })}.${encode(claims())}`;
  const withDer = () => {
    const der = sign('sha256', Buffer.from(inputUnder('ES256')), ec.privateKey);
    return `${inputUnder('ES256')}.${der.toString('base64url')}`;
  };
  /** The last character carries bits that decoders ignore: this one stands for the same bytes. */
  const respelled = (token: string) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? '') ^ 1];
  };

  // One row for each thing that a token says and that a verifier can forget to check.
  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['text that is not a token', () => 'nonsense'],
    ['a token with a leading space', () => ` ${signed()}`],
    ['alg none without a signature', () => `${encode({ ...header, alg: 'none' })}.${encode(claims())}.`],
    ['alg none with a signature', () => signed({ ...header, alg: 'none' })],
    ['a token without an alg', () => signed({ typ: 'at+jwt', kid: 'one' })],
    [
      'HS256 with the PEM public key as the secret',
      () => hs256(rsa.publicKey.export({ format: 'pem', type: 'spki' })),
    ],
    [
      'HS256 with the DER public key as the secret',
      () => hs256(rsa.publicKey.export({ format: 'der', type: 'spki' })),
    ],
    ['HS256 with the modulus as the secret', () => hs256(String(published[0]?.n))],
    ['HS256 with the whole JWK as the secret', () => hs256(JSON.stringify(published[0]))],
    ['an RS512 header with the right key', () => signed({ ...header, alg: 'RS512' })],
    ['an ES256 header for an RSA key', () => signed({ ...header, alg: 'ES256' })],
    ['a token signed by another key under a known kid', () => signed(header, claims(), next.privateKey)],
    [
      "a key embedded in the token's own header",
      () => signed({ ...header, kid: 'x', jwk: later }, claims(), next.privateKey),
    ],
    [
      'a key at a URL that the token names',
      () => signed({ ...header, kid: 'x', jku: 'https://evil.example' }),
    ],
    ['a token without a kid', () => signed({ alg: 'RS256', typ: 'at+jwt' })],
    ['a kid that is a path', () => signed({ ...header, kid: '../../dev/null' })],
    ['a kid that is a built-in object property', () => signed({ ...header, kid: 'constructor' })],
    ['a kid that is a list', () => signed({ ...header, kid: ['one'] })],
    ['an unsupported critical header', () => signed({ ...header, crit: ['b64'], b64: false })],
    ['altered claims', () => `${encode(header)}.${encode(claims({ sub: 'u2' }))}.${signatureOf(signed())}`],
    ['a truncated signature', () => signed().slice(0, -8)],
    ['a signature whose length is not valid base64', () => `${encode(header)}.${body(signed())}.a`],
    ['an ID token', () => signed({ ...header, typ: 'JWT' }, claims({ aud: 'c1' }))],
    ['an ID token with our audience', () => signed({ ...header, typ: 'JWT' })],
    ['a logout token', () => signed({ ...header, typ: 'logout+jwt' })],
    ['a token from another issuer', () => signed(header, claims({ iss: 'https://evil.example' }))],
    ['our issuer with a trailing slash', () => signed(header, claims({ iss: `${issuer}/` }))],
    ['a token for another audience', () => signed(header, claims({ aud: 'https://api.example.com' }))],
    ['our audience among others', () => signed(header, claims({ aud: [issuer, 'https://evil.example'] }))],
    ['a token without an audience', () => signed(header, claims({ aud: undefined }))],
    ['an expired token', () => signed(header, claims({ exp: now() - 5 }))],
    ['a token that never expires', () => signed(header, claims({ exp: undefined }))],
    ['a token whose expiry is not a number', () => signed(header, claims({ exp: 'never' }))],
    ['claims that are not an object', () => signed(header, null)],
    ['claims that are a list', () => signed(header, [claims()])],
    ['b64 without crit', () => signed({ ...header, b64: false })],
    ['an oversized header', () => signed({ ...header, alg: 'R'.repeat(100_000) })],
    ['the typ in capitals', () => signed({ ...header, typ: 'AT+JWT' })],
    ['the typ with its media type', () => signed({ ...header, typ: 'application/at+jwt' })],
    [
      'a header that names alg twice',
      () => withHeader(JSON.stringify(header).replace('RS256"', 'RS256","alg":"none"')),
    ],
    ['a kid of the other algorithm', () => signed({ ...header, kid: 'two' })],
    ['another spelling of its signature', () => respelled(signed())],
    ['a signature with padding', () => `${signed()}==`],
    ['an ES256 signature in DER', () => withDer()],
    ['an ES256 signature of zeros', () => `${inputUnder('ES256')}.${Buffer.alloc(64).toString('base64url')}`],
    [
      'an expiry beyond all numbers',
      () => withClaims(JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999')),
    ],
    ['an expiry in text', () => signed(header, claims({ exp: String(now() + 600) }))],
    ['a token that is not valid yet', () => signed(header, claims({ nbf: now() + 6 }))],
    ['a beginning that is not a number', () => signed(header, claims({ nbf: 'now' }))],
  ])('refuses %s', async (_case, token) => {
    const { latchkey, told } = publishing(...published);
    const { claims: read, refused } = await latchkey.verifyAccessToken(token() as string);
    expect(read).toBeUndefined();
    expect(refused).toMatchObject({ status: 401, type: 'AUTHENTICATION_ERROR', code: 'INVALID_TOKEN' });
    expect(told).toEqual([]);
    expect((await latchkey.verifyAccessToken(signed())).claims?.sub).toBe('u1');
  });

  test('accepts one that expired four seconds ago, to allow for clock skew', async () => {
    const { latchkey } = publishing(...published);
    const token = signed(header, claims({ exp: now() - 4 }));
    expect((await latchkey.verifyAccessToken(token)).claims?.sub).toBe('u1');
  });

  test('refuses a published key with an algorithm that Latchkey never signs with', async () => {
    const { latchkey } = publishing(
      ...published,
      { ...later, alg: 'PS256' },
      { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256', kid: 'oct' },
    );
    const shared = hs256(Buffer.from('secret'), { ...header, kid: 'oct' });
    for (const token of [shared, signed({ ...header, kid: 'three' }, claims(), next.privateKey)])
      expect((await latchkey.verifyAccessToken(token)).refused?.status).toBe(401);
  });
});

describe('when keys rotate', () => {
  const rotated = () => signed({ ...header, kid: 'three' }, claims(), next.privateKey);

  test('a new key is fetched when a token names it, without refusing any valid token', async () => {
    const { latchkey, asked, answers } = publishing(...published);
    await latchkey.verifyAccessToken(signed());
    answers.keys = [...published, later];
    vi.advanceTimersByTime(10_000);
    const read = await Promise.all(
      [rotated(), signed(), rotated()].map((token) => latchkey.verifyAccessToken(token)),
    );
    expect(read.map(({ claims }) => claims?.sub)).toEqual(['u1', 'u1', 'u1']);
    expect(asked).toHaveLength(2);
  });

  test("unknown key IDs don't trigger a fetch every time", async () => {
    const { latchkey, asked } = publishing(...published);
    for (let at = 0; at < 20; at++) {
      expect(
        (await latchkey.verifyAccessToken(signed({ ...header, kid: `made-up ${at}` }))).refused?.status,
      ).toBe(401);
      vi.advanceTimersByTime(1000);
    }
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test('the keys are refreshed in the background after half a minute, without delaying a token', async () => {
    const { latchkey, asked, answers } = publishing(...published);
    await latchkey.verifyAccessToken(signed());
    vi.advanceTimersByTime(30_000);
    answers.keys = [later];
    expect((await latchkey.verifyAccessToken(signed())).claims?.sub).toBe('u1');
    await eventually(() => expect(asked).toHaveLength(2));
    expect((await latchkey.verifyAccessToken(rotated())).claims?.sub).toBe('u1');
    expect((await latchkey.verifyAccessToken(signed())).refused?.status).toBe(401);
    expect(asked).toHaveLength(2);
  });

  test('a server that was idle for a minute refuses the first token of a withdrawn key', async () => {
    const { latchkey, asked, answers } = publishing(...published);
    await latchkey.verifyAccessToken(signed());
    answers.keys = [later];
    vi.advanceTimersByTime(60_000);
    const read = await Promise.all(
      [signed(), rotated(), signed()].map((it) => latchkey.verifyAccessToken(it)),
    );
    expect(read.map(({ claims, refused }) => claims?.sub ?? refused?.status)).toEqual([401, 'u1', 401]);
    expect(asked).toHaveLength(2);
  });

  test('a token does not outlast its withdrawn key because a refresh is under way', async () => {
    const { latchkey, asked, answers } = publishing(...published);
    await latchkey.verifyAccessToken(signed());
    answers.keys = [later];
    vi.advanceTimersByTime(59_999);
    const before = latchkey.verifyAccessToken(signed());
    vi.advanceTimersByTime(1);
    const after = latchkey.verifyAccessToken(signed());
    expect((await before).claims?.sub).toBe('u1');
    expect((await after).refused?.status).toBe(401);
    expect(asked).toHaveLength(2);
  });
});

describe('while Latchkey is unavailable', () => {
  test('known keys stay in use for ten minutes, as long as a token lives', async () => {
    const { latchkey, answers, told } = publishing(...published);
    const token = signed(header, claims({ exp: now() + 3600 }));
    await latchkey.verifyAccessToken(token);
    answers.fails = true;
    vi.advanceTimersByTime(599_000);
    expect((await latchkey.verifyAccessToken(token)).claims?.sub).toBe('u1');
    expect(told).toHaveLength(1);
    const unknown = signed({ ...header, kid: 'three' });
    expect((await latchkey.verifyAccessToken(unknown)).refused?.status).toBe(503);
    vi.advanceTimersByTime(1000);
    expect((await latchkey.verifyAccessToken(token)).refused).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
    });
    answers.fails = false;
    expect((await latchkey.verifyAccessToken(token)).claims?.sub).toBe('u1');
  });

  test('only one token in ten seconds waits for keys that it does not get', async () => {
    const { latchkey, answers, asked } = publishing(...published);
    await latchkey.verifyAccessToken(signed());
    answers.fails = true;
    vi.advanceTimersByTime(60_000);
    for (let at = 0; at < 20; at++) {
      expect((await latchkey.verifyAccessToken(signed())).claims?.sub).toBe('u1');
      vi.advanceTimersByTime(1000);
    }
    // The first one, and two attempts of two requests each.
    expect(asked).toHaveLength(5);
  });

  test.each([
    ['the connection fails', () => Promise.reject(new TypeError('fetch failed'))],
    ['a captive portal responds with a web page', () => new Response('<h1>Hello</h1>')],
    ['the key set is empty', () => Response.json({ keys: [] })],
    ['the response is null', () => Response.json(null)],
    ['a proxy in between responds with 401', () => new Response('No', { status: 401 })],
    [
      'the response is a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://evil' } }),
    ],
  ])('verification is refused with 503 if no keys were ever fetched: %s', async (_case, answer) => {
    const latchkey = createLatchkey({ url: issuer, fetch: async () => answer(), onUnavailable: () => {} });
    expect((await latchkey.verifyAccessToken(signed())).refused).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
    });
  });
});
