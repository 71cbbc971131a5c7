import { endpoint } from './endpoint.ts';
import {
  changedHook,
  hookList,
  hookRemoval,
  hookRotation,
  hookTest,
  newHook,
  oneHook,
} from './hook-shapes.ts';

const path = '/api/admin/hooks';
const read = { access: { kind: 'permission', permission: 'hooks:read' } } as const;
/** A hook decides who gets in, and what applications are told about them. */
const write = {
  access: { kind: 'permission', permission: 'hooks:write', withPermission: 'all' },
  impersonation: 'blocked',
  recent: true,
} as const;

export const listHooks = endpoint({
  method: 'GET',
  path,
  summary: 'List the hooks of the service',
  ...read,
  ...hookList,
});

export const createHook = endpoint({
  method: 'POST',
  path,
  summary: 'Add a hook to the service',
  ...write,
  changesAccess: [{ what: 'hook', ends: 'nothing' }],
  ...newHook,
  errors: ['HOOK_EXISTS', 'HOOK_URL_FORBIDDEN'],
});

export const getHook = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Get a hook of the service',
  ...read,
  ...oneHook,
});

export const updateHook = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Change a hook of the service',
  ...write,
  changesAccess: [{ what: 'hook', ends: 'nothing: holds from the next request on' }],
  ...changedHook,
  errors: ['HOOK_URL_FORBIDDEN'],
});

export const deleteHook = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a hook of the service',
  ...write,
  changesAccess: [{ what: 'hook', ends: 'its secrets' }],
  ...hookRemoval,
});

export const rotateHookSecret = endpoint({
  method: 'POST',
  path: `${path}/:id/rotate-secret`,
  summary: 'Replace the secret of a hook of the service',
  ...write,
  changesAccess: [{ what: 'hook', ends: 'earlier secrets, after the overlap; at once if it is 0 hours' }],
  ...hookRotation,
});

export const testHook = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  summary: 'Ask a hook of the service about an example',
  ...write,
  changesAccess: [],
  ...hookTest,
});
