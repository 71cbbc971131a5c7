import { type Endpoint, endpoints, hookPoints, isBinary, scimSchemas } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { sealRequest } from '../../src/features/oidc/authorize-request.ts';
import { savePicture } from '../../src/features/users/user-extras-store.ts';
import { saveLogo } from '../../src/identity/memberships/branding-store.ts';
import { sealTrail } from '../../src/records/audit/seal-trail.ts';
import { enter } from '../audit.ts';
import { Authenticator } from '../authenticator.ts';
import { insertExisting } from '../destinations.ts';
import { insertScimToken } from '../directories.ts';
import { placeHook } from '../hooks.ts';
import { newKey } from '../keys.ts';
import { newApplication, redirectUri, startDevice } from '../oidc.ts';
import { insertOrganizationKey } from '../organization-keys.ts';
import { inviteTo, joins, newLoner, newMember, newOrganization, type Person } from '../organizations.ts';
import { clientFor, type TestService } from '../service.ts';
import { newTeamRole } from '../team-roles.ts';
import { totp } from '../two-factor.ts';
import { insertDelivery, insertEndpoint } from '../webhooks.ts';
import type { Presence } from './actors.ts';

/** Whose thing a request names: the caller's or their organization's, someone else's, or nothing that exists. */
export type Whose = 'own' | 'foreign' | 'unknown';

export type RouteName = keyof typeof endpoints;
export const routes = Object.entries(endpoints) as [RouteName, Endpoint][];

export type Scene = { service: TestService; caller: Presence; whose: Whose };
/** `path`: what is filled in so far. */
type Fill = (scene: Scene, path: string) => Promise<string>;

let hooks = 0;
/** A point has one hook, and some tests send requests about several of them at once. */
const nextPoint = () => hookPoints[hooks++ % hookPoints.length];

/** Someone in the caller's organization, or in another one. */
async function somebody({ service, caller, whose }: Scene): Promise<Person> {
  const organization = whose === 'own' ? caller.home : await newOrganization(service);
  return organization ? newMember(service, organization.id, 'MEMBER') : newLoner(service);
}

/** For things that belong to one user: everyone else is a stranger, even colleagues. */
async function ownerOf({ service, caller, whose }: Scene): Promise<Person> {
  if (whose === 'own') return { ...caller, client: await clientFor(service, caller.id) };
  return caller.home ? newMember(service, caller.home.id, 'MEMBER') : newLoner(service);
}

async function twoFactorUser(scene: Scene): Promise<string> {
  const { id } = await somebody(scene);
  await scene.service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${id}`;
  return id;
}

/** In the caller's organization, or in another one. */
async function invite({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  return (await inviteBy(service, organization.owner, sampleEmail())).id;
}

/** Turns two-factor on for the inviter, because a service may require it of everyone. */
async function inviteBy(service: TestService, owner: Person, email: string) {
  await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${owner.id}`;
  return inviteTo(owner, email);
}

/** One of the service's own, if the path says so. */
async function webhook({ service, caller, whose }: Scene, path: string): Promise<string> {
  if (path.startsWith('/api/admin/')) return insertEndpoint(service, null);
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  return insertEndpoint(service, organization.id);
}

/** One of the service's own, if the path says so. */
async function destination({ service, caller, whose }: Scene, path: string): Promise<string> {
  if (path.startsWith('/api/admin/')) return insertExisting(service, null);
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  return insertExisting(service, organization.id);
}

