import { challengeAfter, endpoints, lockout } from '@latchkey/contract';
import { encode, solve, solved } from '@latchkey/server/testing/challenges';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, test } from 'vitest';
import { deriveKey as deriveOurKey } from '../platform/crypto/seal.ts';

const guarded = { ENABLE_EMAIL_LOGIN: 'true', BOT_PROTECTION: 'pow', BOT_POW_COST: '1' };
const open = started(() => startService({ env: { ENABLE_EMAIL_LOGIN: 'true' } }));
const nodes = { database: () => open.database, clock: () => open.clock };
const node = (env: Record<string, string> = guarded) =>
  startService({ database: nodes.database(), clock: nodes.clock(), env });
const service = started(node);
const otherNode = started(node);

let addresses = 0;
const fresh = () => `guarded-${++addresses}@example.com`;
const account = () => ({ email: fresh(), password, organizationName: 'Guarded' });
const told = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();
const register = (client: Client, challenge?: string, on = account()) =>
  client.post('/api/auth/register', on, challenge ? { headers: { 'x-challenge': challenge } } : {});
const ask = async (client: Client) => (await client.get('/api/auth/challenge')).body;
const refused = '403 CHALLENGE_REQUIRED';

const always = [
  ['/api/auth/register', account],
  ['/api/auth/forgot-password', () => ({ email: fresh() })],
  ['/api/auth/resend-verification', () => ({ email: fresh() })],
  ['/api/auth/request-unlock', () => ({ email: fresh() })],
  ['/api/auth/email-code', () => ({ email: fresh() })],
] as const;

describe('GET /api/auth/challenge', () => {
  test('says that nothing is guarded unless the service is told to', async () => {
    const answer = await open.client().get('/api/auth/challenge');
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { kind: 'off' } });
  });

  test('has a puzzle of altcha-lib 2, as hard as it is set, and stores nothing', async () => {
    let answer: Answer | undefined;
    const changed = await tablesChangedBy(service, async () => {
      answer = await service.client().get('/api/auth/challenge');
    });
    expect(changed).toEqual([]);
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    const { kind, challenge } = answer?.body ?? {};
    expect(kind).toBe('pow');
    const hex = (length: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
    expect(challenge).toEqual({
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: 1000,
        keyLength: 32,
        keyPrefix: '00',
        nonce: hex(32),
        salt: hex(32),
        expiresAt: expect.any(Number),
      },
      signature: hex(64),
    });
    const left = challenge.parameters.expiresAt - service.clock.now().getTime() / 1000;
    expect(left).toBeGreaterThan(590);
    expect(left).toBeLessThanOrEqual(600);
    const usual = await node({ ...guarded, BOT_POW_COST: '' });
    expect((await ask(usual.client())).challenge.parameters.cost).toBe(5000);
  });

  test('signs it as the library does, which accepts what we accept', async () => {
    const { challenge } = await ask(service.client());
    const { solution } = JSON.parse(Buffer.from(await solve({ challenge }), 'base64').toString());
    const key = deriveOurKey('session-secret-for-tests-session-secret', 'bot-challenge').toString('hex');
    const given = { challenge, solution, deriveKey };
    expect(await verifySolution({ ...given, hmacSignatureSecret: key })).toMatchObject({ verified: true });
    expect(await verifySolution({ ...given, hmacSignatureSecret: 'x' })).toMatchObject({ verified: false });
  });
});

