import { z } from 'zod';
import { describeError, oauthErrorOf, scimTypeOf } from './describe-error.ts';
import {
  alsoNeeded,
  type Body,
  type Endpoint,
  heedsChoice,
  isBinary,
  isRedirect,
  reasonsOf,
  takesForm,
} from './endpoint.ts';
import { ErrorBody, OAuthErrorBody } from './error-shapes.ts';
import type { Reason } from './errors.ts';
import { rateLimits } from './limits.ts';
import { tags } from './openapi-tags.ts';
import { ScimErrorBody, scimMediaType } from './scim-shapes.ts';

type Json = Record<string, unknown>;

/** The declarations as OpenAPI 3.1. Schemas with an id become shared components. */
export function openApiDocument(
  routes: Record<string, Endpoint>,
  info: { title: string; version: string; serverUrl: string },
): Json {
  const schemas = componentSchemas(routes);
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(operationId, route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: 'User management: accounts, sessions, organizations, roles, API keys and audit logs.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service', url: info.serverUrl },
    },
    servers: [{ url: info.serverUrl }],
    tags: [...new Set(Object.values(routes).map(tagOf))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: { schemas: schemas.definitions, headers: commonHeaders, securitySchemes },
  };
}

const commonHeaders = {
  RequestId: {
    description: 'Also in the log, and in every error.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const choiceParameter = {
  name: 'X-Organization-Id',
  in: 'header',
  required: false,
  description: "One of the caller's organizations. Without it, the request is about their default.",
  schema: { type: 'string', format: 'uuid' },
};

const challengeParameter = {
  name: 'X-Challenge',
  in: 'header',
  required: false,
  description: 'A solved challenge, where the service is guarded against bots.',
  schema: { type: 'string' },
};

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'latchkey_session', description: 'Set by login.' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'The value of the csrf_token cookie. Send it with every unsafe request that uses the session cookie.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'tokens.accessToken from login.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lsk_…',
    description: 'An API key of the calling user.',
  },
  organizationKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lok_…',
    description: "An organization's own API key, with the scope that the operation names.",
  },
};

function security(route: Endpoint): Json[] {
  if (route.access.kind === 'public' || route.access.kind === 'token') return [];
  const ownKey = route.organizationKey ? [{ organizationKey: [route.organizationKey] }] : [];
  if (route.access.kind === 'organizationKey') return ownKey;
  const ways: Json[] = [route.csrf === 'token' ? { session: [], csrf: [] } : { session: [] }];
  if (route.bearer !== false) ways.push({ accessToken: [] });
  if (route.bearer !== false && route.apiKey !== false) ways.push({ apiKey: [] });
  return [...ways, ...ownKey];
}

function tagOf(route: Endpoint): string {
  if (route.path.startsWith('/.well-known/')) return route.dialect === 'oauth' ? 'oidc' : 'auth';
  return route.path.split('/')[2] ?? 'service';
}

function operation(operationId: string, route: Endpoint, schemas: Schemas): Json {
  const parameters = [
    ...parametersOf('path', route.params),
    ...parametersOf('query', route.query),
    ...(heedsChoice(route) ? [choiceParameter] : []),
    ...(route.challenge ? [challengeParameter] : []),
  ];
  return {
    operationId,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [route.description, whoMayCall(route)].filter(Boolean).join('\n\n'),
    'x-access': route.access,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: needsBody(route.body),
        content: content(route.body, 'input', schemas, mediaTypeOf(route)),
      },
    }),
    responses: { ...successes(route, schemas), ...failures(route) },
    security: security(route),
  };
}

/** The declaration's rules, in words. */
function whoMayCall(route: Endpoint): string {
  const { access, bearer, apiKey, organizationKey, recent, impersonation } = route;
  if (access.kind === 'public') return 'Anyone may call this.';
  if (access.kind === 'organizationKey')
    return `You need an API key of your organization with the scope \`${organizationKey}\`.`;
  if (access.kind === 'token') return 'Anyone who holds the token can call this.';
  const rules = [
    access.kind === 'session' && 'You must be signed in.',
    access.kind === 'organization' && `You must be ${access.role} of your organization, or above.`,
    access.kind === 'permission' &&
      `You need the permission \`${access.permission}\`${alsoNeeded(access)}${access.orOrganizationRole ? `, or to be ${access.orOrganizationRole} of your organization` : ''}.`,
    bearer === false && 'Only the session cookie serves.',
    bearer !== false && apiKey === false && "An API key doesn't serve.",
    recent && 'You must have proven who you are in the last ten minutes.',
    impersonation === 'blocked' && 'Not while impersonating.',
    organizationKey && `An organization's key needs the scope \`${organizationKey}\`, and nothing else.`,
  ];
  return rules.filter(Boolean).join(' ');
}

