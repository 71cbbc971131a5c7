import { addDomain, domainsPath, proveDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { startZone } from '@latchkey/server/testing/zone';
import { expect, test } from 'vitest';
import { checkDomains } from './check-domains.ts';

const zone = started(startZone);
const service = started(() => startService({ env: { DNS_SERVERS: zone.server } }));

const check = () => checkDomains({ ...service.deps, domains: service.domains });
const later = async (days: number) => {
  service.clock.advance({ days, seconds: 1 });
  await check();
  // A message under way while days pass would be sent again.
  await service.mailWorker.drain();
};
const shown = async ({ id }: Person) => {
  const client = await clientFor(service, id);
  return (await client.get(domainsPath)).body.domains[0];
};
const mailsTo = async ({ email }: Person) =>
  (await service.mails(email)).filter(({ subject }) => subject.includes('DNS record'));

test('a record that stays keeps its proof, looked up once a week', async () => {
  const { owner } = await newOrganization(service);
  const domain = await proveDomain(owner, zone);
  const { checkedAt } = await shown(owner);
  await later(6);
  expect((await shown(owner)).checkedAt).toBe(checkedAt);
  await later(1);
  expect((await shown(owner)).checkedAt > checkedAt).toBe(true);
  expect(await shown(owner)).toMatchObject({ id: domain.id, verified: true });
  expect(await mailsTo(owner)).toEqual([]);
});

test('a missing record is mailed to the OWNERs, and ends the proof after 14 days', async () => {
  const { owner } = await newOrganization(service);
  const domain = await proveDomain(owner, zone);
  zone.withdraw(domain.record);
  await later(7);
  expect(await shown(owner)).toMatchObject({ verified: true });
  const [mail] = await mailsTo(owner);
  expect(mail?.text.replaceAll('\u200b', '')).toContain(domain.record.value);
  await later(7);
  expect(await shown(owner)).toMatchObject({ verified: true });
  await later(7);
  expect(await shown(owner)).toMatchObject({ verified: false, verifiedAt: null });
  expect((await service.audit()).at(-1)).toMatchObject({
    action: 'ORG_DOMAIN_LOST',
    userId: null,
    metadata: { domain: domain.name, reason: 'record_missing' },
  });
});

test('a record that comes back in time starts the 14 days anew', async () => {
  const { owner } = await newOrganization(service);
  const domain = await proveDomain(owner, zone);
  zone.withdraw(domain.record);
  await later(7);
  zone.publish(domain.record);
  await later(7);
  zone.withdraw(domain.record);
  await later(7);
  await later(7);
  expect(await shown(owner)).toMatchObject({ verified: true });
  expect(await mailsTo(owner)).toHaveLength(3);
});

test("faults of DNS don't count: nothing is mailed, and nothing ends", async () => {
  const { owner } = await newOrganization(service);
  await proveDomain(owner, zone);
  zone.fail(true);
  for (const _ of [1, 2, 3, 4]) await later(7);
  zone.fail(false);
  expect(await mailsTo(owner)).toEqual([]);
  await later(1);
  expect(await shown(owner)).toMatchObject({ verified: true });
  expect(await mailsTo(owner)).toEqual([]);
});

test('two nodes that check at once mail once, and leave claims alone', async () => {
  const { owner } = await newOrganization(service);
  const domain = await proveDomain(owner, zone);
  zone.withdraw(domain.record);
  const { owner: claimant } = await newOrganization(service);
  await addDomain(claimant);
  service.clock.advance({ days: 7, seconds: 1 });
  await Promise.all([check(), check(), check()]);
  expect(await mailsTo(owner)).toHaveLength(1);
  expect(await mailsTo(claimant)).toEqual([]);
  expect((await shown(claimant)).checkedAt).toBeNull();
});
