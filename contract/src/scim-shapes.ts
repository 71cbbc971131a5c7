import { z } from 'zod';
import { text } from './fields.ts';

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** What a directory is answered with. It may also send application/json. */
export const scimMediaType = 'application/scim+json';

/** How many resources a page of a list has, unless a request says otherwise, and at most. */
export const scimPage = { usual: 100, most: 200 } as const;

const Meta = z.object({
  resourceType: z.string(),
  created: z.string().optional(),
  lastModified: z.string().optional(),
  location: z.string(),
});
/** `$ref` can't be named: in a schema it would be a reference itself. */
const Reference = z.record(z.string(), z.string()).describe('value, $ref, display, and type for members');

/** What isn't asked for, by attributes or excludedAttributes, is left out. */
export const ScimUser = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    userName: z.string().optional(),
    name: z
      .object({
        givenName: z.string().optional(),
        familyName: z.string().optional(),
        formatted: z.string().optional(),
      })
      .optional(),
    displayName: z.string().optional(),
    emails: z
      .array(
        z.object({
          value: z.string().optional(),
          type: z.literal('work').optional(),
          primary: z.literal(true).optional(),
        }),
      )
      .optional(),
    active: z.boolean().optional(),
    preferredLanguage: z.string().optional(),
    groups: z.array(Reference).optional(),
    meta: Meta.partial().optional(),
  })
  .meta({ id: 'ScimUser' });
export type ScimUser = z.infer<typeof ScimUser>;

export const ScimGroup = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    displayName: z.string().optional(),
    members: z.array(Reference).optional(),
    meta: Meta.partial().optional(),
  })
  .meta({ id: 'ScimGroup' });
export type ScimGroup = z.infer<typeof ScimGroup>;

export function ScimList<Resource extends z.ZodType>(resource: Resource) {
  return z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  });
}

/** A resource or a PATCH as a directory sends it. Names have no case, so it is read by hand. */
export const ScimBody = z.looseObject({}).meta({ id: 'ScimBody' });

const whole = z
  .string()
  .regex(/^-?\d{1,9}$/, 'Must be a whole number.')
  .transform(Number)
  .optional();
const names = text(2000).optional();

export const ScimProjection = z.object({ attributes: names, excludedAttributes: names });
export type ScimProjection = z.infer<typeof ScimProjection>;

export const ScimListQuery = ScimProjection.extend({
  filter: text(5000).optional(),
  startIndex: whole,
  count: whole,
});
export type ScimListQuery = z.infer<typeof ScimListQuery>;

const Supported = z.object({ supported: z.boolean() });

export const ScimConfig = z.object({
  schemas: z.array(z.string()),
  patch: Supported,
  bulk: Supported.extend({ maxOperations: z.int(), maxPayloadSize: z.int() }),
  filter: Supported.extend({ maxResults: z.int() }),
  changePassword: Supported,
  sort: Supported,
  etag: Supported,
  authenticationSchemes: z.array(
    z.object({ type: z.string(), name: z.string(), description: z.string(), primary: z.boolean() }),
  ),
  meta: Meta,
});
export type ScimConfig = z.infer<typeof ScimConfig>;

export const ScimResourceType = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  description: z.string(),
  schema: z.string(),
  meta: Meta,
});
export type ScimResourceType = z.infer<typeof ScimResourceType>;

const Characteristics = z.object({
  name: z.string(),
  type: z.string(),
  multiValued: z.boolean(),
  description: z.string(),
  required: z.boolean(),
  caseExact: z.boolean(),
  mutability: z.string(),
  returned: z.string(),
  uniqueness: z.string(),
  referenceTypes: z
    .array(z.string())
    .optional()
    .describe('The types of resources that a reference may name.'),
});

export const ScimSchema = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  attributes: z.array(Characteristics.extend({ subAttributes: z.array(Characteristics).optional() })),
  meta: Meta,
});
export type ScimSchema = z.infer<typeof ScimSchema>;

/** The body of every error below /api/scim. */
export const ScimErrorBody = z
  .object({
    schemas: z.array(z.string()),
    status: z.string(),
    scimType: z.string().optional(),
    detail: z.string(),
  })
  .meta({ id: 'ScimErrorBody' });
export type ScimErrorBody = z.infer<typeof ScimErrorBody>;
