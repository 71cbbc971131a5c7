import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encode, signJwt } from '@latchkey/server/testing/jwt';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { hmacJwts, isLive, keyPairJwts } from './jwt.ts';

const secret = 'a-secret-of-at-least-32-characters';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const hs256 = hmacJwts([secret], { typ: 'JWT' });
const rs256 = keyPairJwts('RS256', rsa, { typ: 'at+jwt', kid: 'r' });
const es256 = keyPairJwts('ES256', ec, { typ: 'at+jwt', kid: 'e' });
const claims = { sub: 'u1', iat: 1_800_000_000, exp: 1_800_000_600, name: 'Ada Løvelace 🔑' };
const secretKey = new TextEncoder().encode(secret);

const kinds = [
  { alg: 'HS256', jwts: hs256, header: { typ: 'JWT' }, key: secretKey, signer: secretKey },
  {
    alg: 'RS256',
    jwts: rs256,
    header: { typ: 'at+jwt', kid: 'r' },
    key: rsa.publicKey,
    signer: rsa.privateKey,
  },
  {
    alg: 'ES256',
    jwts: es256,
    header: { typ: 'at+jwt', kid: 'e' },
    key: ec.publicKey,
    signer: ec.privateKey,
  },
];

/** The alphabet of base64url, in its order. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const swapCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
const partsOf = (token: string) => token.split('.') as [string, string, string];

describe.each(kinds)('$alg', ({ alg, jwts, header, key, signer }) => {
  const token = jwts.sign(claims);
  const [head, payload, signature] = partsOf(token);
  /** The very signature of the key, under another header. */
  const under = (other: object) => {
    const input = `${encode(other)}.${payload}`;
    if (alg === 'HS256') return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    const key = signer as KeyObject;
    const made = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return `${input}.${made.toString('base64url')}`;
  };

  test('reads what it signed, and jose does too', async () => {
    expect(jwts.read(token)).toEqual(claims);
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: [alg],
      currentDate: new Date(1_800_000_000_000),
    });
    expect([payload, protectedHeader]).toEqual([claims, { alg, ...header }]);
  });

  test('reads what jose signed', async () => {
    const theirs = await new SignJWT(claims).setProtectedHeader({ alg, ...header }).sign(signer);
    expect(jwts.read(theirs)).toEqual(claims);
  });

  test.each(['none', 'None', 'NONE', 'nOnE', '', null])('refuses alg %o', (unsigned) => {
    for (const end of ['', `.`, `.${signature}`])
      expect(jwts.read(`${encode({ alg: unsigned, ...header })}.${payload}${end}`)).toBeUndefined();
    expect(jwts.read(under({ alg: unsigned, ...header }))).toBeUndefined();
  });

  test('refuses a token without a signature', () => {
    for (const cut of [head, `${head}.`, `${head}.${payload}`, `${head}.${payload}.`])
      expect(jwts.read(cut)).toBeUndefined();
  });

  test.each([
    ['another typ', { alg, ...header, typ: 'logout+jwt' }],
    ['the typ in other letters', { alg, ...header, typ: swapCase(header.typ) }],
    ['the typ with its media type', { alg, ...header, typ: `application/${header.typ}` }],
    ['no typ', { alg, ...header, typ: undefined }],
    ['another kid', { alg, ...header, kid: 'other' }],
    ['a kid that is a path', { alg, ...header, kid: '../../dev/null' }],
    ['a critical extension', { alg, ...header, crit: ['x'], x: 1 }],
    ['an empty list of critical extensions', { alg, ...header, crit: [] }],
    ['a payload that is not encoded', { alg, ...header, crit: ['b64'], b64: false }],
    ['b64 without crit', { alg, ...header, b64: false }],
    ['a key of its own', { alg, ...header, jwk: { kty: 'oct', k: 'AAAA' } }],
    ['the address of a key', { alg, ...header, jku: 'https://evil.example/jwks' }],
    ['a certificate', { alg, ...header, x5c: ['MIIB'] }],
    ['an oversized header', { alg, ...header, x: 'x'.repeat(100_000) }],
    ['another order', { ...header, alg }],
  ])('refuses %s, even signed with its key', (_case, other) => {
    expect(jwts.read(under(other))).toBeUndefined();
  });

  test('refuses a header that names something twice', () => {
    const twice = JSON.stringify({ alg, ...header }).replace('{', '{"alg":"none",');
    const input = `${Buffer.from(twice).toString('base64url')}.${payload}`;
    expect(decodeProtectedHeader(input.concat('.x')).alg).toBe(alg);
    expect(jwts.read(`${input}.${signature}`)).toBeUndefined();
    const mac = createHmac('sha256', secret).update(input).digest('base64url');
    expect(jwts.read(`${input}.${mac}`)).toBeUndefined();
  });

  test('refuses other claims under a signature that was made for these', () => {
    expect(jwts.read(`${head}.${encode({ ...claims, sub: 'u2' })}.${signature}`)).toBeUndefined();
    expect(jwts.read(`${head}.${payload}.${payload}.${signature}`)).toBeUndefined();
  });

  test('refuses every other spelling of its signature', () => {
    const last = alphabet.indexOf(signature.at(-1) ?? '');
    // The last character carries bits that decoders ignore: this one decodes to the same bytes.
    const sibling = signature.slice(0, -1) + alphabet[last ^ 1];
    expect(Buffer.from(sibling, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    const plain = Buffer.from(signature, 'base64url').toString('base64');
    for (const spelled of [
      sibling,
      plain,
      `${signature}=`,
      `${signature}==`,
      ` ${signature}`,
      `${signature}\n`,
    ])
      expect(jwts.read(`${head}.${payload}.${spelled}`)).toBeUndefined();
  });

  test('refuses every other spelling of its header and payload', () => {
    for (const [from, to] of [
      [head, `${head}=`],
      [head, ` ${head}`],
      [payload, `${payload}=`],
      [payload, `${payload}\n`],
    ] as const)
      expect(jwts.read(token.replace(from, to))).toBeUndefined();
  });

  test('refuses what another kind signed', () => {
    for (const other of kinds.filter((each) => each.alg !== alg))
      expect(jwts.read(other.jwts.sign(claims))).toBeUndefined();
  });

  test.each([['text'], [5], [null], [['a', 'list']]])('refuses claims that are %o', async (value) => {
    const input = `${head}.${encode(value)}`;
    const made =
      alg === 'HS256'
        ? createHmac('sha256', secret).update(input).digest()
        : sign('sha256', Buffer.from(input), { key: signer as KeyObject, dsaEncoding: 'ieee-p1363' });
    expect(jwts.read(`${input}.${made.toString('base64url')}`)).toBeUndefined();
  });
});

