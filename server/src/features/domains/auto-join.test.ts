import { addDomain, domainsPath, proveDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newOrganization,
  type Person,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import {
  clientFor,
  moveTo,
  newUser,
  newVerified,
  password,
  startService,
  type TestService,
  verifyMailed,
} from '@latchkey/server/testing/service';
import { startZone } from '@latchkey/server/testing/zone';
import { describe, expect, test } from 'vitest';

const zone = started(startZone);
const service = started(() => startService({ env: { DNS_SERVERS: zone.server } }));

async function open(on: TestService = service) {
  const organization = await newOrganization(on);
  const domain = await proveDomain(organization.owner, zone);
  await setAutoJoin(organization.owner, domain, true);
  return { ...organization, domain };
}

async function setAutoJoin(owner: Person, { id }: { id: string }, autoJoin: boolean) {
  const answer = await owner.client.patch(`${domainsPath}/${id}`, { autoJoin });
  expect([answer.status, answer.body.domain.autoJoin]).toEqual([200, autoJoin]);
}

const register = (email: string, more = {}, on: TestService = service) =>
  on.client().post('/api/auth/register', { email, password, ...more });

test('is refused for a domain that is not proven', async () => {
  const { owner } = await newOrganization(service);
  const { id } = await addDomain(owner);
  const answer = await owner.client.patch(`${domainsPath}/${id}`, { autoJoin: true });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'DOMAIN_NOT_VERIFIED']);
});

test('is recorded when it is turned on, and only then', async () => {
  const { owner, domain } = await open();
  await setAutoJoin(owner, domain, true);
  const entries = (await service.audit(owner.email)).filter(({ action }) => action === 'ORG_UPDATED');
  expect(entries).toMatchObject([
    { metadata: { domain: domain.name, changes: { autoJoin: { from: false, to: true } } } },
  ]);
});

describe('registering with neither an organization nor an invitation', () => {
  test('makes an account that joins as MEMBER once its address is verified', async () => {
    const { id: organizationId, domain } = await open();
    const email = `ada@${domain.name}`;
    const registered = await register(email);
    expect([registered.status, registered.body.user.organization]).toEqual([201, null]);
    const { id } = registered.body.user;
    expect(await standingOf(service, id)).toMatchObject({ organizationId: null });
    expect((await verifyMailed(service, email)).status).toBe(200);
    expect(await standingOf(service, id)).toEqual({ organizationId, organizationRole: 'MEMBER' });
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'ORG_MEMBER_JOINED',
      organizationId,
      metadata: { domain: domain.name },
    });
  });

  test('is 400 for other addresses, subdomains and lookalikes', async () => {
    const { owner, domain } = await open();
    for (const email of [
      'ada@elsewhere.test',
      `ada@sub.${domain.name}`,
      `ada@${domain.name}.x.test`,
      `ada@x${domain.name}`,
    ]) {
      const answer = await register(email);
      expect([email, answer.status]).toEqual([email, 400]);
      expect(answer.body.error.details).toHaveProperty('inviteToken');
    }
    await setAutoJoin(owner, domain, false);
    expect((await register(`ada@${domain.name}`)).status).toBe(400);
  });

  test('joins nothing without a proof, where addresses need none', async () => {
    const trusting = await startService({
      env: { DNS_SERVERS: zone.server, ENABLE_EMAIL_VERIFICATION: 'false' },
    });
    const { domain } = await open(trusting);
    const { body } = await register(`ada@${domain.name}`, {}, trusting);
    expect(await standingOf(trusting, body.user.id)).toMatchObject({ organizationId: null });
  });
});

test('an account of no organization joins when it moves to an address in the domain', async () => {
  const { id: organizationId, domain } = await open();
  const { client, id } = await newLoner(service);
  expect((await moveTo(service, client, `moved@${domain.name}`)).status).toBe(200);
  expect(await standingOf(service, id)).toEqual({ organizationId, organizationRole: 'MEMBER' });
});