function mediaTypeOf(route: Endpoint): string {
  if (route.dialect === 'scim') return scimMediaType;
  return takesForm(route) ? 'application/x-www-form-urlencoded' : 'application/json';
}

/** A body without required fields may be omitted. */
function needsBody(body: Body): boolean {
  return 'binary' in body || !('safeParse' in body) || !body.safeParse({}).success;
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const isRequired = (name: string) => place === 'path' || required.includes(name);
  return Object.entries(properties).map(([name, property]) => {
    return { name, in: place, required: isRequired(name), schema: property };
  });
}

function content(body: Body, io: 'input' | 'output', schemas: Schemas, type = 'application/json'): Json {
  if (!isBinary(body)) return { [type]: { schema: schemas.refer(body, io) } };
  const raw = (type: string) =>
    type === 'application/json' ? { type: 'object' } : { type: 'string', format: 'binary' };
  return Object.fromEntries(body.binary.map((type) => [type, { schema: raw(type) }]));
}

function successes(route: Endpoint, schemas: Schemas): Json {
  const headers = { ...requestId, ...(route.limit && limitHeaders(route)) };
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, body]) => [
      status,
      isRedirect(body)
        ? { description: body.description, headers: { ...headers, Location: { schema: { type: 'string' } } } }
        : {
            description: isBinary(body) ? body.description : 'Success.',
            headers,
            content: content(body, 'output', schemas, route.dialect === 'scim' ? scimMediaType : undefined),
          },
    ]),
  );
}

function limitHeaders(route: Endpoint): Json {
  const rule = route.limit && rateLimits[route.limit];
  const whole = { schema: { type: 'integer' } };
  return {
    'X-RateLimit-Limit': { ...whole, description: `Requests per window. The default is ${rule?.limit}.` },
    'X-RateLimit-Remaining': whole,
    'X-RateLimit-Reset': { ...whole, description: 'When the window resets, as a Unix timestamp.' },
  };
}

/** One entry per status, naming every code that can come with it. */
function failures(route: Endpoint): Json {
  const byStatus = new Map<number, Reason[]>();
  for (const reason of reasonsOf(route)) {
    const { status } = describeError(reason);
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, reasons]) => [
      status,
      {
        description: reasons
          .map((reason) => `\`${codeOf(route, reason)}\` ${describeError(reason).message}`)
          .join('\n\n'),
        headers: {
          ...requestId,
          ...(status === 429 && { ...(route.limit && limitHeaders(route)), ...retryAfter }),
        },
        content: errorContent(route),
      },
    ]),
  );
}

function codeOf({ dialect }: Endpoint, reason: Reason): string {
  if (dialect === 'scim') return scimTypeOf(reason) ?? String(describeError(reason).status);
  return dialect && reason !== 'NOT_FOUND' ? oauthErrorOf(reason, dialect) : describeError(reason).code;
}

function errorContent({ dialect }: Endpoint): Json {
  if (dialect?.startsWith('browser')) return { 'text/html': { schema: { type: 'string' } } };
  const name = dialect === 'scim' ? 'ScimErrorBody' : dialect ? 'OAuthErrorBody' : 'Error';
  const type = dialect === 'scim' ? scimMediaType : 'application/json';
  return { [type]: { schema: { $ref: `#/components/schemas/${name}` } } };
}

type Schemas = { definitions: Json; refer(schema: z.ZodType, io: 'input' | 'output'): Json };

function componentSchemas(routes: Record<string, Endpoint>): Schemas {
  const definitions: Json = {};
  const refer: Schemas['refer'] = (schema, io) => {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      const { id: _, ...rest } = definition;
      definitions[id] = relocate(rest);
    }
    const { id, ...rest } = own;
    if (typeof id !== 'string') return relocate(rest) as Json;
    definitions[id] = relocate(rest);
    return { $ref: `#/components/schemas/${id}` };
  };
  refer(ErrorBody, 'output');
  refer(OAuthErrorBody, 'output');
  refer(ScimErrorBody, 'output');
  for (const route of Object.values(routes))
    for (const body of Object.values(route.responses))
      if (!isBinary(body) && !isRedirect(body)) refer(body, 'output');
  return { definitions, refer };
}

/** zod points into $defs; an OpenAPI document keeps shared schemas under components. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, relocate(inner)],
    ),
  );
}
