import { type Endpoint, endpoints, errors, isBinary, isRedirect, reasonsOf } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Json }>; headers?: Json }
  >;
  security: Record<string, string[]>[];
};
type Document = {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'headers' | 'securitySchemes', Record<string, Json>>;
};

const routes = Object.entries(endpoints as Record<string, Endpoint>).map(([name, route]) => ({
  name,
  route,
}));

const service = started(startService);
let document: Document;
beforeAll(async () => {
  document = (await service.client().get('/api/openapi.json')).body;
});

const operationOf = ({ method, path }: Endpoint): Operation => {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect({ valid: result.valid, version: validator.version }).toEqual({ valid: true, version: '3.1' });
  });

  test('says of each group of routes what it is for', () => {
    expect(document.tags.length).toBeGreaterThan(10);
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  describe('is as strict as the service', () => {
    type Field = {
      pattern?: string;
      minLength?: number;
      maxLength?: number;
      anyOf?: Json[];
      [more: string]: unknown;
    };
    const bodyOf = (route: Endpoint) =>
      operationOf(route).requestBody?.content['application/json']?.schema as {
        properties: Record<string, Field>;
        oneOf?: Json[];
      };
    const allows = ({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Field, value: string) =>
      [...value].length >= minLength &&
      [...value].length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(value));

    const values = {
      password: [
        'Correct-Horse-7',
        'Ünïcode-Wört-9',
        'short-1A',
        'Sh0rt-1',
        'no-digits-Here',
        'NO-LOWER-1',
        'no-upper-1',
        'NoSpecial11',
        `Long-1${'x'.repeat(67)}`,
        `Fits-1${'x'.repeat(66)}`,
        'With\nline-1',
      ],
      code: ['123456', '123 456', ' 123456 ', '12345', '1234567', 'abcdef', ''],
    };
    test.each(values.password)('for the new password %j', (value) => {
      const body = { email: 'ada@example.com', organizationName: 'Acme', password: value };
      const accepted = (
        endpoints.register.body as unknown as { safeParse(body: unknown): { success: boolean } }
      ).safeParse(body).success;
      expect(allows(bodyOf(endpoints.register).properties.password ?? {}, value)).toBe(accepted);
    });
    test.each(values.code)('for the code %j', (value) => {
      const accepted = (
        endpoints.verifyTwoFactor.body as unknown as { safeParse(body: unknown): { success: boolean } }
      ).safeParse({ code: value }).success;
      expect(allows(bodyOf(endpoints.verifyTwoFactor).properties.code ?? {}, value)).toBe(accepted);
    });

    test('for lengths, either-or fields and dates', () => {
      const { properties, oneOf } = bodyOf(endpoints.register);
      expect(properties.email).toMatchObject({ format: 'email', maxLength: 255 });
      expect(JSON.stringify(properties.firstName)).toContain('"maxLength":100');
      expect(JSON.stringify(properties.organizationName)).toContain('"minLength":2');
      expect(oneOf).toEqual([
        { properties: { organizationName: { type: 'null' }, inviteToken: { type: 'null' } } },
        expect.objectContaining({ required: ['organizationName'] }),
        expect.objectContaining({ required: ['inviteToken'] }),
      ]);
      const expiresAt = JSON.stringify(bodyOf(endpoints.createKey).properties.expiresAt);
      expect(expiresAt).toContain('{"format":"date"}');
    });
  });

  test('does not exist where API_DOCS is off, and neither does its page', async () => {
    const service = await startService({ env: { API_DOCS: 'off' } });
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/start.js'])
      expect((await service.client().get(path)).status, path).toBe(404);
  });

  test('leaves out test and development routes in production', async () => {
    const production = await startService({
      env: { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x', SMTP_URL: 'smtp://localhost' },
    });
    const described = (await production.client().get('/api/openapi.json')).body as Document;
    await production.close();
    const paths = ['/api/test/reset-rate-limits', '/api/setup'];
    expect(paths.filter((path) => document.paths[path])).toEqual(paths);
    expect(paths.filter((path) => described.paths[path])).toEqual([]);
  });

  test('contains no unresolved references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, target]) => target,
    );
    expect(references.length).toBeGreaterThan(20);
    const defined = (['schemas', 'headers'] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(references)].filter((target) => !defined.includes(target ?? ''))).toEqual([]);
  });

  test('describes every declared route under its own name, and no others', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
      ),
    );
    const declared = routes.map(
      ({ name, route }) => `${name}: ${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.sort()).toEqual(declared.sort());
  });

  test('states its OpenAPI version, server URL, title and release version', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'http://latchkey.test' }]);
    expect(document.info).toMatchObject({
      title: 'Latchkey',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  test('defines the four security schemes', () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'latchkey_session' },
      csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
      accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      apiKey: { type: 'http', scheme: 'bearer' },
    });
  });

  test('defines the error shape with its seven fields', () => {
    const { properties } = document.components.schemas.Error as {
      properties: { error: { properties: Json; required: string[] } };
    };
    const fields = ['code', 'details', 'message', 'path', 'requestId', 'timestamp', 'type'];
    expect(Object.keys(properties.error.properties).sort()).toEqual(fields);
    expect(properties.error.required.toSorted()).toEqual(fields);
  });
});

const jsonOf = ({ dialect }: Endpoint) => (dialect === 'scim' ? 'application/scim+json' : 'application/json');

/** The dialects whose bodies are forms. */
const formDialects = ['oauth', 'bearer', 'browser', 'browser-sign-out'];

describe.each(routes)('$name in the document', ({ route }) => {
  test('has its parameters, body, responses, errors and security', () => {
    const operation = operationOf(route);
    expect(operation.summary.length).toBeGreaterThan(3);

    const named = (place: string) =>
      (operation.parameters ?? []).filter((each) => each.in === place).map(({ name }) => name);
    expect(named('path').sort()).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort());
    expect(named('query').sort()).toEqual(Object.keys(route.query?.shape ?? {}).sort());
    for (const each of operation.parameters ?? []) if (each.in === 'path') expect(each.required).toBe(true);

    if (!route.body) expect(operation.requestBody).toBeUndefined();
    else if (isBinary(route.body))
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual([...route.body.binary]);
    else {
      const type =
        route.form || formDialects.includes(route.dialect ?? '')
          ? 'application/x-www-form-urlencoded'
          : jsonOf(route);
      const schema = operation.requestBody?.content[type]?.schema as { properties?: Json };
      const shape = (route.body as { shape?: object }).shape;
      if (shape) expect(Object.keys(schema.properties ?? {}).sort()).toEqual(Object.keys(shape).sort());
    }

    for (const [status, body] of Object.entries(route.responses)) {
      const answer = operation.responses[status];
      expect(answer?.headers).toHaveProperty('X-Request-Id');
      if (route.limit) expect(answer?.headers).toHaveProperty('X-RateLimit-Remaining');
      if (isRedirect(body)) expect(answer?.headers).toHaveProperty('Location');
      else if (isBinary(body)) expect(Object.keys(answer?.content ?? {})).toEqual([...body.binary]);
      else expect(Object.keys(answer?.content?.[jsonOf(route)]?.schema ?? {})).not.toEqual([]);
    }

    for (const reason of reasonsOf(route)) {
      const entry: { status: number; code?: string; message: string } = errors[reason];
      const answer = operation.responses[entry.status];
      const told = route.dialect ? entry.message.replace('{wait}', 'later') : `\`${entry.code ?? reason}\``;
      expect(answer?.description).toContain(told);
      if (route.dialect?.startsWith('browser')) {
        expect(answer?.content).toHaveProperty('text/html');
        continue;
      }
      const shape = route.dialect === 'scim' ? 'ScimErrorBody' : route.dialect ? 'OAuthErrorBody' : 'Error';
      expect(answer?.content?.[jsonOf(route)]?.schema).toEqual({
        $ref: `#/components/schemas/${shape}`,
      });
    }

    const open = route.access.kind === 'public' || route.access.kind === 'token';
    const ways = operation.security.map((way) => Object.keys(way).join('+'));
    const programs = route.organizationKey ? ['organizationKey'] : [];
    if (route.organizationKey)
      expect(operation.security.at(-1)).toEqual({ organizationKey: [route.organizationKey] });
    expect(ways).toEqual(
      open || route.access.kind === 'organizationKey'
        ? programs
        : [
            route.method === 'GET' ? 'session' : 'session+csrf',
            ...(route.bearer === false ? [] : ['accessToken']),
            ...(route.bearer === false || route.apiKey === false ? [] : ['apiKey']),
            ...programs,
          ],
    );
  });
});

