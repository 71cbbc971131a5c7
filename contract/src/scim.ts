import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, text } from './fields.ts';
import {
  ScimBody,
  ScimConfig,
  ScimGroup,
  ScimList,
  ScimListQuery,
  ScimProjection,
  ScimResourceType,
  ScimSchema,
  ScimUser,
} from './scim-shapes.ts';
import { RoleKeys } from './team-role-shapes.ts';

const base = '/api/scim/v2';
/** A directory authenticates with its organization's token. Large groups need a large body. */
const byDirectory = {
  access: { kind: 'token' },
  dialect: 'scim',
  limit: 'scim',
  bodyBytes: 1_048_576,
} as const;
const published = { access: { kind: 'public' }, dialect: 'scim' } as const;
const unauthenticated = ['UNAUTHENTICATED', 'RATE_LIMITED'] as const;
const misread = ['SCIM_INVALID_SYNTAX', 'SCIM_INVALID_PATH', 'SCIM_INVALID_VALUE', 'SCIM_NO_TARGET'] as const;
const nothing = { binary: [], description: 'Done.' } as const;
const NameParams = z.object({ id: text(200, 1) });

export const listScimUsers = endpoint({
  method: 'GET',
  path: `${base}/Users`,
  summary: 'List the people whom the directory sees',
  description: 'Those it manages, and members with an address in a verified domain. Oldest first.',
  ...byDirectory,
  query: ScimListQuery,
  responses: { 200: ScimList(ScimUser) },
  errors: [...unauthenticated, 'SCIM_INVALID_FILTER'],
});

export const createScimUser = endpoint({
  method: 'POST',
  path: `${base}/Users`,
  summary: 'Create a person, or take over the account that has the address',
  ...byDirectory,
  changesAccess: [
    {
      what: 'directory',
      proof: 'a directory token; an address in a verified domain',
      ends: 'for an account that was never verified: its password, sessions and all other ways in; else nothing',
    },
  ],
  query: ScimProjection,
  body: ScimBody,
  responses: { 201: ScimUser },
  errors: [...unauthenticated, ...misread, 'SCIM_FORBIDDEN', 'SCIM_UNIQUENESS', 'LAST_OWNER'],
});

export const getScimUser = endpoint({
  method: 'GET',
  path: `${base}/Users/:id`,
  summary: 'Get a person',
  ...byDirectory,
  params: IdParams,
  query: ScimProjection,
  responses: { 200: ScimUser },
  errors: unauthenticated,
});

const lastOwner = ['LAST_OWNER', 'BREAK_GLASS_REQUIRED'] as const;
const changes = [...unauthenticated, ...misread, 'SCIM_FORBIDDEN', 'SCIM_UNIQUENESS', ...lastOwner] as const;

export const replaceScimUser = endpoint({
  method: 'PUT',
  path: `${base}/Users/:id`,
  summary: 'Replace a person',
  description: 'Clears names that are left out. Keeps the rest of what is left out.',
  ...byDirectory,
  changesAccess: [
    {
      what: 'directory',
      proof: 'a directory token; a person in its reach without a role in the service',
      ends: 'as PATCH',
    },
  ],
  params: IdParams,
  query: ScimProjection,
  body: ScimBody,
  responses: { 200: ScimUser },
  errors: changes,
});

export const patchScimUser = endpoint({
  method: 'PATCH',
  path: `${base}/Users/:id`,
  summary: 'Change a person',
  description: 'All operations or none.',
  ...byDirectory,
  changesAccess: [
    {
      what: 'directory',
      proof: 'a directory token; a person in its reach without a role in the service',
      ends: 'with a new address: all sessions; with active false: all sessions, remembered logins, mailed links, grants, consents, API keys and invitations, or, for people who also belong elsewhere, the membership',
    },
  ],
  params: IdParams,
  query: ScimProjection,
  body: ScimBody,
  responses: { 200: ScimUser },
  errors: changes,
});

export const deleteScimUser = endpoint({
  method: 'DELETE',
  path: `${base}/Users/:id`,
  summary: 'Deactivate a person and end their membership',
  description: 'The account stays. Creating the person again brings it back.',
  ...byDirectory,
  changesAccess: [
    {
      what: 'directory',
      proof: 'a directory token; a person in its reach without a role in the service',
      ends: 'as PATCH with active false, and the membership',
    },
  ],
  params: IdParams,
  responses: { 204: nothing },
  errors: [...unauthenticated, 'SCIM_FORBIDDEN', ...lastOwner],
});

export const listScimGroups = endpoint({
  method: 'GET',
  path: `${base}/Groups`,
  summary: "List the directory's groups",
  description: 'Oldest first.',
  ...byDirectory,
  query: ScimListQuery,
  responses: { 200: ScimList(ScimGroup) },
  errors: [...unauthenticated, 'SCIM_INVALID_FILTER'],
});

