import { createHash, randomBytes } from 'node:crypto';
import { oidcScopes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ApplicationRow, insertApplication } from '../src/features/applications/application-store.ts';
import { giveSecret, newClientId } from '../src/features/applications/applications.ts';
import { isPublic } from '../src/features/applications/policy.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Sql } from '../src/platform/db/sql.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

export const redirectUri = 'https://app.example.com/callback';

export type TestApplication = ApplicationRow & { secret: string | undefined };

/** An application, created without the route that registers one. */
export async function newApplication(
  service: { sql: Sql; clock: Pick<Clock, 'now'> },
  fields: Partial<ApplicationRow> = {},
): Promise<TestApplication> {
  const now = service.clock.now();
  const row: ApplicationRow = {
    id: uuidv7(),
    clientId: newClientId(),
    name: 'Example',
    kind: 'web',
    redirectUris: fields.kind === 'service' ? [] : [redirectUri],
    postLogoutRedirectUris: ['https://app.example.com/bye'],
    backchannelLogoutUri: null,
    firstParty: true,
    enabled: true,
    organizationId: null,
    signingAlgorithm: 'RS256',
    requirePkce: true,
    scopes: [...oidcScopes],
    deviceGrant: false,
    dynamic: false,
    createdAt: now,
    updatedAt: now,
    ...fields,
  };
  await insertApplication(service.sql, row);
  return { ...row, secret: isPublic(row) ? undefined : await giveSecret(service.sql, row.id, now) };
}

export const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** The path an application sends people here with. `undefined` omits a parameter. */
export function authorizePath(
  { clientId }: Pick<ApplicationRow, 'clientId'>,
  more: Record<string, string | undefined> = {},
): string {
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `/api/oidc/authorize?${new URLSearchParams(given as [string, string][])}`;
}

/** Where the browser was sent, and with what. */
export async function authorize(
  client: Client,
  application: Pick<ApplicationRow, 'clientId'>,
  more: Record<string, string | undefined> = {},
) {
  const { status, headers, text } = await client.get(authorizePath(application, more));
  const location = headers.get('location');
  const url = location === null ? undefined : new URL(location);
  return { status, text, url, query: Object.fromEntries(url?.searchParams ?? []) };
}

/** A form, as an application's own server sends it. */
export function postForm(
  service: TestService,
  path: string,
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
  client = service.client(),
) {
  const given = Object.entries(form).filter(([, value]) => value !== undefined);
  return client.send('POST', path, {
    raw: new URLSearchParams(given as [string, string][]).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

const proofOf = ({ clientId, secret }: TestApplication) => ({ client_id: clientId, client_secret: secret });

export function redeem(
  service: TestService,
  application: TestApplication,
  code: string | undefined,
  more: Record<string, string | undefined> = {},
) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  return postForm(service, '/api/oidc/token', { ...proofOf(application), ...form, ...more });
}

export function refresh(
  service: TestService,
  application: TestApplication,
  refreshToken: string,
  more: Record<string, string | undefined> = {},
) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return postForm(service, '/api/oidc/token', { ...proofOf(application), ...form, ...more });
}

/** What a device gets to show, and to ask with. */
export async function startDevice(
  service: TestService,
  application: TestApplication,
  more: Record<string, string | undefined> = {},
  client = service.client(),
): Promise<{ device_code: string; user_code: string; verification_uri_complete: string }> {
  const form = { ...proofOf(application), scope: 'openid email', ...more };
  const answer = await postForm(service, '/api/oidc/device', form, {}, client);
  if (answer.status !== 200) throw new Error(`no device code: ${answer.text}`);
  return answer.body;
}

/** A device asks whether its person has decided. */
export function pollDevice(
  service: TestService,
  application: TestApplication,
  deviceCode: string,
  more: Record<string, string | undefined> = {},
) {
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode };
  return postForm(service, '/api/oidc/token', { ...proofOf(application), ...grant, ...more });
}

export function introspect(service: TestService, application: TestApplication, token: string) {
  return postForm(service, '/api/oidc/introspect', { ...proofOf(application), token });
}

export function userinfo(service: TestService, accessToken: string) {
  const client = service.client();
  client.bearer = accessToken;
  return client.get('/api/oidc/userinfo');
}

/** Tokens of someone who is signed in and needn't be asked. */
export async function tokensFor(
  service: TestService,
  client: Client,
  application: TestApplication,
  more: Record<string, string | undefined> = {},
): Promise<{ access_token: string; refresh_token: string; id_token: string; scope: string }> {
  const { query, text } = await authorize(client, application, more);
  if (!query.code) throw new Error(`no code: ${JSON.stringify(query)} ${text}`);
  const { resource } = more;
  const answer = await redeem(service, application, query.code, resource ? { resource } : {});
  if (answer.status !== 200) throw new Error(`no tokens: ${answer.text}`);
  return answer.body;
}

/** The payload of a JWT, no matter who signed it. */
export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