describe('the reference page', () => {
  test('loads everything it needs from the service, and its content security policy allows it', async () => {
    const client = service.client();
    const page = await client.get('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const rule of [
      /script-src 'self'(;|$)/,
      /style-src 'self'/,
      /connect-src 'self'/,
      /default-src 'none'/,
    ])
      expect(policy).toMatch(rule);
    const scripts = [...page.text.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path ?? '');
    const styles = [...page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect({ scripts: scripts.length, styles: styles.length }).toEqual({ scripts: 2, styles: 1 });
    // Scripts without a src would be refused by the policy.
    expect(page.text.match(/<script/g)).toHaveLength(scripts.length);
    for (const path of scripts) {
      const script = await client.get(path);
      expect({ path, status: script.status }).toEqual({ path, status: 200 });
      expect(script.headers.get('content-type')).toMatch(/javascript/);
    }
    for (const path of styles) {
      const style = await client.get(path);
      expect({ path, status: style.status }).toEqual({ path, status: 200 });
      expect(style.headers.get('content-type')).toMatch(/^text\/css/);
    }
  });

  test('loads /api/openapi.json from the same service and starts collapsed', async () => {
    const start = await service.client().get('/api/docs/start.js');
    expect(start.text).toContain("url: '/api/openapi.json'");
    // There are more than a hundred routes: people can take in only the list of areas.
    expect(start.text).toContain("docExpansion: 'none'");
    const { headers } = await service.client().get('/api/openapi.json');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('lets the browser cache its large files', async () => {
    const { headers } = await service.client().get('/api/docs/assets/swagger-ui-bundle.js');
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
    expect(headers.get('etag')).toBeTruthy();
  });
});
