import { z } from 'zod';
import {
  Connection,
  ConnectionInput,
  ConnectionLink,
  ConnectionPatch,
  ConnectionTest,
} from './connection-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody } from './fields.ts';
import { connectionLimit } from './limits.ts';
import { Pagination, pageQuery } from './pagination.ts';

const path = '/api/organizations/current/connections';
/** An identity provider can sign in as any member: no program reads or changes a connection. */
const closed = { feature: 'sso', apiKey: false, impersonation: 'blocked' } as const;
const reads = { access: { kind: 'organization', role: 'ADMIN' }, ...closed } as const;
const writes = { access: { kind: 'organization', role: 'OWNER' }, ...closed, recent: true } as const;
const ranks = ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'] as const;
const ConnectionBody = z.object({ connection: Connection });

export const listConnections = endpoint({
  method: 'GET',
  path,
  summary: "List the organization's identity providers",
  description: 'Oldest first.',
  ...reads,
  responses: { 200: z.object({ connections: z.array(Connection) }) },
  errors: ['NO_ORGANIZATION'],
});

export const createConnection = endpoint({
  method: 'POST',
  path,
  summary: 'Add an identity provider',
  description:
    `The response has what you enter at the identity provider. At most ${connectionLimit}. Set it up with PATCH, test ` +
    'it, then enable it.',
  ...writes,
  body: ConnectionInput,
  responses: { 201: ConnectionBody },
  errors: [...ranks, 'CONNECTION_LIMIT_REACHED'],
});

export const getConnection = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Get an identity provider',
  ...reads,
  params: IdParams,
  responses: { 200: ConnectionBody },
  errors: ['NO_ORGANIZATION'],
});

export const updateConnection = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Change an identity provider, or turn it on or off',
  description:
    "Fields you don't send stay as they are, also within oidc, saml and attributes; lists are replaced as a whole. A " +
    'new issuer or entityId needs a new test, and is refused once people are linked. Enabling needs a verified domain ' +
    'and a test that passed.',
  ...writes,
  params: IdParams,
  body: ConnectionPatch,
  responses: { 200: ConnectionBody },
  errors: [
    ...ranks,
    'CONNECTION_INVALID',
    'CONNECTION_URL_FORBIDDEN',
    'CONNECTION_IN_USE',
    'CONNECTION_NOT_TESTED',
    'DOMAIN_NOT_VERIFIED',
    'DOMAIN_TAKEN',
  ],
});

export const deleteConnection = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Remove an identity provider',
  description: 'Its links end, and no one signs in through it any more. People stay members.',
  ...writes,
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ranks,
});

export const testConnection = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  summary: 'Test an identity provider',
  description:
    'Navigate the browser to redirectTo. It signs no one in, and comes back to /organization/sso?test= with the ' +
    "connection's id.",
  ...writes,
  params: IdParams,
  responses: { 200: z.object({ redirectTo: z.string() }) },
  errors: [...ranks, 'CONNECTION_INVALID'],
});

export const getConnectionTest = endpoint({
  method: 'GET',
  path: `${path}/:id/test`,
  summary: 'Get the result of the last test',
  description:
    'Kept for 24 hours. It judges what was sent and the address, not whether this person may sign in.',
  access: { kind: 'organization', role: 'OWNER' },
  ...closed,
  params: IdParams,
  responses: { 200: z.object({ test: ConnectionTest.nullable() }) },
  errors: ['NO_ORGANIZATION'],
});

export const listConnectionLinks = endpoint({
  method: 'GET',
  path: `${path}/:id/links`,
  summary: 'List the people who are linked to an identity provider',
  description: 'Newest first.',
  ...reads,
  params: IdParams,
  query: z.object(pageQuery({ limit: 20, max: 100 })),
  responses: { 200: z.object({ links: z.array(ConnectionLink), pagination: Pagination }) },
  errors: ['NO_ORGANIZATION'],
});

export const deleteConnectionLink = endpoint({
  method: 'DELETE',
  path: `${path}/:id/links/:userId`,
  summary: 'End the link of a person to an identity provider',
  ...writes,
  params: z.object({ id: Id, userId: Id }),
  responses: { 200: MessageBody },
  errors: ranks,
});

export const deleteConnectionLinks = endpoint({
  method: 'DELETE',
  path: `${path}/:id/links`,
  summary: 'End all links to an identity provider',
  description: 'Then its issuer or entityId can be changed.',
  ...writes,
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ranks,
});

export const connectionEndpoints = {
  listConnections,
  createConnection,
  getConnection,
  updateConnection,
  deleteConnection,
  testConnection,
  getConnectionTest,
  listConnectionLinks,
  deleteConnectionLink,
  deleteConnectionLinks,
};
