import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@latchkey/contract';
import { newFeedKey } from '@latchkey/server/testing/checks';
import type { Client } from '@latchkey/server/testing/client';
import { newKey } from '@latchkey/server/testing/keys';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { type Actor, enact, type Presence } from '@latchkey/server/testing/matrix/actors';
import { type Filled, fill, type RouteName, routes } from '@latchkey/server/testing/matrix/requests';
import { giveRole, newRole } from '@latchkey/server/testing/roles';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLatchkey } from '../index.ts';

/*
 * Every unsafe route of the contract, called by someone who may. Before it, the people concerned are answered from memory;
 * after it, beyond the bound, they are answered as Latchkey itself answers. A new route fails here until it has a line.
 */

const service = started(startService);
const maxStalenessMs = 500;
let key: string;
beforeAll(async () => {
  key = await newFeedKey(service);
});

/** Who looks different afterwards, to a backend. `nothing`: the request changes no one's answer, or here is refused. */
type Outcome = 'caller' | 'target' | 'nothing';
// One row for each unsafe route.
const lines: Record<string, Outcome> = {
  acceptInvite: 'nothing',
  activateUser: 'nothing',
  addDomain: 'nothing',
  authorizeByForm: 'nothing',
  cancelDeletion: 'nothing',
  cancelInvite: 'nothing',
  changeMemberRole: 'target',
  completeOAuth: 'nothing',
  confirmChecks: 'nothing',
  confirmLogout: 'caller',
  createApplication: 'nothing',
  createApplicationSecret: 'nothing',
  createConnection: 'nothing',
  createFirstAdmin: 'nothing',
  createInvite: 'nothing',
  createInviteLink: 'nothing',
  createKey: 'nothing',
  createOrganization: 'nothing',
  createOrganizationKey: 'nothing',
  createOrganizationWebhook: 'nothing',
  createPasskey: 'nothing',
  createRole: 'nothing',
  createOrganizationTeamRole: 'caller',
  createScimGroup: 'nothing',
  createScimToken: 'nothing',
  createScimUser: 'nothing',
  createTeamRole: 'nothing',
  createUser: 'nothing',
  importUsers: 'nothing',
  revokeUserSession: 'nothing',
  revokeUserSessions: 'target',
  sendReset: 'nothing',
  sendTestEmail: 'nothing',
  callMcp: 'nothing',
  createDestination: 'nothing',
  createOrganizationDestination: 'nothing',
  decideDeviceGrant: 'nothing',
  deleteDestination: 'nothing',
  deleteLogo: 'nothing',
  deleteOrganizationDestination: 'nothing',
  lookUpDeviceGrant: 'nothing',
  preparePasskeyRegistration: 'nothing',
  putLogo: 'nothing',
  registerWithEmailCode: 'nothing',
  rotateDestinationSecret: 'nothing',
  rotateOrganizationDestinationSecret: 'nothing',
  startDeviceGrant: 'nothing',
  testDestination: 'nothing',
  testOrganizationDestination: 'nothing',
  updateBranding: 'nothing',
  updateDestination: 'nothing',
  updateOrganizationDestination: 'nothing',
  createHook: 'nothing',
  updateHook: 'nothing',
  deleteHook: 'nothing',
  rotateHookSecret: 'nothing',
  testHook: 'nothing',
  createWebhook: 'nothing',
  deactivateUser: 'target',
  decideConsent: 'nothing',
  deleteApplication: 'nothing',
  deleteConnection: 'nothing',
  deleteConnectionLink: 'nothing',
  deleteConnectionLinks: 'nothing',
  deleteOrganization: 'caller',
  deleteOrganizationTeamRole: 'nothing',
  deleteOrganizationWebhook: 'nothing',
  deletePasskey: 'nothing',
  deletePicture: 'nothing',
  deleteRole: 'nothing',
  deleteScimGroup: 'nothing',
  deleteScimUser: 'nothing',
  deleteTeamRole: 'nothing',
  deleteUser: 'target',
  deleteWebhook: 'nothing',
  disableTwoFactor: 'nothing',
  discoverSso: 'nothing',
  endSessionByForm: 'nothing',
  exchangeToken: 'nothing',
  exitImpersonation: 'nothing',
  finishOAuthByForm: 'nothing',
  forgotPassword: 'nothing',
  impersonate: 'caller',
  introspectToken: 'nothing',
  linkOAuth: 'nothing',
  login: 'nothing',
  loginWithPasskey: 'nothing',
  logout: 'caller',
  mapDirectoryGroup: 'nothing',
  patchScimGroup: 'nothing',
  patchScimUser: 'nothing',
  postUserinfo: 'nothing',
  preparePasskey: 'nothing',
  preparePasskeyLogin: 'nothing',
  prepareReauthentication: 'nothing',
  prepareTwoFactor: 'nothing',
  previewOrganizationPolicy: 'nothing',
  previewPolicy: 'nothing',
  putPicture: 'nothing',
  reauthenticate: 'nothing',
  receiveSaml: 'nothing',
  refresh: 'nothing',
  register: 'nothing',
  registerClient: 'nothing',
  removeDomain: 'nothing',
  removeMember: 'target',
  removeUserFromOrganization: 'target',
  replaceBackupCodes: 'nothing',
  replaceScimGroup: 'nothing',
  replaceScimUser: 'nothing',
  replayOrganizationWebhook: 'nothing',
  replayOrganizationWebhookDelivery: 'nothing',
  replayWebhook: 'nothing',
  replayWebhookDelivery: 'nothing',
  requestDeletion: 'caller',
  requestEmailCode: 'nothing',
  requestUnlock: 'nothing',
  resendInvite: 'nothing',
  resendVerification: 'nothing',
  resetPassword: 'nothing',
  resetRateLimits: 'nothing',
  resetTwoFactor: 'target',
  revokeKey: 'caller',
  revokeOrganizationKey: 'nothing',
  revokeOtherSessions: 'caller',
  revokeScimToken: 'nothing',
  revokeSession: 'caller',
  revokeToken: 'nothing',
  rotateOrganizationKey: 'nothing',
  rotateOrganizationWebhookSecret: 'nothing',
  rotateWebhookSecret: 'nothing',
  setDefaultOrganization: 'caller',
  setupTwoFactor: 'nothing',
  setMemberRoles: 'target',
  setTeamPermissions: 'nothing',
  setUserRoles: 'target',
  testConnection: 'nothing',
  testOrganizationWebhook: 'nothing',
  testWebhook: 'nothing',
  undoEmailChange: 'nothing',
  unlinkOAuthAccount: 'nothing',
  unlinkOAuthAccountByQuery: 'nothing',
  unlockUser: 'nothing',
  updateApplication: 'nothing',
  updateConnection: 'nothing',
  updateDomain: 'nothing',
  updateKey: 'caller',
  updateOrganization: 'caller',
  updateOrganizationKey: 'nothing',
  updateOrganizationPolicy: 'target',
  updateOrganizationTeamRole: 'caller',
  updateOrganizationWebhook: 'nothing',
  updatePasskey: 'nothing',
  updatePolicy: 'nothing',
  updateProfile: 'caller',
  updateRole: 'target',
  updateTeamRole: 'nothing',
  updateUser: 'caller',
  updateUserMetadata: 'target',
  updateWebhook: 'nothing',
  validateTwoFactor: 'nothing',
  verifyDomain: 'nothing',
  verifyEmail: 'nothing',
  verifyEmailCode: 'nothing',
  verifyKey: 'nothing',
  verifyTwoFactor: 'nothing',
  verifyUnlock: 'nothing',
  withdrawApplication: 'nothing',
};

