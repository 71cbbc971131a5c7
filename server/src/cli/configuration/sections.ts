import * as contract from '@latchkey/contract';
import {
  createApplication,
  deleteApplication,
  listApplications,
  updateApplication,
} from '../../features/applications/applications.ts';
import { getPolicy, updatePolicy } from '../../features/policies/policies.ts';
import { presentRole } from '../../features/roles/present.ts';
import { findRole, findRoleIds } from '../../features/roles/role-store.ts';
import { createRole, deleteRole, listRoles, updateRole } from '../../features/roles/roles.ts';
import { getTeamPermissions, setTeamPermissions } from '../../features/team-roles/catalog.ts';
import {
  createTeamRole,
  deleteTeamRole,
  listTeamRoles,
  updateTeamRole,
} from '../../features/team-roles/team-roles.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
} from '../../features/webhooks/webhooks.ts';
import { findAsMember, findOrganizationBySlug } from '../../identity/memberships/organization-store.ts';
import { presentApplication, presentTeamRole, presentWebhook } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { destinations } from './destinations-section.ts';
import { hooks } from './hooks-section.ts';
import { granted, type Section, section } from './section.ts';

const { policy: Policy } = contract.updatePolicy.body.shape;
const policy = section(
  { create: Policy, change: Policy },
  {
    as: 'one',
    key: 'id',
    async list(context) {
      const { policy, version } = granted(await getPolicy(context, 'system'));
      return [{ id: 'policy', ...policy, version }];
    },
    change: (context, { version }, policy) =>
      updatePolicy(context, 'system', {
        version: Number(version),
        policy: policy as Partial<contract.Policy>,
      }),
  },
);

const roles = section(
  { create: contract.createRole.body, change: contract.updateRole.body },
  {
    as: 'map',
    key: 'name',
    above: 'parent',
    references: {
      parent: {
        field: 'parentId',
        toId: async ({ deps }, name) => (await findRoleIds(deps.sql, [name])).get(name),
        toName: async ({ deps }, id) => (await findRole(deps.sql, id))?.name,
      },
    },
    builtIn: { is: ({ isSystem }) => isSystem === true, fields: ['description'] },
    list: async (context) => (await listRoles(context)).map(presentRole),
    async create(context, body) {
      const role = await createRole(context, body);
      return isRefusal(role) ? role : { row: presentRole(role) };
    },
    change: (context, { id }, body) => updateRole(context, { ...body, id }),
    remove: (context, { id }) => deleteRole(context, id),
  },
);

const permission = contract.setTeamPermissions.body.shape.permissions.element;
const organizationPermissions = section(
  { create: permission, change: permission },
  {
    as: 'list',
    key: 'name',
    list: async (context) => (await getTeamPermissions(context)).map((each) => ({ id: each.name, ...each })),
    replace: (context, rows) =>
      setTeamPermissions(context, contract.setTeamPermissions.body.parse({ permissions: rows })),
  },
);

const organizationRoles = section(
  { create: contract.createTeamRole.body, change: contract.updateTeamRole.body },
  {
    as: 'map',
    key: 'key',
    list: async (context) => granted(await listTeamRoles(context, 'system')).roles.map(presentTeamRole),
    async create(context, body) {
      const role = await createTeamRole(context, 'system', body);
      return isRefusal(role) ? role : { row: presentTeamRole(role) };
    },
    change: (context, { id }, body) => updateTeamRole(context, 'system', { ...body, id }),
    remove: (context, { id }) => deleteTeamRole(context, 'system', { id }),
  },
);

const applications = section(
  { create: contract.createApplication.body, change: contract.updateApplication.body },
  {
    as: 'list',
    key: 'name',
    references: {
      organization: {
        field: 'organizationId',
        toId: async ({ deps }, slug) => (await findOrganizationBySlug(deps.sql, slug))?.id,
        toName: async ({ deps }, id) => (await findAsMember(deps.sql, id))?.slug,
      },
    },
    async list(context) {
      const all = (await listApplications(context)).map(presentApplication);
      return all.filter(({ selfRegistered }) => !selfRegistered);
    },
    async create(context, body) {
      const made = await createApplication(context, body);
      if (isRefusal(made)) return made;
      const { application, clientSecret } = made;
      const { clientId } = application;
      const secrets = clientSecret ? { secrets: { clientId, clientSecret } } : {};
      return { row: presentApplication(application), ...secrets };
    },
    change: (context, { id }, body) => updateApplication(context, { ...body, id }),
    remove: (context, { id }) => deleteApplication(context, { id }),
  },
);

const webhooks = section(
  { create: contract.createWebhook.body, change: contract.updateWebhook.body },
  {
    as: 'list',
    key: 'url',
    list: async (context) => granted(await listWebhooks(context, 'system')).map(presentWebhook),
    async create(context, body) {
      const made = await createWebhook(context, 'system', body);
      return isRefusal(made) ? made : { row: presentWebhook(made.webhook), secrets: { secret: made.secret } };
    },
    change: (context, { id }, body) => updateWebhook(context, 'system', { ...body, id }),
    remove: (context, { id }) => deleteWebhook(context, 'system', { id }),
  },
);

/** In the order they are made in: what is named comes before what names it. */
export const sections: Record<string, Section> = {
  policy,
  roles,
  organizationPermissions,
  organizationRoles,
  applications,
  webhooks,
  destinations,
  hooks,
};
