import type { OrganizationRole } from '@latchkey/contract';
import type { Client } from './client.ts';
import { proveDomain } from './domains.ts';
import { landing } from './oauth/journey.ts';
import { googleClient, type OpenIdPerson, startOpenIdProvider } from './oauth/openid.ts';
import { newOrganization, type Person, settleIn } from './organizations.ts';
import { newVerified, startService } from './service.ts';
import { startZone } from './zone.ts';

export const connectionsPath = '/api/organizations/current/connections';

type Options = Parameters<typeof startService>[0] & { idp?: Parameters<typeof startOpenIdProvider>[0] };

/** The service, a name server and an identity provider, and browsers that travel between them. */
export async function startWithIdp({ idp: idpOptions, ...options }: Options = {}) {
  const zone = await startZone();
  const idp = await startOpenIdProvider({ anyRedirect: true, ...idpOptions });
  const env = { DNS_SERVERS: zone.server, WEBHOOK_ALLOWED_NETWORKS: 'loopback', ...options.env };
  const service = await startService({ ...options, env });
  let people = 0;

  const oidc = { issuer: idp.url, clientId: googleClient.id, clientSecret: googleClient.secret };

  async function make(owner: Pick<Person, 'client'>, kind = 'oidc') {
    const made = await owner.client.post(connectionsPath, { kind, name: 'Acme login' });
    if (made.status !== 201) throw new Error(`creating a connection failed: ${made.text}`);
    return made.body.connection.id as string;
  }

  async function change(owner: Pick<Person, 'client'>, id: string, edit: object) {
    const answer = await owner.client.patch(`${connectionsPath}/${id}`, edit);
    if (answer.status !== 200) throw new Error(`changing a connection failed: ${answer.text}`);
    return answer.body.connection;
  }

  /** Leaves for the identity provider and comes back. */
  async function travel(client: Client, path: string, login: string | null) {
    // A browser that follows links sends no header of ours.
    const departure = await client.get(path, { csrf: false });
    const location = departure.headers.get('location') ?? '';
    if (!location.startsWith(idp.url)) return landing(departure);
    const back = await idp.visit(location, login);
    return landing(await client.get(back.pathname + back.search, { csrf: false }));
  }

  async function test(owner: Pick<Person, 'client'>, id: string, login: string | null) {
    const { redirectTo } = (await owner.client.post(`${connectionsPath}/${id}/test`)).body;
    const landed = await travel(owner.client, redirectTo, login);
    return { landed, test: (await owner.client.get(`${connectionsPath}/${id}/test`)).body.test };
  }

  /** Someone at the identity provider. */
  function somebody(domain: string, more: OpenIdPerson = {}) {
    people++;
    const login = `person-${people}`;
    const email = more.email ?? `${login}@${domain}`;
    idp.people.set(login, { email, given_name: 'Ada', family_name: 'Lovelace', ...more });
    return { login, email };
  }

  /** An organization whose identity provider signs people in. */
  async function connected(edit: object = {}) {
    const organization = await newOrganization(service);
    const { owner } = organization;
    const domain = await proveDomain(owner, zone);
    const id = await make(owner);
    await change(owner, id, { oidc, domains: [domain.name], ...edit });
    const tester = somebody(domain.name);
    await test(owner, id, tester.login);
    await change(owner, id, { enabled: true });
    return { ...organization, domain, connectionId: id, path: `/api/auth/sso/${id}` };
  }

  /** Leaves its members no other way in. Its OWNER could break the glass. */
  async function requireSignOn({ owner, connectionId }: Awaited<ReturnType<typeof connected>>) {
    await service.sql`UPDATE users SET password_hash = 'none', two_factor_enabled = true WHERE id = ${owner.id}`;
    await change(owner, connectionId, { required: true });
  }

  /** The same as `connected`, and it is required. */
  async function requiring(edit: object = {}) {
    const organization = await connected(edit);
    await requireSignOn(organization);
    return organization;
  }

  /** A member with a password and an address at the identity provider, signed in by password. */
  async function memberAt(at: { id: string; domain: { name: string } }, role: OrganizationRole = 'MEMBER') {
    const known = somebody(at.domain.name);
    const person = await newVerified(service, { email: known.email });
    await settleIn(service, person.id, at.id, role);
    return { ...person, login: known.login };
  }

  return {
    service,
    zone,
    idp,
    oidc,
    make,
    change,
    travel,
    test,
    somebody,
    connected,
    requireSignOn,
    requiring,
    memberAt,
  };
}