const owner: Actor = {
  name: 'ADMIN and OWNER',
  credential: 'cookie',
  role: 'ADMIN',
  twoFactor: true,
  organizationRole: 'OWNER',
};
const unsafe = routes.filter(([, { method }]) => method !== 'GET');

/** Requests that change more than the usual one. They are made once everyone concerned is known. */
const requests: Partial<Record<RouteName, (caller: Presence) => Promise<Partial<Filled>>>> = {
  changeMemberRole: async () => ({ body: { role: 'ADMIN' } }),
  createOrganizationTeamRole: async () => ({ body: { key: 'org-all', name: 'All', isDefault: true } }),
  revokeKey: async ({ id }) => ({ path: `/api/keys/${await lastOf('api_keys', id)}` }),
  revokeSession: async ({ id }) => ({ path: `/api/auth/sessions/${await lastOf('sessions', id)}` }),
  setMemberRoles: async ({ home }) => ({
    body: { roles: [(await newTeamRole(service, home?.id ?? null)).key] },
  }),
  setUserRoles: async () => ({ body: { roles: [(await newRole(service, ['users:list'])).name] } }),
  updateKey: async ({ id }) => ({
    path: `/api/keys/${await lastOf('api_keys', id)}`,
    body: { permission: 'READ_WRITE' },
  }),
  updateOrganization: async () => ({ body: { name: 'Renamed' } }),
  updateOrganizationPolicy: async () => ({
    body: { version: 0, policy: { twoFactorRequired: true, twoFactorGraceDays: 3 } },
  }),
  updateOrganizationTeamRole: async () => ({ body: { isDefault: true } }),
  updateRole: async () => ({ body: { permissions: ['users:list'] } }),
  updateUserMetadata: async () => ({ body: { publicMetadata: { plan: 'pro' } } }),
};

