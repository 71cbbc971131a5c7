import {
  fullName,
  type ScimGroup,
  type ScimProjection,
  type ScimUser,
  scimSchemas,
} from '@latchkey/contract';
import type { Group } from './groups.ts';
import type { Page, PersonRow } from './person-store.ts';

type Kind = 'User' | 'Group';

export function locationOf(baseUrl: string, kind: Kind, id: string): string {
  return `${baseUrl}/api/scim/v2/${kind}s/${id}`;
}

const metaOf = (baseUrl: string, kind: Kind, row: { id: string; createdAt: Date; updatedAt: Date }) => ({
  resourceType: kind,
  created: row.createdAt.toISOString(),
  lastModified: row.updatedAt.toISOString(),
  location: locationOf(baseUrl, kind, row.id),
});

/** What is empty is left out, as the protocol asks. */
export function presentPerson(person: PersonRow, baseUrl: string, asked: ScimProjection): ScimUser {
  const { id, firstName, lastName, externalId, userName, email, preferredLanguage } = person;
  const formatted = fullName({ firstName, lastName });
  const displayName = person.displayName ?? formatted;
  const whole: ScimUser = {
    schemas: [scimSchemas.user],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(formatted && {
      name: {
        ...(firstName && { givenName: firstName }),
        ...(lastName && { familyName: lastName }),
        formatted,
      },
    }),
    ...(displayName && { displayName }),
    ...(email && { emails: [{ value: email, type: 'work', primary: true }] }),
    active: person.isActive && person.organizationRole !== null,
    ...(preferredLanguage && { preferredLanguage }),
    groups: person.groups.map((group) => ({
      value: group.id,
      $ref: locationOf(baseUrl, 'Group', group.id),
      display: group.displayName,
    })),
    meta: metaOf(baseUrl, 'User', person),
  };
  return project(whole, asked);
}

export function presentGroup({ group, members }: Group, baseUrl: string, asked: ScimProjection): ScimGroup {
  const { id, externalId, displayName } = group;
  const whole: ScimGroup = {
    schemas: [scimSchemas.group],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members && {
      members: members.map((member) => ({
        value: member.id,
        $ref: locationOf(baseUrl, 'User', member.id),
        display: member.displayName || fullName(member) || member.userName || member.email || '',
        type: 'User',
      })),
    }),
    meta: metaOf(baseUrl, 'Group', group),
  };
  return project(whole, asked);
}

export function presentPage<Row, Resource>(
  { total, rows }: Page<Row>,
  { offset }: { offset: number },
  present: (row: Row) => Resource,
) {
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: rows.length,
    Resources: rows.map(present),
  };
}

/** Whether a response has an attribute: these need not be read otherwise. */
export function asksFor(asked: ScimProjection, attribute: string): boolean {
  const names = namesIn(asked.attributes);
  if (names) return [...names].some((name) => name === attribute || name.startsWith(`${attribute}.`));
  return !namesIn(asked.excludedAttributes)?.has(attribute);
}

/** In lower case: names have none. */
function namesIn(list: string | undefined): Set<string> | undefined {
  const names = (list ?? '').split(',').flatMap((name) => {
    const bare = name
      .trim()
      .toLowerCase()
      .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '');
    return bare ? [bare] : [];
  });
  return names.length > 0 ? new Set(names) : undefined;
}

/** Only what was asked for, or all but what was excluded. A resource always says what it is. */
function project<Resource extends object>(resource: Resource, asked: ScimProjection): Resource {
  const wanted = namesIn(asked.attributes);
  const excluded = namesIn(asked.excludedAttributes);
  if (!wanted && !excluded) return resource;
  const keeps = (name: string) => (wanted ? wanted.has(name) : !excluded?.has(name));
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    const plain = name.toLowerCase();
    if (plain === 'schemas' || plain === 'id') return [[name, value]];
    if (wanted?.has(plain)) return [[name, value]];
    const isNamed = wanted ? [...wanted].some((each) => each.startsWith(`${plain}.`)) : keeps(plain);
    if (!isNamed) return [];
    const part = partOf(value, (inner) => keeps(`${plain}.${inner.toLowerCase()}`));
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(entries) as Resource;
}

/** The parts of an attribute, or of each of its values. Undefined if none is kept. */
function partOf(value: unknown, keeps: (name: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((each) => partOf(each, keeps));
    return parts.filter((part) => part !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => keeps(name));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
