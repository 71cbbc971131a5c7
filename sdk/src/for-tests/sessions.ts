/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Someone to sign in as. `twoFactorSecret`: what their authenticator app was given, in Base32. */
export type TestUser = { email: string; password: string; twoFactorSecret?: string };

/** `url`: LATCHKEY_URL, or else http://localhost:3000. */
export type SignInOptions = { url?: string };

type Cookie = {
  name: string;
  value: string;
  domain: string;
  path: string;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Lax' | 'Strict' | 'None';
};

export type TestSession = {
  cookies: Cookie[];
  /** For a request to Latchkey or to your own backend: the cookies, and the CSRF token. */
  headers: { cookie: string; 'x-csrf-token': string };
  /** As the global one, signed in. A path is one of Latchkey. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
};

/** What a test needs of a page of Playwright. */
type BrowserPage = { context(): { addCookies(cookies: Cookie[]): Promise<void> } };

const periodSeconds = 30;

/** Signs a browser in, without its pages: `await signIn(page, user)`. */
export async function signIn(page: BrowserPage, user: TestUser, options: SignInOptions = {}): Promise<void> {
  const { cookies } = await sessionFor(user, options);
  await page.context().addCookies(cookies);
}

/** Signs in, for tests that use fetch. Only where Latchkey runs in development or test. */
export async function sessionFor(user: TestUser, options: SignInOptions = {}): Promise<TestSession> {
  const url = (options.url ?? process.env.LATCHKEY_URL ?? 'http://localhost:3000').replace(/\/+$/, '');
  await refuseProduction(url);
  const { email, password } = user;
  const login = await post(url, '/api/auth/login', { email, password });
  const answer = (await answerOf(login, email)) as { pendingToken?: string };
  const signedIn = answer.pendingToken ? await prove(url, user, answer.pendingToken) : login;
  const cookies = signedIn.headers.getSetCookie().flatMap((line) => cookieOf(line, new URL(url).hostname));
  const cookieNamed = (name: string) => cookies.find((each) => each.name === name)?.value ?? '';
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-csrf-token': cookieNamed('csrf_token'),
  };
  return {
    cookies,
    headers,
    fetch: (input, init = {}) =>
      fetch(new URL(input, url), {
        ...init,
        headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
      }),
  };
}

/** Also lets this test sign in as often as it likes. The route doesn't exist in production. */
async function refuseProduction(url: string): Promise<void> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('@latchkey/sdk/testing is refused in production: NODE_ENV is production.');
  const { status } = await post(url, '/api/test/reset-rate-limits', {});
  if (status !== 200)
    throw new Error(`@latchkey/sdk/testing is refused: the Latchkey at ${url} runs in production.`);
}

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function answerOf(response: Response, email: string): Promise<unknown> {
  const body = (await response.json()) as { error?: { message: string } };
  if (response.ok) return body;
  throw new Error(`${email} can't sign in: ${body.error?.message ?? response.status}`);
}

/** A code counts once: if this one was used, the next one counts already; after that, it takes up to half a minute. */
async function prove(url: string, user: TestUser, pendingToken: string): Promise<Response> {
  if (!user.twoFactorSecret)
    throw new Error(`${user.email} has two-factor: pass its twoFactorSecret to sign in.`);
  const secret = fromBase32(user.twoFactorSecret);
  for (let attempt = 0; ; attempt++) {
    const step = Math.floor(Date.now() / 1000 / periodSeconds) + (attempt === 1 ? 1 : 0);
    const answer = await post(url, '/api/auth/2fa/validate', { pendingToken, code: codeAt(secret, step) });
    if (answer.ok || attempt === 2) {
      await answerOf(answer.clone(), user.email);
      return answer;
    }
    if (attempt === 1) await pause((periodSeconds - ((Date.now() / 1000) % periodSeconds)) * 1000 + 500);
  }
}

function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase().replace(/[^A-Z2-7]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Nothing for a cookie that is taken away. */
function cookieOf(line: string, host: string): Cookie[] {
  const [pair = '', ...rest] = line.split(/;\s*/);
  const cut = pair.indexOf('=');
  const value = pair.slice(cut + 1);
  const attributes = new Map(
    rest.map((each) => each.split('=')).map(([name = '', is = '']) => [name.toLowerCase(), is]),
  );
  if (value === '' || attributes.get('max-age') === '0') return [];
  const sameSite = attributes.get('samesite')?.toLowerCase();
  return [
    {
      name: pair.slice(0, cut),
      value,
      domain: attributes.get('domain') ?? host,
      path: attributes.get('path') ?? '/',
      httpOnly: attributes.has('httponly'),
      secure: attributes.has('secure'),
      sameSite: sameSite === 'strict' ? 'Strict' : sameSite === 'none' ? 'None' : 'Lax',
    },
  ];
}
