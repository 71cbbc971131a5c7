import { started } from '@latchkey/server/testing/lifetime';
import { googleClient, startOpenIdProvider } from '@latchkey/server/testing/oauth/openid';
import { callbackOf } from '@latchkey/server/testing/oauth/provider';
import {
  authorize,
  authorizePath,
  newApplication,
  postForm,
  redirectUri,
  type TestApplication,
  verifier,
} from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

// The same requests to Latchkey and to oidc-provider, the certified library of the field. Where the standards leave
// room, docs/oidc-conformance.md says why Latchkey differs.

const service = started(startService);
const theirs = started(startOpenIdProvider);
let application: TestApplication;
let person: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  application = await newApplication(service);
  person = await newUser(service);
});

type Parameters = Record<string, string | undefined>;

/** `page`: an error is shown; `sign-in`: a page to sign in on; else what goes back to the application. */
function outcomeOf(status: number, location: string | null): string {
  if (!location) return status >= 400 ? 'page' : `status ${status}`;
  const { pathname, searchParams } = new URL(location, 'http://here');
  if (/^\/(login|interaction)/.test(pathname)) return 'sign-in';
  return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : pathname);
}

async function askedOfUs(parameters: Parameters): Promise<string> {
  const { status, url } = await authorize(service.client(), application, parameters);
  return outcomeOf(status, url?.href ?? null);
}

const theirClient = { client_id: googleClient.id, redirect_uri: callbackOf('google') };

const theirPath = (parameters: Parameters) =>
  theirs.url +
  authorizePath({ clientId: googleClient.id }, { ...theirClient, ...parameters }).replace(
    '/api/oidc/authorize',
    '/auth',
  );

async function askedOfThem(parameters: Parameters): Promise<string> {
  const { status, headers } = await fetch(theirPath(parameters), { redirect: 'manual' });
  return outcomeOf(status, headers.get('location'));
}

describe('Latchkey and oidc-provider respond alike to a sign-in request', () => {
  test.each<[string, Parameters, string]>([
    ['that is valid, from a user who is not signed in', {}, 'sign-in'],
    ['from an unknown client', { client_id: 'nobody' }, 'page'],
    ['with an unregistered redirect address', { redirect_uri: 'https://evil.example/' }, 'page'],
    ['without a response type', { response_type: undefined }, 'invalid_request'],
    ['with prompt=none, from a user who is not signed in', { prompt: 'none' }, 'login_required'],
    ['with contradictory prompt values', { prompt: 'none login' }, 'invalid_request'],
    ['with an unknown scope', { scope: 'openid root' }, 'sign-in'],
    ['with a challenge that is not a hash', { code_challenge: 'short' }, 'invalid_request'],
    ['with PKCE downgraded to plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a max_age that is not a number', { max_age: 'old' }, 'invalid_request'],
    ['with a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ])('%s', async (_what, parameters, outcome) => {
    expect({ ours: await askedOfUs(parameters), theirs: await askedOfThem(parameters) }).toEqual({
      ours: outcome,
      theirs: outcome,
    });
  });
});

describe('Latchkey and oidc-provider respond differently, on purpose, to a sign-in request', () => {
  test.each<[string, Parameters, { ours: string; theirs: string }]>([
    [
      'without PKCE, from a client with a secret',
      { code_challenge: undefined, code_challenge_method: undefined },
      { ours: 'invalid_request', theirs: 'sign-in' },
    ],
    [
      'that asks for the response in a fragment',
      { response_mode: 'fragment' },
      { ours: 'invalid_request', theirs: 'sign-in' },
    ],
    ['with an unknown prompt value', { prompt: 'dance' }, { ours: 'sign-in', theirs: 'invalid_request' }],
  ])('%s', async (_what, parameters, outcomes) => {
    expect({ ours: await askedOfUs(parameters), theirs: await askedOfThem(parameters) }).toEqual(outcomes);
  });
});

/** What the token endpoint says: tokens, or the status and the error. */
const said = (status: number, body: { error?: string }) =>
  status === 200 ? 'tokens' : `${status} ${body.error}`;

async function redeemedByUs(form: Parameters, code?: string): Promise<string> {
  const { clientId: client_id, secret: client_secret } = application;
  const whole = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const { status, body } = await postForm(service, '/api/oidc/token', {
    client_id,
    client_secret,
    ...whole,
    ...form,
  });
  return said(status, body);
}

async function redeemedByThem(form: Parameters, code?: string): Promise<string> {
  const { client_id, redirect_uri } = theirClient;
  const whole = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
  const given = { client_id, client_secret: googleClient.secret, ...whole, ...form };
  const body = new URLSearchParams(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const response = await fetch(`${theirs.url}/token`, { method: 'POST', body });
  return said(response.status, (await response.json()) as { error?: string });
}

async function codes(): Promise<{ ours: string; theirs: string }> {
  const { query } = await authorize(person.client, application);
  const back = await theirs.visit(theirPath({}), 'ada');
  return { ours: query.code ?? '', theirs: back.searchParams.get('code') ?? '' };
}

describe('Latchkey and oidc-provider respond alike to a token request', () => {
  test.each<[string, Parameters, string]>([
    ['that is valid', {}, 'tokens'],
    ['with a wrong verifier', { code_verifier: 'x'.repeat(43) }, '400 invalid_grant'],
    ['without a verifier', { code_verifier: undefined }, '400 invalid_grant'],
    ['with a different redirect address', { redirect_uri: 'https://evil.example/' }, '400 invalid_grant'],
    ['with a made-up code', { code: 'made-up' }, '400 invalid_grant'],
    ['without a code', { code: undefined }, '400 invalid_request'],
    ['with a wrong secret', { client_secret: 'wrong' }, '401 invalid_client'],
    ['without a secret', { client_secret: undefined }, '401 invalid_client'],
    ['from an unknown client', { client_id: 'nobody' }, '401 invalid_client'],
    ['with an unsupported grant type', { grant_type: 'password' }, '400 unsupported_grant_type'],
    ['without a grant type', { grant_type: undefined }, '400 invalid_request'],
  ])('%s', async (_what, form, outcome) => {
    const code = await codes();
    expect({
      ours: await redeemedByUs(form, code.ours),
      theirs: await redeemedByThem(form, code.theirs),
    }).toEqual({ ours: outcome, theirs: outcome });
  });

  test('with a code that was already used', async () => {
    const code = await codes();
    await redeemedByUs({}, code.ours);
    await redeemedByThem({}, code.theirs);
    expect({
      ours: await redeemedByUs({}, code.ours),
      theirs: await redeemedByThem({}, code.theirs),
    }).toEqual({
      ours: '400 invalid_grant',
      theirs: '400 invalid_grant',
    });
  });
});

test('of ten simultaneous redemptions, Latchkey answers only one with tokens', async () => {
  const code = await codes();
  const answers = await Promise.all(Array.from({ length: 10 }, () => redeemedByUs({}, code.ours)));
  expect(answers.filter((answer) => answer === 'tokens')).toHaveLength(1);
});
