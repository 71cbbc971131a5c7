import { Authenticator, addPasskey, passkeyLogin } from '../authenticator.ts';
import type { Answer } from '../client.ts';
import type { Journey } from '../oauth/journey.ts';
import {
  authorizePath,
  introspect,
  newApplication,
  pollDevice,
  postForm,
  refresh,
  startDevice,
  tokensFor,
  userinfo,
} from '../oidc.ts';
import { inviteTo, newLoner, newOrganization } from '../organizations.ts';
import { moveTo, newUser, password, type TestService } from '../service.ts';
import { newEnrolled, startLogin, totp } from '../two-factor.ts';

/**
 * What no single request can do: routes with a credential in the body get it from a mailbox, a provider, a device or an
 * earlier request. Each flow runs from start to finish in every world.
 */
export const flows: Record<string, (journey: Journey) => Promise<void>> = {
  mailbox: ({ service }) => mailbox(service),
  lock: ({ service }) => lock(service),
  emailCode: ({ service }) => emailCode(service),
  secondFactor: ({ service }) => secondFactor(service),
  passkey: ({ service }) => passkey(service),
  provider,
  applications: ({ service }) => applications(service),
  open: ({ service }) => open(service),
};

function succeeded(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

const post = async (service: TestService, path: string, body: object) =>
  succeeded(await service.client().post(`/api/auth/${path}`, body));

async function mailbox(service: TestService): Promise<void> {
  const { client, email } = await newUser(service);
  await post(service, 'resend-verification', { email });
  await post(service, 'verify-email', { token: await service.mailedToken(email), password });
  succeeded(await client.post('/api/auth/refresh', {}));
  await post(service, 'forgot-password', { email });
  const token = await service.mailedToken(email);
  await post(service, 'reset-password', { token, password: 'Another-Horse-8' });
  const again = service.client();
  succeeded(await again.post('/api/auth/login', { email, password: 'Another-Horse-8', rememberMe: true }));
  succeeded(await moveTo(service, again, `moved-${email}`));
  await post(service, 'undo-email-change', { token: await service.mailedToken(email) });
}

async function lock(service: TestService): Promise<void> {
  const { email } = await newUser(service);
  for (let guess = 0; guess < 6; guess++)
    await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-1' });
  await post(service, 'request-unlock', { email });
  await post(service, 'verify-unlock', { token: await service.mailedToken(email) });
}

async function emailCode(service: TestService): Promise<void> {
  const { email } = await newUser(service);
  const client = service.client();
  succeeded(await client.post('/api/auth/email-code', { email }));
  const code = /^Code: (\d{6})$/m.exec((await service.mails(email)).at(-1)?.text ?? '')?.[1];
  succeeded(await client.post('/api/auth/email-code/verify', { email, code }));
}

async function secondFactor(service: TestService): Promise<void> {
  const { email, secret, backupCodes } = await newEnrolled(service);
  const { client, pendingToken, validate } = await startLogin(service, email);
  succeeded(await client.post('/api/auth/2fa/options', { pendingToken }));
  await validate(totp(secret, service.clock.now(), 5));
  succeeded(await validate(backupCodes[0] ?? ''));
}

async function passkey(service: TestService): Promise<void> {
  const [{ client }, device] = [await newUser(service), new Authenticator(service)];
  succeeded(await addPasskey(client, device));
  succeeded(await passkeyLogin(service, device));
}

async function provider(journey: Journey): Promise<void> {
  const { service } = journey;
  for (const name of ['google', 'github'] as const) {
    const { token } = await journey.travel(service.client(), name, journey.somebody().login);
    const browser = journey.browserOf(token);
    succeeded(await browser.get(`/api/auth/oauth/pending?token=${token}`));
    succeeded(await browser.post('/api/auth/oauth/complete', { token, organizationName: 'Fuzz' }));
  }
  const { email } = await newUser(service);
  await post(service, 'verify-email', { token: await service.mailedToken(email), password });
  const { token } = await journey.travel(service.client(), 'google', journey.somebody({ email }).login);
  succeeded(await journey.browserOf(token).post('/api/auth/oauth/link', { token, password }));
}

async function applications(service: TestService): Promise<void> {
  const { client } = await newUser(service);
  const application = await newApplication(service);
  const tokens = await tokensFor(service, client, application, { scope: 'openid email offline_access' });
  succeeded(await userinfo(service, tokens.access_token));
  const bearer = { authorization: `Bearer ${tokens.access_token}` };
  succeeded(await postForm(service, '/api/oidc/userinfo', {}, bearer));
  succeeded(await introspect(service, application, tokens.access_token));
  if (tokens.refresh_token) succeeded(await refresh(service, application, tokens.refresh_token));
  const proof = { client_id: application.clientId, client_secret: application.secret };
  succeeded(await postForm(service, '/api/oidc/revoke', { ...proof, token: tokens.access_token }));
  const asked = Object.fromEntries(new URLSearchParams(authorizePath(application).split('?')[1]));
  succeeded(await postForm(service, '/api/oidc/authorize', asked, {}, client));
  const hint = { id_token_hint: tokens.id_token };
  succeeded(await client.get(`/api/oidc/logout?${new URLSearchParams(hint)}`));
  succeeded(await postForm(service, '/api/oidc/logout', hint, {}, client));
  const cli = await newApplication(service, { deviceGrant: true });
  const { device_code, user_code } = await startDevice(service, cli);
  const shown = await client.post('/api/oidc/device/lookup', { userCode: user_code });
  succeeded(shown);
  succeeded(await client.post('/api/oidc/device/decide', { request: shown.body.request, decision: 'allow' }));
  succeeded(await pollDevice(service, cli, device_code));
  const agent = { redirect_uris: ['http://127.0.0.1:7777/callback'], client_name: 'Agent' };
  succeeded(await service.client().post('/api/oidc/register', agent));
}

async function open(service: TestService): Promise<void> {
  const { owner } = await newOrganization(service);
  const { email } = await newLoner(service);
  const { token } = await inviteTo(owner, email);
  for (const path of [
    `/api/invites/${token}`,
    '/api/health/live',
    '/api/health/ready',
    '/api/auth/oauth/providers',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/api/oidc/jwks',
  ])
    succeeded(await service.client().get(path));
  succeeded(await service.client().post('/api/test/reset-rate-limits'));
}