describe('a guarded request', () => {
  test.each(always)('POST %s needs a solved challenge, and passes with one', async (path, body) => {
    const client = service.client();
    const without = await client.post(path, body());
    expect(told(without)).toBe(refused);
    const { kind, challenge } = without.body.error.details;
    expect([kind, challenge.parameters.algorithm]).toEqual(['pow', 'PBKDF2/SHA-256']);
    const headers = { 'x-challenge': await solve(without.body.error.details) };
    expect((await client.post(path, body(), { headers })).status).toBeLessThan(300);
    expect((await open.client().post(path, body())).status).toBeLessThan(300);
  });

  test('is one of six, by the declarations', () => {
    const declared = Object.values(endpoints).filter((route) => 'challenge' in route);
    const paths = declared.map(({ path }) => path).sort();
    expect(paths).toEqual([...always.map(([path]) => path), '/api/auth/login'].sort());
  });

  test('leaves nothing behind without one: no account, no mail', async () => {
    const on = account();
    const changed = await tablesChangedBy(service, () => register(service.client(), undefined, on));
    expect(changed).toEqual([]);
  });

  test('is told of its faults and limits first, and of accounts only afterwards', async () => {
    const client = service.client();
    expect(told(await register(client, undefined, { ...account(), email: 'no address' }))).toBe(
      '400 VALIDATION_FAILED',
    );
    const { email } = await newUser(open);
    expect(told(await register(client, undefined, { ...account(), email }))).toBe(refused);
    const known = await register(client, (await solved(client)).headers['x-challenge'], {
      ...account(),
      email,
    });
    expect(told(known)).toBe('409 EMAIL_TAKEN');
    const strict = await node({ ...guarded, RATE_LIMIT_REGISTER: '1/1h' });
    const one = strict.client();
    expect(told(await register(one))).toBe(refused);
    expect(told(await register(one))).toBe('429 RATE_LIMITED');
  });

  test('needs one whatever credential it has', async () => {
    const { client } = await newUser(open);
    const { body } = await client.post('/api/auth/login', { email: fresh(), password });
    expect(body.error.code).toBe('INVALID_CREDENTIALS');
    const here = service.client();
    for (const [name, value] of client.cookies) here.cookies.set(name, value);
    expect((await here.get('/api/auth/me')).status).toBe(200);
    expect(told(await here.post('/api/auth/forgot-password', { email: fresh() }))).toBe(refused);
    const key = await client.post('/api/keys', { name: 'for a bot' });
    const bot = service.client();
    bot.bearer = key.body.key;
    expect(told(await bot.post('/api/auth/forgot-password', { email: fresh() }))).toBe(
      '403 API_KEY_NOT_ALLOWED',
    );
  });
});

describe('attack: a solution', () => {
  test('serves one request, on whichever node', async () => {
    const client = service.client();
    const challenge = await solve(await ask(client));
    expect((await register(client, challenge)).status).toBe(201);
    expect(told(await register(client, challenge))).toBe(refused);
    expect(told(await register(otherNode.client(), challenge))).toBe(refused);
  });

  test('serves one of twenty requests at once, over two nodes', async () => {
    const challenge = await solve(await ask(service.client()));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => register((at % 2 ? service : otherNode).client(), challenge)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => told(answer) === refused)).toHaveLength(19);
  });

  test('is used up by a request that fails', async () => {
    const client = service.client();
    const { email } = await newUser(open);
    const challenge = await solve(await ask(client));
    expect(told(await register(client, challenge, { ...account(), email }))).toBe('409 EMAIL_TAKEN');
    expect(told(await register(client, challenge))).toBe(refused);
  });

  test('counts once, although a challenge has many', async () => {
    const client = service.client();
    const given = await ask(client);
    const first = await solve(given);
    const { counter } = JSON.parse(Buffer.from(first, 'base64').toString()).solution;
    const second = await solve(given, counter + 1);
    expect(second).not.toBe(first);
    expect((await register(client, first)).status).toBe(201);
    expect(told(await register(client, second))).toBe(refused);
  });

  test('is not the solution of another challenge', async () => {
    const client = service.client();
    const [one, other] = [await ask(client), await ask(client)];
    const { solution } = JSON.parse(Buffer.from(await solve(one), 'base64').toString());
    expect(told(await register(client, encode({ challenge: other.challenge, solution })))).toBe(refused);
  });

  test('expires with its challenge', async () => {
    const client = service.client();
    const [early, late] = [await solve(await ask(client)), await solve(await ask(client))];
    service.clock.advance({ minutes: 9 });
    expect((await register(client, early)).status).toBe(201);
    service.clock.advance({ minutes: 1 });
    expect(told(await register(client, late))).toBe(refused);
  });

  test.each([
    ['cheaper', { cost: 1 }],
    ['without a prefix', { keyPrefix: '' }],
    ['longer lived', { expiresAt: 4_000_000_000 }],
    ['of another nonce', { nonce: '00'.repeat(16) }],
  ])('of a challenge made %s is not one', async (_, changed) => {
    const client = service.client();
    const { challenge } = await ask(client);
    const parameters = { ...challenge.parameters, ...changed };
    const prefixed = { ...parameters, keyPrefix: parameters.keyPrefix || '0' };
    const made = { challenge: { ...challenge, parameters: prefixed } };
    const { solution } = JSON.parse(Buffer.from(await solve(made), 'base64').toString());
    expect(told(await register(client, encode({ challenge: { ...challenge, parameters }, solution })))).toBe(
      refused,
    );
  });

  test('is not a key that begins with the prefix, or a counter without one', async () => {
    const client = service.client();
    const { challenge } = await ask(client);
    const { solution } = JSON.parse(Buffer.from(await solve({ challenge }), 'base64').toString());
    const wrong = [
      { ...solution, derivedKey: '00'.repeat(32) },
      { ...solution, counter: solution.counter + 1 },
      { ...solution, counter: -1 },
      { ...solution, counter: 2 ** 32 + solution.counter },
    ];
    for (const each of wrong)
      expect(told(await register(client, encode({ challenge, solution: each })))).toBe(refused);
    const unmatched = await unprefixed(challenge);
    expect(told(await register(client, encode({ challenge, solution: unmatched })))).toBe(refused);
    expect((await register(client, encode({ challenge, solution }))).status).toBe(201);
  });

  test.each(['', '%', 'bm90IGpzb24=', encode(null), encode({}), encode({ challenge: {} }), 'A'.repeat(9000)])(
    'is not noise (%#)',
    async (noise) => {
      expect(told(await register(service.client(), noise))).toBe(refused);
    },
  );

  test('of a service with other secrets is not one, and after a rotation it is', async () => {
    const rotated = { SESSION_SECRET: 'another-session-secret-for-tests-altogether' };
    const earlier = { SESSION_SECRET_PREVIOUS: 'session-secret-for-tests-session-secret' };
    const challenge = await solve(await ask(service.client()));
    const apart = (env: Record<string, string>) => startService({ clock: nodes.clock(), env });
    const foreign = await apart({ ...guarded, ...rotated });
    expect(told(await register(foreign.client(), challenge))).toBe(refused);
    const next = await apart({ ...guarded, ...rotated, ...earlier });
    expect((await register(next.client(), challenge)).status).toBe(201);
  });
});

