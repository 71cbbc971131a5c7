import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, MessageBody } from './fields.ts';
import { ofOrganization, ofService, type Scope } from './scopes.ts';
import { Catalog, newRole, OwnKey, RoleChange, TeamRole, TemplateKey } from './team-role-shapes.ts';

const RoleBody = z.object({ role: TeamRole });

type Kind<K extends z.ZodType<string>, L extends z.ZodType> = {
  path: 'organization-roles' | 'roles';
  key: K;
  list: L;
  proof: string;
};

const changesOf = ({ proof }: { proof: string }, ends: string) => [
  { what: 'role in organizations', proof, ends },
];
const roleErrors = ['PERMISSION_DENIED'] as const;

function listsOf<K extends z.ZodType<string>, L extends z.ZodType>(scope: Scope, kind: Kind<K, L>) {
  const { base, whose, read, write, readErrors, writeErrors } = scope;
  const path = `${base}/${kind.path}` as const;
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List the roles of organizations ${whose}`,
      access: read,
      responses: { 200: kind.list },
      errors: readErrors,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Create a role of organizations ${whose}`,
      description: 'Its key never changes. It permits something only in your own application.',
      access: write,
      changesAccess: changesOf(kind, 'nothing'),
      body: newRole(kind.key),
      responses: { 201: RoleBody },
      errors: [...roleErrors, 'ROLE_KEY_TAKEN', 'ROLE_LIMIT_REACHED', ...writeErrors],
    }),
  };
}

function oneOf<K extends z.ZodType<string>, L extends z.ZodType>(scope: Scope, kind: Kind<K, L>) {
  const { base, whose, read, write, readErrors, writeErrors } = scope;
  const path = `${base}/${kind.path}/:id` as const;
  const errors = [...roleErrors, ...writeErrors] as const;
  return {
    get: endpoint({
      method: 'GET',
      path,
      summary: `Get a role of organizations ${whose}`,
      access: read,
      params: IdParams,
      responses: { 200: RoleBody },
      errors: readErrors,
    }),
    update: endpoint({
      method: 'PATCH',
      path,
      summary: `Change a role of organizations ${whose}`,
      description:
        'Fields you leave out stay as they are. Applies to the next request of everyone who holds the role.',
      access: write,
      changesAccess: changesOf(kind, 'nothing: applies to all holders on their next request'),
      params: IdParams,
      body: RoleChange,
      responses: { 200: RoleBody },
      errors,
    }),
    remove: endpoint({
      method: 'DELETE',
      path,
      summary: `Delete a role of organizations ${whose}`,
      description: 'Takes it from everyone who holds it, and from groups, invitations and connections.',
      access: write,
      changesAccess: changesOf(kind, 'the role, for everyone who holds it'),
      params: IdParams,
      responses: { 200: MessageBody },
      errors,
    }),
  };
}

function routesOf<K extends z.ZodType<string>, L extends z.ZodType>(scope: Scope, kind: Kind<K, L>) {
  return { ...listsOf(scope, kind), ...oneOf(scope, kind) };
}

/** Only for callers who see everyone: what a template permits, it permits in every organization. */
export const forAll = (permission: 'roles:read' | 'roles:write') =>
  ({ kind: 'permission', permission, withPermission: 'users:read' }) as const;

/** The same routes twice: for templates, which every organization has, and for an organization's own roles. */
export const teamRoleRoutes = {
  system: routesOf(
    { ...ofService, read: forAll('roles:read'), write: forAll('roles:write') },
    {
      path: 'organization-roles',
      key: TemplateKey,
      list: z.object({ roles: z.array(TeamRole) }),
      proof: '`roles:write` with `users:read`',
    },
  ),
  organization: routesOf(
    {
      ...ofOrganization,
      read: { kind: 'organization', role: 'ADMIN' },
      write: { kind: 'organization', role: 'OWNER' },
    },
    {
      path: 'roles',
      key: OwnKey,
      list: Catalog.extend({ roles: z.array(TeamRole) }),
      proof: 'organization OWNER',
    },
  ),
};
