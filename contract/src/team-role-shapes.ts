import { z } from 'zod';
import { Id, name, PermissionName, Timestamp, text } from './fields.ts';
import { teamRoleLimits } from './limits.ts';
import { permissions as ownPermissions } from './permissions.ts';

const { roles: mostRoles, permissions: mostPermissions } = teamRoleLimits;

const areaOf = (permission: string) => permission.split(':')[0];
const ownAreas = new Set(['latchkey', ...ownPermissions.map(areaOf)]);

/** A permission of the team's own application. Its area is none of ours, so it never looks like one that opens our routes. */
const CatalogName = PermissionName.refine(
  (value) => !ownAreas.has(areaOf(value)),
  'This area is reserved. Choose another one.',
);

export const CatalogPermission = z
  .object({ name: z.string(), description: z.string() })
  .meta({ id: 'CatalogPermission' });
export type CatalogPermission = z.infer<typeof CatalogPermission>;

export const Catalog = z.object({ permissions: z.array(CatalogPermission) });

const Description = name(500, 0)
  .nullish()
  .transform((value) => value ?? '');

export const CatalogInput = z.object({
  permissions: z
    .array(z.object({ name: CatalogName, description: Description }))
    .max(mostPermissions, `At most ${mostPermissions} permissions.`)
    .refine((all) => new Set(all.map((each) => each.name)).size === all.length, 'Name each permission once.'),
});

/** A role of organizations: a template of the service, or an organization's own. */
export const TeamRole = z
  .object({
    id: Id,
    key: z.string(),
    name: z.string(),
    description: z.string(),
    permissions: z.array(z.string()),
    isDefault: z.boolean().describe('Every member has it.'),
    source: z.enum(['service', 'organization']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'TeamRole' });
export type TeamRole = z.infer<typeof TeamRole>;

const RoleKey = text(50).regex(
  /^[a-z][a-z0-9-]{1,49}$/,
  'Use 2 to 50 lowercase letters, digits and hyphens, beginning with a letter.',
);
const isOwn = (key: string) => key.startsWith('org-');

export const TemplateKey = RoleKey.refine(
  (key) => !isOwn(key),
  "Keys that begin with org- are for organizations' own roles.",
);
export const OwnKey = RoleKey.refine(isOwn, 'Begin with org-.');

const fields = {
  name: name(100),
  description: name(500, 0).nullish(),
  permissions: z
    .array(PermissionName)
    .max(mostPermissions, `At most ${mostPermissions} permissions.`)
    .optional()
    .describe('From the catalog.'),
  isDefault: z.boolean().optional(),
};

export const newRole = <K extends z.ZodType<string>>(key: K) => z.object({ ...fields, key });
export const RoleChange = z.object({ ...fields, name: name(100).optional() });

/** The roles that a person, an invitation or a group is given, by their keys. */
export const RoleKeys = z
  .array(text(50))
  .max(mostRoles, `At most ${mostRoles} roles.`)
  .transform((keys) => [...new Set(keys)].sort());

export const roleSources = ['given', 'default', 'group', 'connection'] as const;
export type RoleSource = (typeof roleSources)[number];

/** Every role that counts for a member, and why. */
export const MemberRoles = z
  .object({
    roles: z.array(z.object({ key: z.string(), from: z.array(z.enum(roleSources)) })),
    permissions: z.array(z.string()).describe('All that count: for an OWNER or ADMIN, the whole catalog.'),
  })
  .meta({ id: 'MemberRoles' });
export type MemberRoles = z.infer<typeof MemberRoles>;
