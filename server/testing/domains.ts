import type { Person } from './organizations.ts';
import type { Zone } from './zone.ts';

export const domainsPath = '/api/organizations/current/domains';

let domains = 0;
export const newDomainName = () => `company-${++domains}.test`;

type Added = { id: string; name: string; record: { type: string; name: string; value: string } };

export async function addDomain(owner: Pick<Person, 'client'>, name = newDomainName()): Promise<Added> {
  const answer = await owner.client.post(domainsPath, { name });
  if (answer.status !== 201) throw new Error(`adding a domain failed: ${answer.text}`);
  return answer.body.domain;
}

/** Adds a domain, publishes its record and verifies it. */
export async function proveDomain(owner: Pick<Person, 'client'>, zone: Zone, name?: string): Promise<Added> {
  const domain = await addDomain(owner, name);
  zone.publish(domain.record);
  const answer = await owner.client.post(`${domainsPath}/${domain.id}/verify`);
  if (answer.status !== 200) throw new Error(`verifying a domain failed: ${answer.text}`);
  return answer.body.domain;
}
