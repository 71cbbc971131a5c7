import { type Endpoint, endpoints, scimMediaType } from '@latchkey/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Described = {
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
};
type Operation = { responses: Record<string, Described>; requestBody?: Described };
export type Document = { paths: Record<string, Record<string, Operation>> };

/** A response, no matter who fetched it. */
export type Judged = { status: number; text: string; headers: { get(name: string): string | null } };

/** What is wrong with a response, in words. `sent`: the JSON that was accepted or refused. */
export type Judge = (route: Endpoint, answer: Judged, sent?: unknown) => string[];

/** Internals of the service that no response may show. Nothing that tests send looks like this. */
const inside =
  /\n\s+at [\w.<>]+ \(|node_modules|PostgresError|\bSELECT [\w*]+[ ,]|INSERT INTO|relation "|violates \w+ constraint|server\/(src|dist)\//;

/** A judge that knows only the document the service serves. */
export function judgeBy(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const schemaAt = (...place: string[]) => {
    const pointer = place.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1')));
    const key = pointer.join('/');
    const validate = compiled.get(key) ?? ajv.compile({ $ref: `openapi#/${key}` });
    compiled.set(key, validate);
    return validate;
  };

  return (route, answer, sent) => {
    const { status, text, headers } = answer;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const method = route.method.toLowerCase();
    const operation = document.paths[path]?.[method];
    const described = operation?.responses[status];
    if (!described) return [`${status} is not declared: ${text.slice(0, 300)}`];
    const faults = [...headersMissing(described, answer)];
    if (inside.test(text)) faults.push(`shows the inside of the service: ${text.slice(0, 500)}`);
    if (status === 500) faults.push('500');
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const types = Object.keys(described.content ?? {});
    if (types.length > 0 && !types.includes(type)) faults.push(`${status} comes as ${type || 'nothing'}`);
    else if (type === 'application/json' || type === scimMediaType) {
      const validate = schemaAt(
        'paths',
        path,
        method,
        'responses',
        String(status),
        'content',
        type,
        'schema',
      );
      const body = parsed(text);
      if (!validate(body)) faults.push(`${status} does not fit: ${ajv.errorsText(validate.errors)}`);
      else if (requestIdIn(body) !== undefined && requestIdIn(body) !== headers.get('x-request-id'))
        faults.push('the error names another request');
    }
    if (status < 300 && sent !== undefined && operation?.requestBody?.content?.['application/json']) {
      const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      const validate = schemaAt(...place);
      if (!validate(sent)) faults.push(`accepted, against the document: ${ajv.errorsText(validate.errors)}`);
    }
    return faults;
  };
}

function headersMissing({ headers = {} }: Described, answer: Judged): string[] {
  const missing = Object.keys(headers).filter((name) => !answer.headers.get(name));
  const faults = missing.map((name) => `${answer.status} without ${name}`);
  if (!/^[\da-f-]{36}$/.test(answer.headers.get('x-request-id') ?? '')) faults.push('no request id');
  if (answer.headers.get('x-content-type-options') !== 'nosniff') faults.push('may be sniffed');
  return faults;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestIdIn(body: unknown): unknown {
  return (body as { error?: { requestId?: unknown } } | null)?.error?.requestId;
}

const patterns = Object.entries(endpoints as Record<string, Endpoint>)
  .map(([name, route]) => ({ name, route, pattern: patternOf(route.path) }))
  // If two match, a literal segment wins over a parameter.
  .sort((a, b) => a.route.path.split(':').length - b.route.path.split(':').length);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`);
}

/** The declared route that a request is for. */
export function routeOf(method: string, url: string): { name: string; route: Endpoint } | undefined {
  const path = url.split('?')[0] ?? '';
  return patterns.find(({ route, pattern }) => route.method === method && pattern.test(path));
}
