import { rateLimits } from '@latchkey/contract';
import { Authenticator, addPasskey } from '../authenticator.ts';
import type { Client } from '../client.ts';
import { insertExisting } from '../destinations.ts';
import { placeHook } from '../hooks.ts';
import { newKey } from '../keys.ts';
import { type Actor, actors, enact } from '../matrix/actors.ts';
import { startWithProviders } from '../oauth/journey.ts';
import { newApplication, tokensFor } from '../oidc.ts';
import { insertOrganizationKey } from '../organization-keys.ts';
import { inviteTo, newLoner, newMember, newOrganization } from '../organizations.ts';
import { clientFor, startService, type TestService } from '../service.ts';
import { insertDelivery, insertEndpoint } from '../webhooks.ts';
import { JudgedClient, type Witness } from './judged-client.ts';
import type { Known } from './values.ts';

/** Someone who sends requests, and the client they use. */
export type Sender = { name: string; client: Client; revive(): Promise<Client> };
export type World = Awaited<ReturnType<typeof createWorld>>;

const env = { ENABLE_DYNAMIC_CLIENTS: 'true', ENABLE_EMAIL_LOGIN: 'true', ENABLE_MCP: 'true' };

/** The default limits, which tests otherwise keep out of the way. */
const limited = Object.fromEntries(
  Object.values(rateLimits).flatMap(({ env, limit, windowMs }) =>
    env ? [[env, `${limit}/${windowMs / 60_000}m`]] : [['RATE_LIMIT_MAX', String(limit)]],
  ),
);

/** A service with its own database, a second one beside it that counts, and people with every kind of credential. */
export async function createWorld(witness: Witness) {
  const journey = await startWithProviders({ env });
  const { service } = journey;
  service.client = (ipAddress) => new JudgedClient(service.url, witness, ipAddress);
  const strict = await startService({
    database: service.database,
    clock: service.clock,
    env: { ...service.env, ...limited },
  });
  const senders: Sender[] = [];
  for (const actor of actors) senders.push(await sender(actor.name, async () => clientOf(service, actor)));
  for (const [name, more] of Object.entries(broken))
    senders.push(await sender(name, async () => more(service)));
  senders.push(await sender('OIDC token', () => oidcClient(service)));
  const known: Known = { existing: {}, emails: [] };
  await refill(service, known);
  return {
    journey,
    service,
    strict,
    senders,
    known,
    async close() {
      await strict.close();
      await journey.close();
    },
  };
}

async function sender(name: string, revive: () => Promise<Client>): Promise<Sender> {
  return { name, revive, client: await revive() };
}

async function clientOf(service: TestService, actor: Actor): Promise<Client> {
  return (await enact(service, actor)).client;
}

async function oidcClient(service: TestService): Promise<Client> {
  const { owner } = await newOrganization(service);
  const client = service.client();
  client.bearer = (await tokensFor(service, owner.client, await newApplication(service))).access_token;
  return client;
}

/** Invalid credentials. */
const broken: Record<string, (service: TestService) => Client> = {
  'nonsense for a token': (service) => bearing(service, 'nonsense'),
  'nonsense for a key': (service) => bearing(service, 'lsk_nonsense'),
  'a forged JWT': (service) => bearing(service, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'),
  'a forged cookie': (service) => {
    const client = service.client();
    client.cookies.set('latchkey_session', 'nonsense.nonsense').set('remember_me', 'nonsense');
    return client;
  },
};

function bearing(service: TestService, token: string): Client {
  const client = service.client();
  client.bearer = token;
  return client;
}

/** Creates things to ask for; the previous ones may be gone. */
export async function refill(service: TestService, known: Known): Promise<void> {
  const { sql } = service;
  const { id: organizationId, owner } = await newOrganization(service);
  const member = await newMember(service, organizationId, 'MEMBER');
  const client = await clientFor(service, owner.id);
  const { id: passkey } = (await addPasskey(client, new Authenticator(service))).body.passkey;
  const invite = await inviteTo({ ...owner, client }, (await newLoner(service)).email);
  const webhooks = [await insertEndpoint(service, null), await insertEndpoint(service, organizationId)];
  const destinations = [await insertExisting(service, null), await insertExisting(service, organizationId)];
  const ids = async (rows: Promise<readonly { id: string }[]>) => (await rows).map(({ id }) => id);
  known.emails = ['nobody@example.com', owner.email, member.email];
  known.existing = {
    users: await ids(sql<{ id: string }[]>`SELECT id FROM users ORDER BY id DESC LIMIT 8`),
    members: [owner.id, member.id],
    roles: await ids(sql<{ id: string }[]>`SELECT id FROM roles ORDER BY id DESC LIMIT 6`),
    keys: [(await newKey(client)).id, (await insertOrganizationKey(service, organizationId)).id],
    passkeys: [passkey],
    sessions: await ids(sql<{ id: string }[]>`SELECT id FROM sessions ORDER BY id DESC LIMIT 6`),
    invites: [invite.id, invite.token],
    applications: [(await newApplication(service)).id, (await newApplication(service, { kind: 'spa' })).id],
    'audit-logs': await ids(sql<{ id: string }[]>`SELECT id FROM audit_logs ORDER BY id DESC LIMIT 3`),
    webhooks,
    destinations,
    hooks: [await placeHook(service)],
    deliveries: [],
    oauth: ['google', 'github'],
    accounts: ['google', 'github'],
  };
  for (const id of webhooks) known.existing.deliveries?.push(await insertDelivery(service, id));
}