/** In the caller's organization, or in another one. */
async function organizationKey({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  return (await insertOrganizationKey(service, organization.id)).id;
}

/** In the caller's organization, or in another one. */
async function teamRole({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  return (await newTeamRole(service, organization.id)).id;
}

/** In the caller's organization, or in another one. It can be tested. */
async function connection({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  const [id, now] = [uuidv7(), service.clock.now()];
  const unset = JSON.stringify({ email: null, firstName: null, lastName: null, groups: null });
  await service.sql`
    INSERT INTO sso_connections (id, organization_id, kind, name, attributes, issuer, client_id, created_at, updated_at)
    VALUES (${id}, ${organization.id}, 'oidc', 'Acme', ${unset}::text::json, 'https://idp.test', 'latchkey', ${now}, ${now})`;
  return id;
}

async function linkedMember(scene: Scene, path: string): Promise<string> {
  const { id } = await somebody(scene);
  await scene.service.sql`
    INSERT INTO sso_links (connection_id, user_id, subject, email, created_at)
    VALUES (${path.split('/').at(-2) ?? ''}, ${id}, ${id}, 'someone@idp.test', ${scene.service.clock.now()})`;
  return id;
}

/** In the caller's organization, or in another one. Its record is published. */
async function domain({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  const [id, now] = [uuidv7(), service.clock.now()];
  await service.sql`
    INSERT INTO organization_domains (id, organization_id, name, challenge, verified_at, created_at)
    VALUES (${id}, ${organization.id}, ${`d${id}.test`}, 'published', ${now}, ${now})`;
  return id;
}

/** In the caller's organization, or in another one. */
async function scimToken({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  return (await insertScimToken(service, organization.id)).id;
}

/** In the caller's organization, or in another one. */
async function scimGroup({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  const [id, now] = [uuidv7(), service.clock.now()];
  await service.sql`
    INSERT INTO scim_groups (id, organization_id, display_name, created_at, updated_at)
    VALUES (${id}, ${organization.id}, ${id}, ${now}, ${now})`;
  return id;
}

/** In the caller's organization, or in another one. */
async function sealedEntry({ service, caller, whose }: Scene): Promise<string> {
  const organization = (whose === 'own' ? caller.home : null) ?? (await newOrganization(service));
  const id = await enter(service, { organizationId: organization.id });
  // Only one sealer works at a time, and others return without waiting.
  while ((await service.sql`SELECT 1 FROM audit_unsealed WHERE entry_id = ${id}`).length > 0)
    await sealTrail(service.deps);
  return id;
}

/** One of the service's. On a profile: one that someone signs in to. */
async function application(scene: Scene, path: string): Promise<string> {
  const { service } = scene;
  const { id } = await newApplication(service);
  if (path.startsWith('/api/admin/')) return id;
  const [user, now] = [await ownerOf(scene), service.clock.now()];
  await service.sql`
    INSERT INTO application_consents (user_id, application_id, scopes, created_at, updated_at)
    VALUES (${user.id}, ${id}, '{openid}', ${now}, ${now})`;
  return id;
}

/** What one of our pages was given to send back. */
async function consentRequest({ service, caller }: Scene): Promise<string> {
  const { clientId } = await newApplication(service, { firstParty: false, requirePkce: false });
  const parameters = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', nonce: 'n' };
  return sealRequest(service.oidc.requestKey, {
    kind: 'consent',
    userId: caller.id,
    askedAt: service.clock.now().getTime(),
    parameters,
  });
}

/** The code that a device shows. */
async function userCode({ service }: Scene): Promise<string> {
  const application = await newApplication(service, { deviceGrant: true });
  return (await startDevice(service, application)).user_code;
}

/** What the page was given when the caller looked the code up. */
async function deviceRequest(scene: Scene): Promise<string> {
  const { service, caller } = scene;
  await userCode(scene);
  const [code] = await service.sql`SELECT id FROM device_codes ORDER BY id DESC LIMIT 1`;
  return sealRequest(service.oidc.requestKey, { kind: 'device', userId: caller.id, id: code?.id });
}

async function linkedProvider({ service, caller }: Scene): Promise<string> {
  const now = service.clock.now();
  await service.sql`UPDATE users SET password_hash = 'none' WHERE id = ${caller.id}`;
  await service.sql`
    INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, created_at, updated_at)
    VALUES (${uuidv7()}, ${caller.id}, 'google', ${uuidv7()}, ${now}, ${now}) ON CONFLICT DO NOTHING`;
  return 'google';
}

const role: Fill = async ({ service }) => {
  const id = uuidv7();
  const [name, now] = [`ROLE_R${id.replaceAll('-', '').toUpperCase()}`, service.clock.now()];
  await service.sql`INSERT INTO roles (id, name, created_at, updated_at) VALUES (${id}, ${name}, ${now}, ${now})`;
  return id;
};

async function lastSessionOf({ sql }: TestService, userId: string): Promise<string> {
  const [session] = await sql`SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1`;
  return session?.id;
}

/** What a path parameter stands for, by the segment before it. */
const parameters: Record<string, Fill> = {
  'users/:id': async (scene) => (await somebody(scene)).id,
  // One of the user's, if the path names a user; otherwise one of the caller's.
  'organizations/:organizationId': async ({ service }, path) => {
    const { id } = await newOrganization(service);
    await joins(service, path.split('/').at(-2) ?? '', id);
    return id;
  },
  'organizations/:id': async ({ service, caller, whose }) => {
    const { id } = await newOrganization(service);
    if (whose === 'own') await joins(service, caller.id, id);
    return id;
  },
  'locales/:code': async () => 'en',
  'en/:part': async () => 'sign-in',
  'members/:id': async (scene) => (await somebody(scene)).id,
  'keys/:id': async (scene, path) =>
    path.startsWith('/api/organizations/')
      ? organizationKey(scene)
      : (await newKey((await ownerOf(scene)).client)).id,
  'sessions/:id': async (scene) => {
    const { id } = await ownerOf(scene);
    await clientFor(scene.service, id);
    return lastSessionOf(scene.service, id);
  },
  'sessions/:sessionId': async ({ service }, path) => {
    const id = path.split('/').at(-2) ?? '';
    await clientFor(service, id);
    return lastSessionOf(service, id);
  },
  'passkeys/:id': async (scene) => {
    const { id } = await ownerOf(scene);
    // Two, so one can be removed. Not through the route, which would give a second factor to callers without one.
    const [passkey] = await scene.service.sql`
      INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, device_type, backed_up,
                            verifies_user, created_at)
      SELECT uuidv7(), ${id}, uuid_send(uuidv7()), '', 0, '{}', 'Sample', 'singleDevice', false, true,
             ${scene.service.clock.now()} FROM generate_series(1, 2) RETURNING id`;
    return passkey?.id;
  },
  'roles/:id': (scene, path) => (path.startsWith('/api/admin/') ? role(scene, path) : teamRole(scene)),
  'organization-roles/:id': async ({ service }) => (await newTeamRole(service, null)).id,
  'invites/:id': invite,
  'branding/:organizationId': async (scene) => {
    const { id } = (scene.whose === 'own' && scene.caller.home) || (await newOrganization(scene.service));
    await keepLogo(scene, id);
    return id;
  },
  'invites/:token': async ({ service, caller }) =>
    (await inviteBy(service, (await newOrganization(service)).owner, caller.email)).token,
  'applications/:id': application,
  'webhooks/:id': webhook,
  'destinations/:id': destination,
  'hooks/:id': ({ service }) => placeHook(service, nextPoint()),
  'domains/:id': domain,
  'scim-tokens/:id': scimToken,
  'scim-groups/:id': scimGroup,
  'Users/:id': async (scene) => (await somebody(scene)).id,
  'Groups/:id': scimGroup,
  'ResourceTypes/:id': async () => 'User',
  'Schemas/:id': async () => scimSchemas.user,
  'connections/:id': connection,
  'sso/:id': connection,
  'links/:userId': linkedMember,
  'deliveries/:deliveryId': ({ service }, path) => insertDelivery(service, path.split('/').at(-2) ?? ''),
  'audit-logs/:id': sealedEntry,
  'oauth/:provider': async () => 'google',
  'accounts/:provider': linkedProvider,
};

/** Routes that need something other than their path suggests. */
const things: Partial<Record<RouteName, Fill>> = {
  // Only an ADMIN changes others; everyone changes themselves.
  updateUser: async (scene) => (scene.whose === 'own' ? scene.caller.id : (await somebody(scene)).id),
  resetTwoFactor: twoFactorUser,
};

/** What must exist before a route can succeed, although its request doesn't name it. */
const preparations: Partial<Record<RouteName, (scene: Scene) => Promise<unknown>>> = {
  getPicture: keepPicture,
  deleteLogo: async (scene) => keepLogo(scene, scene.caller.home?.id),
  deletePicture: keepPicture,
  unlinkOAuthAccountByQuery: linkedProvider,
};

async function keepLogo({ service }: Scene, organizationId: string | undefined): Promise<void> {
  const kept = { contentType: 'image/gif', content: picture, etag: 'picture' };
  if (organizationId) await saveLogo(service.sql, organizationId, kept, service.clock.now());
}

async function keepPicture({ service, caller }: Scene): Promise<void> {
  const kept = { contentType: 'image/gif', content: picture, etag: 'picture' };
  await savePicture(service.sql, caller.id, kept, service.clock.now());
}

const newDestination = { name: 'Archive', kind: 'http', settings: { url: 'https://example.com/events' } };

/** Queries and bodies that can't be derived from a schema alone. */
const queries: Partial<Record<RouteName, (scene: Scene) => Promise<Record<string, string>>>> = {
  unlinkOAuthAccountByQuery: async () => ({ provider: 'google' }),
  getConsent: async (scene) => ({ request: await consentRequest(scene) }),
};

/** No one here has a directory's token, so no one gets as far as the body. */
const unread = async () => ({});

const bodies: Partial<Record<RouteName, (scene: Scene) => Promise<object>>> = {
  createScimUser: unread,
  replaceScimUser: unread,
  patchScimUser: unread,
  createScimGroup: unread,
  replaceScimGroup: unread,
  patchScimGroup: unread,
  register: async () => ({ email: sampleEmail(), password: 'Correct-Horse-7', organizationName: 'Acme' }),
  createUser: async () => ({ email: sampleEmail() }),
  impersonate: async ({ service }) => ({ userId: (await newLoner(service)).id }),
  createApplication: async () => ({ name: 'Example', kind: 'web', redirectUris: [redirectUri] }),
  callMcp: async () => ({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  lookUpDeviceGrant: async (scene) => ({ userCode: await userCode(scene) }),
  decideDeviceGrant: async (scene) => ({ request: await deviceRequest(scene), decision: 'allow' }),
  decideConsent: async (scene) => ({ request: await consentRequest(scene), decision: 'allow' }),
  confirmLogout: async ({ service, caller }) => {
    const asked = { kind: 'logout', userId: caller.id, redirectTo: 'http://latchkey.test/signed-out' };
    return { request: sealRequest(service.oidc.requestKey, asked) };
  },
  updatePolicy: async () => ({ version: 0, policy: {} }),
  previewPolicy: async () => ({ policy: {} }),
  updateOrganizationPolicy: async () => ({ version: 0, policy: {} }),
  previewOrganizationPolicy: async () => ({ policy: {} }),
  addDomain: async () => ({ name: `d${uuidv7()}.test` }),
  createRole: async () => ({ name: `ROLE_R${uuidv7().replaceAll('-', '').toUpperCase()}` }),
  createTeamRole: async () => ({ key: `r${uuidv7()}`, name: 'Sample' }),
  createOrganizationTeamRole: async () => ({ key: `org-${uuidv7()}`, name: 'Sample' }),
  verifyEmailCode: async () => ({ email: sampleEmail(), code: '000000' }),
  registerWithEmailCode: async () => ({ email: sampleEmail(), code: '000000', organizationName: 'Acme' }),
  createDestination: async () => newDestination,
  createOrganizationDestination: async () => newDestination,
  replayWebhook: async () => ({ since: '2026-01-31T12:00:00.000Z' }),
  replayOrganizationWebhook: async () => ({ since: '2026-01-31T12:00:00.000Z' }),
  validateTwoFactor: async () => ({ pendingToken: 'none', code: '000000' }),
  createPasskey: async ({ service, caller }) => {
    const client = await clientFor(service, caller.id);
    const { options, challengeToken } = (await client.post('/api/auth/passkeys/options')).body;
    return { response: new Authenticator(service).create(options), challengeToken };
  },
  loginWithPasskey: async ({ service }) => {
    const device = new Authenticator(service);
    device.create({ challenge: 'none', user: { id: 'none' } });
    return { response: device.get({ challenge: 'none' }), challengeToken: 'none' };
  },
};

/** Routes whose body is a code of the caller's, and what their two-factor must be. */
const codes: Partial<Record<RouteName, 'pending' | 'enabled'>> = {
  verifyTwoFactor: 'pending',
  disableTwoFactor: 'enabled',
  replaceBackupCodes: 'enabled',
  reauthenticate: 'enabled',
};

/** Whether filling in the request changes what its caller is. */
export const changesCaller = (name: RouteName) => codes[name] !== undefined;

async function bodyOf(name: RouteName, scene: Scene): Promise<object | undefined> {
  const state = codes[name];
  return state ? { code: await codeFor(scene, state) } : bodies[name]?.(scene);
}

/** A code of the caller's, who then has two-factor set up to this state; any code if they already had it. */
async function codeFor({ service, caller }: Scene, state: 'pending' | 'enabled'): Promise<string> {
  const client = await clientFor(service, caller.id);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  if (!secret) return '000000';
  const now = service.clock.now();
  if (state === 'pending') return totp(secret, now);
  // Not through the route: turning two-factor on would end the session we're about to try.
  await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${caller.id}`;
  return totp(secret, now);
}

const picture = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

export type Filled = { path: string; body?: object; raw?: Uint8Array };

/** The route's complete request. If something can't be filled in, the author of the route must add it. */
export async function fill(name: RouteName, route: Endpoint, scene: Scene): Promise<Filled> {
  await preparations[name]?.(scene);
  const path = (await fillPath(name, route, scene)) + (await queryOf(name, route, scene));
  if (!route.body) return { path };
  if (isBinary(route.body)) return { path, raw: picture };
  const body = (await bodyOf(name, scene)) ?? sampleOf(jsonSchemaOf(route.body));
  const checked = route.body.safeParse(body);
  if (!checked.success) throw cannotFill('the body', name, route, 'bodies', checked.error);
  return { path, body: body as object };
}

async function fillPath(name: RouteName, route: Endpoint, scene: Scene): Promise<string> {
  const parts: string[] = [];
  for (const part of route.path.split('/')) {
    const kind = `${parts.at(-1)}/${part}`;
    if (!part.startsWith(':')) parts.push(part);
    else if (scene.whose === 'unknown') parts.push(uuidv7());
    else {
      const known = things[name] ?? parameters[kind];
      if (!known)
        throw new Error(
          `The authorization matrix cannot fill ${part} of ${route.method} ${route.path}: add '${kind}' to ` +
            '`parameters` in server/testing/matrix/requests.ts.',
        );
      parts.push(await known(scene, parts.join('/')));
    }
  }
  return parts.join('/');
}

async function queryOf(name: RouteName, route: Endpoint, scene: Scene): Promise<string> {
  if (!route.query) return '';
  const given =
    (await queries[name]?.(scene)) ?? (sampleOf(jsonSchemaOf(route.query)) as Record<string, string>);
  const checked = route.query.safeParse(given);
  if (!checked.success) throw cannotFill('the query', name, route, 'queries', checked.error);
  const query = new URLSearchParams(given).toString();
  return query && `?${query}`;
}

function cannotFill(what: string, name: RouteName, route: Endpoint, table: string, error: z.ZodError): Error {
  return new Error(
    `The authorization matrix cannot fill ${what} of ${route.method} ${route.path}: add ${name} to \`${table}\` in ` +
      `server/testing/matrix/requests.ts.\n${z.prettifyError(error)}`,
  );
}

type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
};

const schemas = new Map<z.ZodType, JsonSchema>();

/** Translated once: every actor asks for the same. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known =
    schemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  schemas.set(schema, known);
  return known;
}

function sampleEmail(): string {
  return `sample-${uuidv7()}@example.com`;
}

/** A value for a schema; for an object, only its required fields. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.format === 'email') return sampleEmail();
  if (schema.format === 'uuid') return uuidv7();
  const [choice = schema.examples?.[0]] = schema.enum ?? [];
  if (choice !== undefined) return choice;
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0]);
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type !== 'object') return 'sample';
  const required = schema.required ?? [];
  return Object.fromEntries(required.map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]));
}

/** A value for one field of a body, required or not. */
export function sampleField(route: Endpoint, field: string): unknown {
  if (!route.body || isBinary(route.body)) throw new Error(`${route.path} has no field ${field}`);
  return sampleOf(jsonSchemaOf(route.body).properties?.[field] ?? {});
}
