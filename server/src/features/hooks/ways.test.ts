import { endpoints, type HookPoint, reasonsOf } from '@latchkey/contract';
import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { makeSelfSigned } from '@latchkey/server/testing/certificates';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { addHook, dropHooks, newHookAdmin, startHooks } from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { inviteTo } from '@latchkey/server/testing/organizations';
import { connectSaml } from '@latchkey/server/testing/saml/sending';
import { newUser, newVerified, password } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { accountsAt, sessionRows } from '@latchkey/server/testing/standing';
import { waysIn } from '@latchkey/server/testing/ways-in';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** What each way in asks, or why it asks nothing. */
const asks: Record<string, readonly HookPoint[] | string> = {
  login: ['sign_in.before'],
  loginWithPasskey: ['sign_in.before'],
  verifyEmailCode: ['sign_in.before'],
  finishOAuth: ['sign_in.before'],
  linkOAuth: ['sign_in.before'],
  register: ['registration.before'],
  registerWithEmailCode: ['registration.before'],
  completeOAuth: ['registration.before'],
  finishSso: ['registration.before', 'sign_in.before'],
  finishSaml: ['registration.before', 'sign_in.before'],
  exchangeToken: ['token.claims'],
  validateTwoFactor: 'its first factor has asked',
  refresh: 'goes on with a session that has asked',
  authorize: 'goes on with a session that has asked',
  authorizeByForm: 'goes on with a session that has asked',
};

describe('the table of what asks', () => {
  test('has every way in', () => {
    expect(Object.keys(asks).sort()).toEqual([...waysIn].sort());
  });

  test('is what the routes declare: those that answer with JSON tell the refusals of a hook', () => {
    const declaring = Object.entries(endpoints).filter(([, each]) =>
      (reasonsOf(each) as readonly string[]).includes('HOOK_UNAVAILABLE'),
    );
    const redirecting = ['finishOAuth', 'finishSso', 'finishSaml'];
    const asking = Object.keys(asks).filter((name) => typeof asks[name] !== 'string');
    expect(declaring.map(([name]) => name).sort()).toEqual(
      asking.filter((name) => !redirecting.includes(name)).sort(),
    );
  });
});

const receiver = started(startHooks);
const env = { WEBHOOK_ALLOWED_NETWORKS: 'loopback', ENABLE_EMAIL_LOGIN: 'true' };
const setUp = 'in, to set up two-factor';

/** What came of it: in, or why not. */
const cameOf = ({ status, body }: Answer): string => {
  if (status >= 300) return `${status} ${body.error.code}`;
  return body.requiresTwoFactorSetup ? setUp : 'in';
};
const seenBy = async (client: Client) => cameOf(await client.get('/api/auth/me'));

type Service = Parameters<typeof dropHooks>[0];
/** An act that asks, and whose account it is about. It may be done again until it has succeeded: what it takes is spent then. */
type Act = { email: string; act: () => Promise<string> };
type Way = [name: string, point: HookPoint, method: string, prepare: () => Promise<Act>];

/** The ways that take a password. */
const hashing = ['login', 'linkOAuth', 'register', 'register, with an invitation'];
const hashedBy = async ({ deps }: Service) =>
  Number(/hash_wait_seconds_count (\d+)/.exec(await deps.metrics.registry.metrics())?.[1]);

let nth = 0;
const fresh = () => `way-${++nth}@example.com`;