test.each([
  ['PEM', String(rsa.publicKey.export({ format: 'pem', type: 'spki' }))],
  ['PEM of the key alone', String(rsa.publicKey.export({ format: 'pem', type: 'pkcs1' }))],
  ['DER', rsa.publicKey.export({ format: 'der', type: 'spki' })],
  ['the modulus', String(rsa.publicKey.export({ format: 'jwk' }).n)],
  ['JWK', JSON.stringify(rsa.publicKey.export({ format: 'jwk' }))],
])('the public RSA key is no HMAC secret: %s', (_form, publicKey) => {
  for (const alg of ['HS256', 'RS256'])
    expect(rs256.read(signJwt(publicKey, claims, { alg, typ: 'at+jwt', kid: 'r' }))).toBeUndefined();
});

test('the public EC key is no HMAC secret', () => {
  const pem = String(ec.publicKey.export({ format: 'pem', type: 'spki' }));
  for (const alg of ['HS256', 'ES256'])
    expect(es256.read(signJwt(pem, claims, { alg, typ: 'at+jwt', kid: 'e' }))).toBeUndefined();
});

test("the name of another algorithm's key is refused, whichever key signed", () => {
  for (const alg of ['RS256', 'ES256'])
    for (const [key, kid] of [
      [rsa.privateKey, 'e'],
      [ec.privateKey, 'r'],
    ] as const) {
      const token = signJwt(key, claims, { alg, typ: 'at+jwt', kid });
      expect([rs256.read(token), es256.read(token)]).toEqual([undefined, undefined]);
    }
});

