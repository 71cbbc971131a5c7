import type { ScimError } from '@latchkey/contract';

const byType: Readonly<Record<string, string>> = {
  uniqueness:
    'The name or address is in use. If the person belongs to another organization, invite them instead; if it is a second entry for the same person, remove one in the directory.',
  invalidFilter:
    "The directory searched by something we can't search by. Match people by userName or externalId.",
  invalidPath: "The directory sent an attribute that we don't know. Remove it from the attribute mapping.",
  invalidValue:
    "A value doesn't fit its attribute, or a group names a person who isn't here. Check the mapping, and assign the person, too.",
  invalidSyntax: "The request couldn't be read. Check that the directory speaks SCIM 2.0.",
  noTarget: "The directory changed something that isn't there. Let it synchronize everything again.",
  mutability: 'The directory changed an attribute that never changes. Remove it from the attribute mapping.',
};

const byStatus: Readonly<Record<number, string>> = {
  403: "Addresses must be in a domain that your organization has proven. Owners' addresses, and people with a role in the service, are changed here only.",
  404: "The person or group is gone, or was never the directory's. Let the directory synchronize everything again.",
  405: "The directory used a method that this address doesn't take. Check the base URL.",
  409: 'An organization needs an active owner. Make someone else an owner first.',
  413: 'The request was too large. Let the directory send fewer members at a time.',
  415: 'The directory must send JSON. Check that it speaks SCIM 2.0.',
};

/** What to do about a refusal. */
export function adviceFor({ status, scimType }: Pick<ScimError, 'status' | 'scimType'>): string {
  const known = (scimType && byType[scimType]) ?? byStatus[status];
  if (known) return known;
  return status >= 500
    ? 'The fault is ours. The directory tries again by itself.'
    : 'Check the attribute mapping in the directory.';
}

const verbs: Readonly<Record<string, string>> = {
  GET: 'Read',
  POST: 'Create',
  PUT: 'Replace',
  PATCH: 'Change',
  DELETE: 'Remove',
};

/** What the directory tried: "Change a person". */
export function attemptOf({ method, path }: Pick<ScimError, 'method' | 'path'>): string {
  const [, kind, id] = /\/scim\/v2\/(Users|Groups)(\/.+)?$/i.exec(path) ?? [];
  const verb = verbs[method] ?? method;
  if (!kind) return `${verb} ${path}`;
  const isMany = method === 'GET' && !id;
  if (/^users$/i.test(kind)) return isMany ? 'Read people' : `${verb} a person`;
  return isMany ? 'Read groups' : `${verb} a group`;
}