describe('a sign-in', () => {
  const login = (client: Client, email: string, given = 'Wrong-Horse-7') =>
    client.post('/api/auth/login', { email, password: given });
  const fail = async (email: string, times: number) => {
    for (let n = 0; n < times; n++) expect((await login(service.client(), email)).status).toBe(401);
  };
  const { failures } = challengeAfter;

  test.each([
    ['known', async () => (await newUser(open)).email],
    ['unknown', async () => fresh()],
  ])('needs a challenge once its %s address has three failures, from any network', async (_, emailOf) => {
    const email = await emailOf();
    await fail(email, failures - 1);
    expect(told(await login(service.client(), email))).toBe('401 INVALID_CREDENTIALS');
    expect(told(await login(service.client(), email))).toBe(refused);
    expect(told(await login(service.client(), fresh()))).toBe('401 INVALID_CREDENTIALS');
  });

  test('without a solution is no attempt: it locks nobody out', async () => {
    const { email } = await newUser(open);
    await fail(email, failures);
    for (let n = 0; n < lockout.maxFailedAttempts; n++)
      expect(told(await login(service.client(), email, password))).toBe(refused);
    const client = service.client();
    const answer = await client.post('/api/auth/login', { email, password }, await solved(client));
    expect(answer.status).toBe(200);
    expect((await login(service.client(), email, password)).status).toBe(200);
  });

  test('needs one once three from its network failed, for whatever addresses, until that is 15 minutes ago', async () => {
    const client = service.client();
    const { email } = await newUser(open);
    for (let n = 0; n < failures; n++)
      expect(told(await login(client, fresh()))).toBe('401 INVALID_CREDENTIALS');
    expect(told(await login(client, email, password))).toBe(refused);
    expect((await login(service.client(), email, password)).status).toBe(200);
    service.clock.advance({ minutes: 15 });
    expect((await login(client, email, password)).status).toBe(200);
  });

  test('needs none after failures that no longer count', async () => {
    const { email } = await newUser(open);
    await fail(email, failures);
    service.clock.advance({ hours: 25 });
    expect((await login(service.client(), email, password)).status).toBe(200);
  });

  test('never needs one where nothing is guarded', async () => {
    const email = fresh();
    const client = open.client();
    for (let n = 0; n < failures + 1; n++)
      expect(told(await login(client, email))).toBe('401 INVALID_CREDENTIALS');
  });
});

/** A counter whose key doesn't begin as it should, with that key. */
async function unprefixed(challenge: { parameters: { nonce: string; salt: string; cost: number } }) {
  const { nonce, salt, cost } = challenge.parameters;
  for (let counter = 0; ; counter++) {
    const password = Buffer.alloc(20);
    password.write(nonce, 'hex');
    password.writeUInt32BE(counter, 16);
    const parameters = {
      ...challenge.parameters,
      algorithm: 'PBKDF2/SHA-256',
      keyLength: 32,
      keyPrefix: '00',
      cost,
    };
    const { derivedKey } = await deriveKey(parameters, Buffer.from(salt, 'hex'), password);
    const key = Buffer.from(derivedKey).toString('hex');
    if (!key.startsWith('00')) return { counter, derivedKey: key };
  }
}