test('an internationalized address is in its domain', async () => {
  const { owner, id: organizationId } = await newOrganization(service);
  const domain = await proveDomain(owner, zone, 'bücher-test.example');
  await setAutoJoin(owner, domain, true);
  const { client, id } = await newLoner(service);
  await client.post('/api/users/profile', { email: 'ada@bücher-test.example' });
  const token = await service.mailedToken(`ada@${domain.name}`);
  await client.post('/api/auth/verify-email', { token });
  expect(await standingOf(service, id)).toMatchObject({ organizationId });
});

test('a member of another organization stays there', async () => {
  const { domain } = await open();
  const { id, organizationId } = await newVerified(service, { email: `boss@${domain.name}` });
  expect(await standingOf(service, id)).toMatchObject({ organizationId });
});

test('nothing is joined once the proof is gone', async () => {
  const { owner, domain } = await open();
  const email = `late@${domain.name}`;
  const { body } = await register(email);
  const other = await newUser(service);
  zone.withdraw(domain.record);
  await proveDomain(other, zone, domain.name);
  await verifyMailed(service, email);
  expect(await standingOf(service, body.user.id)).toMatchObject({ organizationId: null });
  expect((await owner.client.get(domainsPath)).body.domains[0].verified).toBe(false);
});

test('a policy that only lets other domains join keeps people out', async () => {
  const { id: organizationId, owner, domain } = await open();
  const waiting = `waiting@${domain.name}`;
  const { id } = (await register(waiting)).body.user;
  await setPolicy(owner.client, organizationPolicy, { emailDomains: ['elsewhere.example'] });
  expect((await register(`late@${domain.name}`)).status).toBe(400);
  expect((await verifyMailed(service, waiting)).status).toBe(200);
  expect(await standingOf(service, id)).toMatchObject({ organizationId: null });
  await setPolicy(owner.client, organizationPolicy, { emailDomains: [domain.name] });
  const early = `early@${domain.name}`;
  const joining = (await register(early)).body.user;
  await verifyMailed(service, early);
  expect(await standingOf(service, joining.id)).toMatchObject({ organizationId });
});

describe('a person who was removed from the organization', () => {
  const members = '/api/organizations/current/members';

  /** A member who joined by their address, and was removed by hand. */
  async function removed() {
    const organization = await open();
    const { owner, domain } = organization;
    const person = await newLoner(service);
    const comesBackAs = async (name: string) => {
      service.clock.advance({ hours: 1 });
      const client = await clientFor(service, person.id);
      expect((await moveTo(service, client, `${name}@${domain.name}`)).status).toBe(200);
      return standingOf(service, person.id);
    };
    expect(await comesBackAs(`a${person.id}`)).toMatchObject({ organizationId: organization.id });
    const remove = () => owner.client.delete(`${members}/${person.id}`);
    return { ...organization, person, comesBackAs, remove };
  }

  test('does not come back by moving to another address in the domain', async () => {
    const { person, comesBackAs, remove } = await removed();
    expect((await remove()).status).toBe(200);
    expect(await comesBackAs(`b${person.id}`)).toMatchObject({ organizationId: null });
  });

  test('comes back so once they were invited again, and not by an invitation from before', async () => {
    const { id: organizationId, owner, domain, person, comesBackAs, remove } = await removed();
    await inviteTo(owner, `c${person.id}@${domain.name}`);
    service.clock.advance({ minutes: 1 });
    expect((await remove()).status).toBe(200);
    expect(await comesBackAs(`c${person.id}`)).toMatchObject({ organizationId: null });
    await inviteTo(owner, `d${person.id}@${domain.name}`);
    expect(await comesBackAs(`d${person.id}`)).toMatchObject({ organizationId });
  });

  test('may leave by themselves and come back, once an invitation had let them in again', async () => {
    const { id: organizationId, owner, person, comesBackAs, remove } = await removed();
    expect((await remove()).status).toBe(200);
    const { email } = (await (await clientFor(service, person.id)).get('/api/auth/me')).body.user;
    const { token } = await inviteTo(owner, email);
    const client = await clientFor(service, person.id);
    expect((await client.post(`/api/invites/${token}/accept`)).status).toBe(200);
    expect((await client.delete(`${members}/${person.id}`)).status).toBe(200);
    expect(await comesBackAs(`e${person.id}`)).toMatchObject({ organizationId });
  });
});