export const createScimGroup = endpoint({
  method: 'POST',
  path: `${base}/Groups`,
  summary: 'Create a group',
  description: 'It grants nothing until an OWNER maps it to a role.',
  ...byDirectory,
  changesAccess: [],
  query: ScimProjection,
  body: ScimBody,
  responses: { 201: ScimGroup },
  errors: [...unauthenticated, ...misread, 'SCIM_UNIQUENESS'],
});

export const getScimGroup = endpoint({
  method: 'GET',
  path: `${base}/Groups/:id`,
  summary: 'Get a group',
  ...byDirectory,
  params: IdParams,
  query: ScimProjection,
  responses: { 200: ScimGroup },
  errors: unauthenticated,
});

export const replaceScimGroup = endpoint({
  method: 'PUT',
  path: `${base}/Groups/:id`,
  summary: 'Replace a group',
  description: 'Members that are left out stay; an empty list removes all.',
  ...byDirectory,
  changesAccess: [{ what: 'directory', ends: 'as PATCH' }],
  params: IdParams,
  query: ScimProjection,
  body: ScimBody,
  responses: { 200: ScimGroup },
  errors: [...unauthenticated, ...misread, 'SCIM_UNIQUENESS'],
});

export const patchScimGroup = endpoint({
  method: 'PATCH',
  path: `${base}/Groups/:id`,
  summary: 'Change a group, or who is in it',
  description: 'All operations or none.',
  ...byDirectory,
  changesAccess: [
    {
      what: 'directory',
      ends: 'for people who leave the last group that is mapped to ADMIN: the rank, and invitations above MEMBER',
    },
  ],
  params: IdParams,
  body: ScimBody,
  responses: { 204: nothing },
  errors: [...unauthenticated, ...misread, 'SCIM_UNIQUENESS'],
});

export const deleteScimGroup = endpoint({
  method: 'DELETE',
  path: `${base}/Groups/:id`,
  summary: 'Delete a group',
  ...byDirectory,
  changesAccess: [{ what: 'directory', ends: 'as PATCH' }],
  params: IdParams,
  responses: { 204: nothing },
  errors: unauthenticated,
});

export const getScimConfig = endpoint({
  method: 'GET',
  path: `${base}/ServiceProviderConfig`,
  summary: 'Get what this service supports of SCIM',
  ...published,
  responses: { 200: ScimConfig },
});

export const listScimResourceTypes = endpoint({
  method: 'GET',
  path: `${base}/ResourceTypes`,
  summary: 'List the types of SCIM resources',
  ...published,
  responses: { 200: ScimList(ScimResourceType) },
});

export const getScimResourceType = endpoint({
  method: 'GET',
  path: `${base}/ResourceTypes/:id`,
  summary: 'Get a type of SCIM resources',
  ...published,
  params: NameParams,
  responses: { 200: ScimResourceType },
});

export const listScimSchemas = endpoint({
  method: 'GET',
  path: `${base}/Schemas`,
  summary: 'List the SCIM schemas, with the attributes that are kept',
  ...published,
  responses: { 200: ScimList(ScimSchema) },
});

export const getScimSchema = endpoint({
  method: 'GET',
  path: `${base}/Schemas/:id`,
  summary: 'Get a SCIM schema',
  ...published,
  params: NameParams,
  responses: { 200: ScimSchema },
});

const DirectoryGroup = z
  .object({
    id: Id,
    displayName: z.string(),
    memberCount: z.int(),
    role: z.enum(['ADMIN']).nullable().describe('What its members are in the organization. Null: nothing.'),
    roles: z.array(z.string()).describe('Keys of the roles of the organization that its members hold.'),
  })
  .meta({ id: 'DirectoryGroup' });
export type DirectoryGroup = z.infer<typeof DirectoryGroup>;

export const listDirectoryGroups = endpoint({
  method: 'GET',
  path: '/api/organizations/current/scim-groups',
  summary: "List the groups of the organization's directory",
  description: 'Oldest first.',
  access: { kind: 'organization', role: 'ADMIN' },
  responses: { 200: z.object({ groups: z.array(DirectoryGroup) }) },
  errors: ['NO_ORGANIZATION'],
});

export const mapDirectoryGroup = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current/scim-groups/:id',
  summary: "Map a group of the organization's directory to a rank, to roles, or to none",
  description:
    'Members of a mapped group are ADMIN while they are in one. OWNERs, and people who were made ADMIN by hand, keep ' +
    'their role. They hold the roles while they are in it, whatever they were given by hand.',
  access: { kind: 'organization', role: 'OWNER' },
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
  changesAccess: [
    {
      what: 'directory',
      ends: 'if mapped to none: the rank of members who had it only by the group, and their invitations above MEMBER',
    },
  ],
  params: IdParams,
  body: z.object({ role: z.enum(['ADMIN']).nullable().optional(), roles: RoleKeys.optional() }),
  responses: { 200: z.object({ group: DirectoryGroup }) },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});
