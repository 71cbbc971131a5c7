import { addDomain, domainsPath, newDomainName, proveDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newVerified, startService } from '@latchkey/server/testing/service';
import { startZone } from '@latchkey/server/testing/zone';
import { describe, expect, test } from 'vitest';

const zone = started(startZone);
// Domains work without single sign-on.
const service = started(() => startService({ env: { DNS_SERVERS: zone.server, ENABLE_SSO: 'false' } }));

const owner = async () => (await newOrganization(service)).owner;
const codeOf = (answer: { status: number; body: { error?: { code: string } } }) => [
  answer.status,
  answer.body.error?.code,
];
const verify = (person: Awaited<ReturnType<typeof owner>>, { id }: { id: string }) =>
  person.client.post(`${domainsPath}/${id}/verify`);

describe('adding a domain', () => {
  test('answers with the record to publish, and lists it', async () => {
    const { client, id } = await owner();
    const answer = await client.post(domainsPath, { name: ' Acme-One.EXAMPLE. ' });
    expect(answer.status).toBe(201);
    expect(answer.body.domain).toEqual({
      id: expect.any(String),
      name: 'acme-one.example',
      verified: false,
      record: {
        type: 'TXT',
        name: '_latchkey-challenge.acme-one.example',
        value: expect.stringMatching(/^latchkey-domain=[\w-]{43}$/),
      },
      autoJoin: false,
      verifiedAt: null,
      checkedAt: null,
      createdAt: expect.any(String),
    });
    expect((await client.get(domainsPath)).body).toEqual({ domains: [answer.body.domain] });
    const entry = (await service.audit()).findLast(({ userId }) => userId === id);
    expect(entry).toMatchObject({ action: 'ORG_DOMAIN_ADDED', metadata: { domain: 'acme-one.example' } });
  });

  test('takes an internationalized name in its ASCII form', async () => {
    const { name } = await addDomain(await owner(), 'BÜCHER-Laden.de');
    expect(name).toBe('xn--bcher-laden-thb.de');
  });

  test.each([
    'com',
    'co.uk',
    'github.io',
    'localhost',
    '192.0.2.1',
    '[::1]',
    '2130706433',
    'acme.com:80',
    'acme.com/path',
    'https://acme.com',
    'me@acme.com',
    '*.acme.com',
    'ac me.com',
    'a..com',
    'acme%2ecom',
    '-acme.com',
    `${'a'.repeat(64)}.com`,
    '',
  ])('refuses %o', async (name) => {
    expect(codeOf(await (await owner()).client.post(domainsPath, { name }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  test('is 409 for one it has, and open to others who claim it', async () => {
    const [one, other] = [await owner(), await owner()];
    const { name } = await addDomain(one);
    expect(codeOf(await one.client.post(domainsPath, { name }))).toEqual([409, 'DOMAIN_TAKEN']);
    expect((await other.client.post(domainsPath, { name })).status).toBe(201);
  });

  test('ends at twenty', async () => {
    const person = await owner();
    for (let nth = 0; nth < 20; nth++) await addDomain(person);
    expect(codeOf(await person.client.post(domainsPath, { name: newDomainName() }))).toEqual([
      400,
      'DOMAIN_LIMIT_REACHED',
    ]);
  });

  test('is for OWNERs, and reading for ADMINs', async () => {
    const { id, owner: person } = await newOrganization(service);
    const { id: domainId } = await addDomain(person);
    const [admin, member] = [await newMember(service, id, 'ADMIN'), await newMember(service, id, 'MEMBER')];
    expect((await admin.client.get(domainsPath)).body.domains).toHaveLength(1);
    expect((await member.client.get(domainsPath)).status).toBe(403);
    expect((await admin.client.post(domainsPath, { name: newDomainName() })).status).toBe(403);
    expect((await admin.client.patch(`${domainsPath}/${domainId}`, { autoJoin: true })).status).toBe(403);
    expect((await admin.client.post(`${domainsPath}/${domainId}/verify`)).status).toBe(403);
    expect((await admin.client.delete(`${domainsPath}/${domainId}`)).status).toBe(403);
  });
});

describe('verifying a domain', () => {
  test('needs the record, and stands once it is there', async () => {
    const person = await owner();
    const domain = await addDomain(person);
    expect(codeOf(await verify(person, domain))).toEqual([400, 'DOMAIN_NOT_VERIFIED']);
    zone.publish({ ...domain.record, value: 'v=spf1 -all' });
    expect(codeOf(await verify(person, domain))).toEqual([400, 'DOMAIN_NOT_VERIFIED']);
    zone.publish(domain.record);
    const answer = await verify(person, domain);
    expect(answer.status).toBe(200);
    expect(answer.body.domain).toMatchObject({
      ...domain,
      verified: true,
      verifiedAt: expect.any(String),
      checkedAt: expect.any(String),
    });
    expect((await verify(person, domain)).body.domain.verifiedAt).toBe(answer.body.domain.verifiedAt);
    const entries = (await service.audit(person.email)).filter(
      ({ action }) => action === 'ORG_DOMAIN_VERIFIED',
    );
    expect(entries).toMatchObject([{ metadata: { domain: domain.name } }]);
  });

  test('that finds no record tells what it looked up and found, and counts as a check', async () => {
    const person = await owner();
    const domain = await addDomain(person);
    const lookedUp = domain.record.name;
    expect((await verify(person, domain)).body.error.details).toEqual({ lookedUp, found: [] });
    zone.publish({ ...domain.record, value: 'v=spf1 -all' });
    for (const n of [1, 2, 3, 4, 5]) zone.publish({ ...domain.record, value: `note-${n}` });
    const { found } = (await verify(person, domain)).body.error.details;
    expect(found).toHaveLength(5);
    expect(found).toContain('v=spf1 -all');
    expect((await person.client.get(domainsPath)).body.domains[0]).toMatchObject({
      verified: false,
      checkedAt: expect.any(String),
    });
  });

  test('is 503 when DNS fails, and changes nothing', async () => {
    const person = await owner();
    const domain = await proveDomain(person, zone);
    zone.fail(true);
    expect(codeOf(await verify(person, domain))).toEqual([503, 'DNS_UNAVAILABLE']);
    zone.fail(false);
    expect((await person.client.get(domainsPath)).body.domains[0].verified).toBe(true);
  });

  test('is 409 while the holder publishes theirs, and takes the proof over once that is gone', async () => {
    const [holder, other] = [await owner(), await owner()];
    const held = await proveDomain(holder, zone);
    const claim = await addDomain(other, held.name);
    // Without a record of one's own, nothing is told about the holder.
    expect(codeOf(await verify(other, claim))).toEqual([400, 'DOMAIN_NOT_VERIFIED']);
    zone.publish(claim.record);
    expect(codeOf(await verify(other, claim))).toEqual([409, 'DOMAIN_TAKEN']);
    zone.withdraw(held.record);
    expect((await verify(other, claim)).status).toBe(200);
    expect((await holder.client.get(domainsPath)).body.domains[0]).toMatchObject({
      verified: false,
      verifiedAt: null,
    });
    const lost = (await service.audit()).filter(({ action }) => action === 'ORG_DOMAIN_LOST').at(-1);
    expect(lost).toMatchObject({
      userId: null,
      ipAddress: null,
      metadata: { domain: held.name, reason: 'proven_elsewhere' },
    });
  });

  test('of two organizations at once proves one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, owner));
    const name = newDomainName();
    const claims = await Promise.all(people.map((person) => addDomain(person, name)));
    for (const claim of claims) zone.publish(claim.record);
    const answers = await Promise.all(
      people.map(async (person, at) => verify(person, claims[at] ?? { id: '' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("of another organization's claim is 404", async () => {
    const domain = await addDomain(await owner());
    const stranger = await owner();
    expect((await verify(stranger, domain)).status).toBe(404);
    expect((await stranger.client.delete(`${domainsPath}/${domain.id}`)).status).toBe(404);
    expect((await stranger.client.patch(`${domainsPath}/${domain.id}`, { autoJoin: true })).status).toBe(404);
  });
});

test('removing a domain ends its proof, so another can prove it', async () => {
  const [one, other] = [await owner(), await owner()];
  const domain = await proveDomain(one, zone);
  expect((await one.client.delete(`${domainsPath}/${domain.id}`)).status).toBe(200);
  expect((await one.client.get(domainsPath)).body.domains).toEqual([]);
  expect((await service.audit(one.email)).at(-1)).toMatchObject({
    action: 'ORG_DOMAIN_REMOVED',
    metadata: { domain: domain.name },
  });
  await proveDomain(other, zone, domain.name);
});

test('the claims of a deleted organization end with it', async () => {
  const person = await newVerified(service);
  const domain = await proveDomain(person, zone);
  expect((await person.client.delete('/api/organizations/current')).status).toBe(200);
  await proveDomain(await owner(), zone, domain.name);
});