async function lastOf(table: string, userId: string): Promise<string> {
  const [row] = await service.sql<{ id: string }[]>`
    SELECT id FROM ${service.sql(table)} WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1`;
  return row?.id ?? '';
}

type Watched = { whose: Outcome; headers: Record<string, string> };
type Seen = { outcome: Outcome; status: number; faults: unknown[] };

const cookieOf = (client: Client) => ({
  cookie: `latchkey_session=${client.cookies.get('latchkey_session')}`,
});

/** What a backend may see of a person: a session, and a key. */
async function credentialsOf(userId: string, whose: Outcome): Promise<Watched[]> {
  const client = await clientFor(service, userId);
  const { key } = await newKey(client);
  return [
    { whose, headers: cookieOf(client) },
    { whose, headers: { authorization: `Bearer ${key}` } },
  ];
}

/** The people that a request names, and one who holds the role that it names. */
async function targetsOf(name: RouteName, { path, body }: Filled, caller: Presence): Promise<Watched[]> {
  const colleague = name === 'updateOrganizationPolicy' ? caller.home?.owner.id : '';
  const named =
    `${colleague} ${path} ${JSON.stringify(body ?? {})}`.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ??
    [];
  const users = await service.sql<{ id: string }[]>`
    SELECT id FROM users WHERE id = ANY (${named}::uuid[]) AND id <> ${caller.id}`;
  const roles = await service.sql<{ id: string }[]>`SELECT id FROM roles WHERE id = ANY (${named}::uuid[])`;
  const holders = await Promise.all(
    roles.map(async ({ id }) => {
      const holder = await enact(service, { ...owner, role: 'USER' });
      await giveRole(service, holder.id, id);
      return holder;
    }),
  );
  const watched = [...users, ...holders].map(({ id }) => credentialsOf(id, 'target'));
  return (await Promise.all(watched)).flat();
}

async function answerOf(headers: Record<string, string>) {
  const response = await fetch(`${service.url}/api/auth/me`, { headers });
  const { csrfToken: _, error, ...caller } = (await response.json()) as Record<string, unknown>;
  return response.status === 200
    ? { caller }
    : { refused: response.status, code: (error as { code: string }).code };
}

function send(client: Client, { method, form, dialect }: Endpoint, { path, body, raw }: Filled) {
  const content = form && !dialect ? 'application/x-www-form-urlencoded' : raw && 'image/gif';
  const headers = content ? { 'content-type': content } : {};
  if (form && !dialect)
    return client.send(method, path, {
      headers,
      raw: new URLSearchParams(body as Record<string, string>).toString(),
    });
  return client.send(method, path, { headers, ...(body && { body }), ...(raw && { raw }) });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** On a busy machine, local answers may stop for a moment. */
async function untilHit(ask: () => Promise<unknown>, hits: () => number): Promise<void> {
  for (;;) {
    const since = hits();
    await ask();
    if (hits() > since) return;
    await pause(20);
  }
}

async function observe(name: RouteName, route: Endpoint): Promise<Seen> {
  const latchkey = createLatchkey({ url: service.url, local: { key, maxStalenessMs } });
  atEnd(() => latchkey.close());
  const hits = () => latchkey.local?.stats().hits ?? 0;
  const locally = async (headers: Watched['headers']) => {
    const { caller, refused } = await latchkey.authenticate({ headers });
    return refused ? { refused: refused.status, code: refused.code } : { caller };
  };
  const caller = await enact(service, owner);
  const filled = await fill(name, route, { service, caller, whose: 'own' });
  const own: Watched = { whose: 'caller', headers: cookieOf(caller.client) };
  const more = [...(await credentialsOf(caller.id, 'caller')), ...(await targetsOf(name, filled, caller))];
  const before: [Watched, string][] = [];
  for (const watched of [own, ...more]) {
    await untilHit(() => locally(watched.headers), hits);
    before.push([watched, JSON.stringify(await answerOf(watched.headers))]);
  }
  const { status } = await send(caller.client, route, { ...filled, ...(await requests[name]?.(caller)) });
  await pause(maxStalenessMs);
  const seen: Seen = { outcome: 'nothing', status, faults: [] };
  for (const [{ whose, headers }, earlier] of before) {
    const [told, known] = [await locally(headers), await answerOf(headers)];
    if (!isDeepStrictEqual(told, known)) seen.faults.push({ told, known });
    if (JSON.stringify(known) !== earlier && seen.outcome !== 'target') seen.outcome = whose;
  }
  latchkey.close();
  return seen;
}

describe('after each unsafe route, callers are answered as Latchkey answers', () => {
  test.concurrent.each(unsafe)('%s', async (name, route) => {
    const { faults, outcome, status } = await observe(name, route);
    expect(faults).toEqual([]);
    expect(outcome).toBe(lines[name]);
    if (outcome !== 'nothing') expect([200, 201]).toContain(status);
  });
});
