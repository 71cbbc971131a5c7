import { latchkeyScopes, type OrganizationRole, type SystemRole } from '@latchkey/contract';
import type { Client } from '../client.ts';
import { keyClient, newKey } from '../keys.ts';
import { insertOrganizationKey } from '../organization-keys.ts';
import { joins, newLoner, newOrganization, type Person, settleIn } from '../organizations.ts';
import { clientFor, type TestService } from '../service.ts';
import { vouchFor } from '../vouched.ts';

/** Someone who calls, and their credential. */
export type Actor = {
  name: string;
  credential: 'none' | 'cookie' | 'accessToken' | 'READ_ONLY' | 'READ_WRITE' | 'organizationKey';
  /** Of an organization's key. */
  scopes?: readonly string[];
  role: SystemRole;
  twoFactor: boolean;
  /** In the organization they act in, which also has another OWNER. Null: belongs to none. */
  organizationRole: OrganizationRole | null;
  /** Each request names an organization: one of theirs that isn't their default, or one that isn't theirs. */
  choosing?: { theirs: true; rankInDefault: OrganizationRole } | { theirs: false };
  /** An ADMIN acts as the person described. */
  impersonating?: true;
  /** Signed in long ago, and hasn't proven anything since. */
  staleProof?: true;
  /** Signs in with a provider. */
  withoutPassword?: true;
  /** The organization's identity provider began their session. They have a password, unless they have nothing of their own. */
  vouched?: 'with a password' | 'with nothing';
};

const user = { credential: 'cookie', role: 'USER', twoFactor: false } as const;
const admin = { credential: 'cookie', role: 'ADMIN', twoFactor: true, organizationRole: 'MEMBER' } as const;

const program = { ...user, credential: 'organizationKey', organizationRole: 'MEMBER' } as const;

export const actors: readonly Actor[] = [
  { ...user, name: 'nobody', credential: 'none', organizationRole: null },
  { ...user, name: 'USER', organizationRole: null },
  { ...user, name: 'MODERATOR', role: 'MODERATOR', organizationRole: 'MEMBER' },
  { ...admin, name: 'ADMIN' },
  { ...admin, name: 'ADMIN without two-factor', twoFactor: false, organizationRole: 'OWNER' },
  { ...user, name: 'MEMBER', organizationRole: 'MEMBER' },
  { ...user, name: 'organization ADMIN', organizationRole: 'ADMIN' },
  { ...user, name: 'OWNER', organizationRole: 'OWNER' },
  { ...admin, name: "ADMIN's access token", credential: 'accessToken' },
  { ...admin, name: "ADMIN's READ_ONLY key", credential: 'READ_ONLY' },
  { ...admin, name: "ADMIN's READ_WRITE key", credential: 'READ_WRITE', organizationRole: 'OWNER' },
  { ...user, name: "MEMBER's READ_WRITE key", credential: 'READ_WRITE', organizationRole: 'MEMBER' },
  { ...admin, name: 'key of an ADMIN without two-factor', credential: 'READ_WRITE', twoFactor: false },
  { ...user, name: 'ADMIN impersonating an OWNER', organizationRole: 'OWNER', impersonating: true },
  { ...program, name: "organization's key with every scope", scopes: latchkeyScopes },
  { ...program, name: "organization's key with scopes of its own", scopes: ['orders:read'] },
  { ...program, name: "organization's key that may read", scopes: ['latchkey:read'] },
  {
    ...user,
    name: 'OWNER in a chosen organization, MEMBER in the default',
    organizationRole: 'OWNER',
    choosing: { theirs: true, rankInDefault: 'MEMBER' },
  },
  {
    ...user,
    name: 'MEMBER in a chosen organization, MODERATOR and OWNER in the default',
    role: 'MODERATOR',
    organizationRole: 'MEMBER',
    choosing: { theirs: true, rankInDefault: 'OWNER' },
  },
  {
    ...admin,
    name: 'ADMIN who names a foreign organization',
    organizationRole: 'OWNER',
    choosing: { theirs: false },
  },
  { ...admin, name: 'ADMIN whose proof is old', organizationRole: 'OWNER', staleProof: true },
];

/** A live actor: `client` sends their requests, `home` is their organization with its other OWNER. */
export type Presence = Person & { home: { id: string; owner: Person } | null };

export async function enact(service: TestService, actor: Actor): Promise<Presence> {
  const home = actor.organizationRole ? await newOrganization(service) : null;
  const person = await newLoner(service);
  await service.sql`
    UPDATE users SET role = ${actor.role}, two_factor_enabled = ${actor.twoFactor} WHERE id = ${person.id}`;
  const { choosing } = actor;
  if (choosing?.theirs)
    await settleIn(service, person.id, (await newOrganization(service)).id, choosing.rankInDefault);
  if (choosing?.theirs && home) await joins(service, person.id, home.id, actor.organizationRole ?? undefined);
  else await settleIn(service, person.id, home?.id ?? null, actor.organizationRole ?? undefined);
  const client = await clientOf(service, actor, person, home?.id);
  if (choosing?.theirs && home) nameAlways(client, home.id);
  else if (choosing) nameAlways(client, (await newOrganization(service)).id);
  if (actor.staleProof)
    await service.sql`
      UPDATE sessions SET proven_at = proven_at - interval '601 seconds' WHERE user_id = ${person.id}`;
  if (actor.vouched && home) await vouchFor(service, person.id, home.id);
  if (actor.vouched === 'with a password')
    await service.sql`UPDATE users SET password_hash = 'none' WHERE id = ${person.id}`;
  if (actor.withoutPassword) await service.sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`;
  return { ...person, home, client };
}

/** Enacts each actor once, for requests that leave their caller unchanged. */
export function createCast(service: TestService): (actor: Actor) => Promise<Presence> {
  const standing = new Map<Actor, Promise<Presence>>();
  return (actor) => {
    const caller = standing.get(actor) ?? enact(service, actor);
    standing.set(actor, caller);
    return caller;
  };
}

/** From now on, each request of this client names the organization. */
function nameAlways(client: Client, organizationId: string): void {
  const send = client.send.bind(client);
  client.send = (method, path, options = {}) =>
    send(method, path, { ...options, headers: { 'x-organization-id': organizationId, ...options.headers } });
}

async function clientOf(service: TestService, actor: Actor, person: Person, organizationId = '') {
  if (actor.credential === 'none') return service.client();
  if (actor.credential === 'organizationKey') {
    const scopes = [...(actor.scopes ?? [])];
    return keyClient(service, (await insertOrganizationKey(service, organizationId, { scopes })).key);
  }
  if (actor.impersonating) return impersonator(service, person.id);
  if (actor.credential === 'cookie') return person.client;
  if (actor.credential !== 'accessToken')
    return keyClient(service, (await newKey(person.client, { permission: actor.credential })).key);
  const refreshed = await person.client.post('/api/auth/refresh', {});
  const client = service.client();
  client.bearer = refreshed.body.tokens.accessToken;
  return client;
}

async function impersonator(service: TestService, userId: string) {
  const root = await newLoner(service);
  await service.sql`UPDATE users SET role = 'ADMIN', two_factor_enabled = true WHERE id = ${root.id}`;
  const client = await clientFor(service, root.id);
  const started = await client.post('/api/admin/impersonate', { userId });
  if (started.status !== 200) throw new Error(`impersonation failed: ${started.text}`);
  return client;
}