/** The same for each way, wherever it leads through. */
function holdEach(serviceOf: () => Service, ways: Way[], refusals: { denied: string; failed: string }) {
  let admin: Awaited<ReturnType<typeof newHookAdmin>>;
  beforeAll(async () => {
    admin = await newHookAdmin(serviceOf());
  });
  beforeEach(async () => {
    await dropHooks(serviceOf());
    receiver.take();
  });

  test.each(ways)('%s: asked once, and may go on', async (name, point, method, prepare) => {
    const { email, act } = await prepare();
    receiver.answer({ decision: 'allow' });
    for (const each of ['registration.before', 'sign_in.before'] as const)
      await addHook(admin, each, receiver.url);
    const before = await hashedBy(serviceOf());
    expect(await act()).toBe('in');
    // Asking begins the work anew, but no password is hashed again.
    expect(await hashedBy(serviceOf())).toBe(before + (hashing.includes(name) ? 1 : 0));
    expect(receiver.take().map(({ type, data }) => [type, data.method])).toEqual([[point, method]]);
    expect(await accountsAt(serviceOf(), email)).toHaveLength(1);
  });

  test.each(ways)(
    '%s: denied, nothing is left of it, and nothing is spent',
    async (_name, point, _method, prepare) => {
      const { email, act } = await prepare();
      await addHook(admin, point, receiver.url);
      receiver.answer({ decision: 'deny', message: 'No <i>entry</i>.' });
      const traces = async () => {
        const accounts = (await accountsAt(serviceOf(), email)) as { id: string }[];
        return Promise.all(accounts.map(({ id }) => sessionRows(serviceOf(), id)));
      };
      const before = await traces();
      expect(await act()).toBe(refusals.denied);
      expect(await traces()).toEqual(before);
      receiver.answer({ decision: 'allow' });
      expect(await act()).toBe('in');
    },
  );

  test.each(ways)(
    '%s: no answer, refused or not as the hook says',
    async (_name, point, _method, prepare) => {
      const { act } = await prepare();
      receiver.answer({ status: 500 });
      await addHook(admin, point, receiver.url);
      expect(await act()).toBe(refusals.failed);
      await addHook(admin, point, receiver.url, { onFailure: 'allow' });
      expect(await act()).toBe('in');
    },
  );

  const signIns = ways.filter(([, point]) => point === 'sign_in.before');
  test.each(signIns)(
    '%s: asked for a second factor, unless it was two',
    async (_name, point, method, prepare) => {
      const { act } = await prepare();
      await addHook(admin, point, receiver.url);
      receiver.answer({ decision: 'allow', requireTwoFactor: true });
      expect(await act()).toBe(method === 'passkey' ? 'in' : setUp);
    },
  );
}

describe('by password, passkey, code or provider', () => {
  const journey = started(() => startWithProviders({ env }));
  const service = () => journey.service;
  const post = async (path: string, body: object, client = service().client()) =>
    cameOf(await client.post(path, body));
  const codeIn = async (email: string) =>
    /^Code: (\d{6})$/m.exec((await service().mails(email)).at(-1)?.text ?? '')?.[1] ?? '';
  const organizationName = 'Ways';

  const backFrom = async (provider: 'google' | 'github', email: string, query = {}) => {
    const { login } = journey.somebody({ email });
    return { login, ...(await journey.travel(service().client(), provider, login, query)) };
  };

  const ways: Way[] = [
    [
      'login',
      'sign_in.before',
      'password',
      async () => {
        const { email } = await newUser(service());
        return { email, act: () => post('/api/auth/login', { email, password }) };
      },
    ],
    [
      'loginWithPasskey',
      'sign_in.before',
      'passkey',
      async () => {
        const { email, client } = await newVerified(service());
        const device = new Authenticator(service());
        await addPasskey(client, device);
        const { options, challengeToken } = (
          await service().client().post('/api/auth/passkeys/login/options')
        ).body;
        const response = device.get(options);
        return { email, act: () => post('/api/auth/passkeys/login', { response, challengeToken }) };
      },
    ],
    [
      'verifyEmailCode',
      'sign_in.before',
      'email_code',
      async () => {
        const { email } = await newVerified(service());
        const client = service().client();
        await client.post('/api/auth/email-code', { email });
        const code = await codeIn(email);
        return { email, act: () => post('/api/auth/email-code/verify', { email, code }, client) };
      },
    ],
    [
      'finishOAuth',
      'sign_in.before',
      'google',
      async () => {
        const { email } = await newVerified(service());
        const { token, login } = await backFrom('google', email);
        await post('/api/auth/oauth/link', { token, password }, journey.browserOf(token));
        return {
          email,
          async act() {
            const client = service().client();
            return (await journey.travel(client, 'google', login)).error ?? seenBy(client);
          },
        };
      },
    ],
    [
      'linkOAuth',
      'sign_in.before',
      'github',
      async () => {
        const { email } = await newVerified(service());
        const { token } = await backFrom('github', email);
        return {
          email,
          act: () => post('/api/auth/oauth/link', { token, password }, journey.browserOf(token)),
        };
      },
    ],
    [
      'register',
      'registration.before',
      'password',
      async () => {
        const email = fresh();
        return { email, act: () => post('/api/auth/register', { email, password, organizationName }) };
      },
    ],
    [
      'register, with a passkey',
      'registration.before',
      'passkey',
      async () => {
        const email = fresh();
        const prepared = await service().client().post('/api/auth/passkeys/register/options', { email });
        const { options, challengeToken } = prepared.body;
        const passkey = new Authenticator(service()).create(options, { userVerified: true });
        const body = { email, passkey, challengeToken, organizationName };
        return { email, act: () => post('/api/auth/register', body) };
      },
    ],
    [
      'register, with an invitation',
      'registration.before',
      'password',
      async () => {
        const email = fresh();
        const { token: inviteToken } = await inviteTo(await newUser(service()), email, 'ADMIN');
        return { email, act: () => post('/api/auth/register', { email, password, inviteToken }) };
      },
    ],
    [
      'registerWithEmailCode',
      'registration.before',
      'email_code',
      async () => {
        const email = fresh();
        await service().client().post('/api/auth/email-code', { email, register: true });
        const code = await codeIn(email);
        return { email, act: () => post('/api/auth/email-code/register', { email, code, organizationName }) };
      },
    ],
    [
      'completeOAuth',
      'registration.before',
      'google',
      async () => {
        const email = fresh();
        const { token } = await backFrom('google', email);
        return {
          email,
          act: () => post('/api/auth/oauth/complete', { token, organizationName }, journey.browserOf(token)),
        };
      },
    ],
  ];

  const jsonWays = ways.filter(([name]) => name !== 'finishOAuth');
  holdEach(service, jsonWays, { denied: '403 HOOK_DENIED', failed: '503 HOOK_UNAVAILABLE' });
  const redirecting = ways.filter(([name]) => name === 'finishOAuth');
  holdEach(service, redirecting, { denied: 'hook_denied', failed: 'hook_unavailable' });

  test('finishOAuth: the page is told no message', async () => {
    const { email } = await newVerified(service());
    const { token, login } = await backFrom('google', email);
    await post('/api/auth/oauth/link', { token, password }, journey.browserOf(token));
    await addHook(await newHookAdmin(service()), 'sign_in.before', receiver.url);
    receiver.answer({ decision: 'deny', message: 'Only for some.' });
    const { location } = await journey.travel(service().client(), 'google', login);
    expect(new URL(location, 'http://nowhere').search).toBe('?error=hook_denied');
  });
});