describe('an ES256 signature', () => {
  const token = es256.sign(claims);
  const [head, payload] = partsOf(token);
  const input = `${head}.${payload}`;
  const withSignature = (bytes: Buffer) => `${input}.${bytes.toString('base64url')}`;

  test('in DER is refused', () => {
    for (let round = 0; round < 20; round++) {
      const der = sign('sha256', Buffer.from(input), { key: ec.privateKey, dsaEncoding: 'der' });
      expect(es256.read(withSignature(der))).toBeUndefined();
    }
  });

  test('of zeros, of the order, cut or too long is refused', () => {
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
    const good = Buffer.from(partsOf(token)[2], 'base64url');
    for (const bytes of [
      Buffer.alloc(64),
      Buffer.concat([order, order]),
      good.subarray(0, 63),
      Buffer.concat([good, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), good]),
      Buffer.concat([Buffer.alloc(16), good.subarray(0, 32), Buffer.alloc(16), good.subarray(32)]),
    ])
      expect(es256.read(withSignature(bytes))).toBeUndefined();
    expect(es256.read(withSignature(good))).toEqual(claims);
  });
});

test('an earlier secret still reads, and only the first one signs', () => {
  const earlier = 'an-earlier-secret-of-32-characters';
  const rotated = hmacJwts([secret, earlier], { typ: 'JWT' });
  expect(rotated.read(hmacJwts([earlier], { typ: 'JWT' }).sign(claims))).toEqual(claims);
  expect(hs256.read(rotated.sign(claims))).toEqual(claims);
  expect(hs256.read(hmacJwts([earlier], { typ: 'JWT' }).sign(claims))).toBeUndefined();
});

test('a secret that is too short, and a key of another kind, make no tokens', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  expect(() => hmacJwts(['x'.repeat(31)], { typ: 'JWT' })).toThrow('32 bytes');
  expect(() => hmacJwts([secret, ''], { typ: 'JWT' })).toThrow('32 bytes');
  for (const make of [
    () => keyPairJwts('RS256', ec, { typ: 'JWT' }),
    () => keyPairJwts('ES256', rsa, { typ: 'JWT' }),
    () => keyPairJwts('RS256', { publicKey, privateKey }, { typ: 'JWT' }),
    () => keyPairJwts('ES256', curve, { typ: 'JWT' }),
    () => keyPairJwts('ES256', { ...ec, publicKey: rsa.publicKey }, { typ: 'JWT' }),
  ])
    expect(make).toThrow('the key is not one for');
});

describe('the times of a token', () => {
  const at = new Date(1_800_000_000_000);
  const times = { iat: 1_800_000_000, exp: 1_800_000_001 };

  test('it lives until the second it expires, and not before it begins', () => {
    expect(isLive(times, at)).toBe(true);
    expect(isLive(times, new Date(1_800_000_000_999))).toBe(true);
    expect(isLive(times, new Date(1_800_000_001_000))).toBe(false);
    expect(isLive({ ...times, nbf: 1_800_000_000 }, at)).toBe(true);
    expect(isLive({ ...times, nbf: 1_800_000_001 }, at)).toBe(false);
  });

  test.each(['exp', 'nbf', 'iat'])('%s has to be a number', (name) => {
    for (const value of ['1900000000', [1_900_000_000], true, null, {}, Number.NaN, Number.POSITIVE_INFINITY])
      expect(isLive({ ...times, [name]: value }, at)).toBe(false);
  });

  test('a token without an end, or without its time of issue, is never live', () => {
    expect(isLive({ ...times, exp: undefined }, at)).toBe(false);
    expect(isLive({ ...times, iat: undefined }, at)).toBe(false);
  });
});
