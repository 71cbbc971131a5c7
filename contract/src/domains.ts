import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, Timestamp, text } from './fields.ts';
import { domainLimit } from './limits.ts';

const Domain = z
  .object({
    id: Id,
    name: z.string().describe('In lower case. An internationalized name is in its ASCII form (xn--…).'),
    verified: z.boolean(),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .describe('The DNS record that proves the domain. It stays in place: we look it up every week.'),
    autoJoin: z
      .boolean()
      .describe('While the domain is verified, people who verify an address in it join as MEMBER.'),
    verifiedAt: Timestamp.nullable(),
    checkedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof Domain>;

const path = '/api/organizations/current/domains';
/** These decide who belongs to the organization: no program reads or changes them. */
const closed = { apiKey: false, impersonation: 'blocked' } as const;
const owner = { kind: 'organization', role: 'OWNER' } as const;
const DomainBody = z.object({ domain: Domain });

export const listDomains = endpoint({
  method: 'GET',
  path,
  summary: "List the organization's domains",
  description: 'Oldest first.',
  access: { kind: 'organization', role: 'ADMIN' },
  ...closed,
  responses: { 200: z.object({ domains: z.array(Domain) }) },
  errors: ['NO_ORGANIZATION'],
});

export const addDomain = endpoint({
  method: 'POST',
  path,
  summary: 'Add a domain',
  description:
    'Publish the DNS record in the response, then verify the domain. Several organizations can add the same domain, but ' +
    `only one can have it verified. The name is exact, without its subdomains. At most ${domainLimit} domains.`,
  access: owner,
  ...closed,
  recent: true,
  changesAccess: [],
  body: z.object({ name: text(1000, 1) }),
  responses: { 201: DomainBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'DOMAIN_LIMIT_REACHED', 'DOMAIN_TAKEN'],
});

export const updateDomain = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Let people with an address in a domain join by themselves, or stop that',
  description:
    'While autoJoin is on and the domain verified, people with an address in it may register without an organization, ' +
    'and become a MEMBER when they verify the address.',
  access: owner,
  ...closed,
  recent: true,
  changesAccess: [{ what: 'domain', ends: 'nothing; people who verify an address in it may join' }],
  params: IdParams,
  body: z.object({ autoJoin: z.boolean() }),
  responses: { 200: DomainBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'DOMAIN_NOT_VERIFIED'],
});

export const verifyDomain = endpoint({
  method: 'POST',
  path: `${path}/:id/verify`,
  summary: 'Look up the DNS record that proves a domain',
  description:
    'A domain that another organization has verified is 409, unless the record of that organization is gone: then its ' +
    'proof ends.',
  access: owner,
  ...closed,
  changesAccess: [
    {
      what: 'domain',
      proof: 'organization OWNER; the DNS record',
      ends: 'the proof of another organization whose record is gone',
    },
  ],
  params: IdParams,
  responses: { 200: DomainBody },
  errors: [
    'NO_ORGANIZATION',
    'ORGANIZATION_ROLE_TOO_LOW',
    'DOMAIN_NOT_VERIFIED',
    'DOMAIN_TAKEN',
    'DNS_UNAVAILABLE',
  ],
});

export const removeDomain = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Remove a domain',
  description: 'Its connection loses it, too. People who joined through it stay.',
  access: owner,
  ...closed,
  recent: true,
  changesAccess: [
    {
      what: 'domain',
      ends: 'the proof: sign-ins through its connection, and what that required of these people',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});