describe('by single sign-on', () => {
  const world = started(() => startWithIdp({ env }));
  const service = () => world.service;
  const keys = makeSelfSigned({ commonName: 'identity provider', rsaBits: 2048 });

  async function throughOidc(
    at: Awaited<ReturnType<typeof world.connected>>,
    login: string,
  ): Promise<string> {
    const client = service().client();
    return (await world.travel(client, at.path, login)).error ?? seenBy(client);
  }
  async function throughSaml(connection: Awaited<ReturnType<typeof connectSaml>>): Promise<string> {
    const came = await connection.outcomeOf(connection.usual());
    return came.startsWith('signs in') ? 'in' : came;
  }

  const ways: Way[] = [
    [
      'finishSso, new here',
      'registration.before',
      'sso',
      async () => {
        const at = await world.connected();
        const { login, email } = world.somebody(at.domain.name);
        return { email, act: () => throughOidc(at, login) };
      },
    ],
    [
      'finishSso, known here',
      'sign_in.before',
      'sso',
      async () => {
        const at = await world.connected();
        const { login, email } = await world.memberAt(at);
        return { email, act: () => throughOidc(at, login) };
      },
    ],
    [
      'finishSaml, new here',
      'registration.before',
      'sso',
      async () => {
        const connection = await connectSaml(world, keys);
        return { email: `ada@${connection.domain.name}`, act: () => throughSaml(connection) };
      },
    ],
  ];
  holdEach(service, ways, { denied: 'hook_denied', failed: 'hook_unavailable' });

  test('finishSso, new here: asked with what the identity provider said, and the page is told no message', async () => {
    const at = await world.connected();
    const { login, email } = world.somebody(at.domain.name);
    await addHook(await newHookAdmin(service()), 'registration.before', receiver.url);
    receiver.answer({ decision: 'deny', message: 'Only for some.' });
    const { location } = await world.travel(service().client(), at.path, login);
    expect(new URL(location, 'http://nowhere').search).toBe('?error=hook_denied');
    expect(receiver.take().map(({ data }) => data)).toMatchObject([
      { email, emailVerified: true, organizationName: null, invitation: null, connectionId: at.connectionId },
    ]);
  });

  test('finishSaml, known here: asked as a sign-in, with the connection', async () => {
    const connection = await connectSaml(world, keys);
    expect(await throughSaml(connection)).toBe('in');
    await addHook(await newHookAdmin(service()), 'sign_in.before', receiver.url);
    receiver.answer({ decision: 'deny' });
    expect(await throughSaml(connection)).toBe('hook_denied');
    expect(receiver.take().map(({ data }) => data)).toMatchObject([
      {
        method: 'sso',
        connectionId: connection.connectionId,
        user: { email: `ada@${connection.domain.name}` },
      },
    ]);
  });
});
