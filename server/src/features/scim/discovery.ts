import {
  type ScimConfig,
  type ScimResourceType,
  type ScimSchema,
  scimPage,
  scimSchemas,
} from '@latchkey/contract';
import { type Refusal, refuse } from '../../platform/refusal.ts';

const at = (baseUrl: string, path: string) => `${baseUrl}/api/scim/v2/${path}`;

export function getScimConfig(baseUrl: string): ScimConfig {
  return {
    schemas: [scimSchemas.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimPage.most },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: "A token of the organization's directory, in the Authorization header.",
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: at(baseUrl, 'ServiceProviderConfig'),
    },
  };
}

export function listScimResourceTypes(baseUrl: string): ScimResourceType[] {
  const typeOf = (id: 'User' | 'Group', schema: string, description: string) => ({
    schemas: [scimSchemas.resourceType],
    id,
    name: id,
    endpoint: `/${id}s`,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: at(baseUrl, `ResourceTypes/${id}`) },
  });
  return [
    typeOf('User', scimSchemas.user, 'A person whom the directory sees'),
    typeOf('Group', scimSchemas.group, 'A group of the directory'),
  ];
}

export function getScimResourceType(baseUrl: string, id: string): ScimResourceType | Refusal<'NOT_FOUND'> {
  return listScimResourceTypes(baseUrl).find((each) => each.id === id) ?? refuse('NOT_FOUND');
}

type Attribute = ScimSchema['attributes'][number];

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const readOnly = { mutability: 'readOnly' };
const referenceTo = (resource: 'User' | 'Group') => ({
  type: 'reference',
  referenceTypes: [resource],
  caseExact: true,
  ...readOnly,
});

const id = attribute('id', 'The id of the resource', {
  caseExact: true,
  returned: 'always',
  uniqueness: 'server',
  ...readOnly,
});
const externalId = attribute('externalId', "The directory's own id", { caseExact: true });

const userAttributes: Attribute[] = [
  id,
  externalId,
  attribute('userName', 'The name of the person in the directory', { required: true, uniqueness: 'server' }),
  attribute('name', 'The name of the person', {
    type: 'complex',
    subAttributes: [
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
      attribute('formatted', 'Both', readOnly),
    ],
  }),
  attribute('displayName', 'The name to show'),
  attribute('emails', 'The one address of the account', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('active', 'Whether the person is an active member', { type: 'boolean' }),
  attribute('preferredLanguage', 'The languages that the person prefers, as in Accept-Language'),
  attribute('groups', 'The groups that the person is in', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The id of the group', readOnly),
      attribute('$ref', 'Its address', referenceTo('Group')),
      attribute('display', 'Its name', readOnly),
    ],
  }),
];

const groupAttributes: Attribute[] = [
  id,
  externalId,
  attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
  attribute('members', 'The people in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the person', { mutability: 'immutable', caseExact: true }),
      attribute('$ref', 'Their address', referenceTo('User')),
      attribute('display', 'Their name', readOnly),
      attribute('type', 'Always User', readOnly),
    ],
  }),
];

/** Only what is kept: a directory that reads this knows what to send. */
export function listScimSchemas(baseUrl: string): ScimSchema[] {
  const schemaOf = (urn: string, name: string, attributes: Attribute[]) => ({
    schemas: [scimSchemas.schema],
    id: urn,
    name,
    description: name === 'User' ? 'A person' : 'A group of people',
    attributes,
    meta: { resourceType: 'Schema', location: at(baseUrl, `Schemas/${urn}`) },
  });
  return [
    schemaOf(scimSchemas.user, 'User', userAttributes),
    schemaOf(scimSchemas.group, 'Group', groupAttributes),
  ];
}

/** Names have no case, the URNs of schemas included. */
export function getScimSchema(baseUrl: string, urn: string): ScimSchema | Refusal<'NOT_FOUND'> {
  const named = urn.toLowerCase();
  return listScimSchemas(baseUrl).find((each) => each.id.toLowerCase() === named) ?? refuse('NOT_FOUND');
}
