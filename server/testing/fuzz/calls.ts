import { type Endpoint, isBinary, takesForm } from '@latchkey/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { type Json, junk, type Known, texts, validOf } from './values.ts';

/** A request, more or less as its route expects it. `who` sends it. */
export type Call<Who> = { who: Who; params: string[]; query: string; body: Body };
export type Body = { raw: string | Uint8Array; type: string } | undefined;

const schemas = new WeakMap<z.ZodType, Json>();

function schemaOf(body: z.ZodType): Json {
  const schema = schemas.get(body) ?? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json);
  schemas.set(body, schema);
  return schema;
}

function bodyOf(route: Endpoint, known: Known): fc.Arbitrary<Body> {
  if (!route.body) return fc.constant(undefined);
  if (isBinary(route.body)) {
    const magic = fc.constantFrom([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff], []);
    return fc
      .tuple(magic, fc.uint8Array({ maxLength: 200 }), fc.constantFrom('image/png', 'text/plain', ''))
      .map(([head, rest, type]) => ({ raw: new Uint8Array([...head, ...rest]), type }));
  }
  const schema = schemaOf(route.body);
  if (takesForm(route)) return formOf(schema);
  const json = fc.oneof({ weight: 6, arbitrary: validOf(schema, known) }, { weight: 1, arbitrary: junk });
  return fc
    .tuple(
      json.map((value) => JSON.stringify(value) ?? ''),
      fc.nat(30),
      fc.string({ maxLength: 3 }),
    )
    .map(([text, at, noise]) =>
      // Occasionally not valid JSON, or not labeled as JSON.
      at === 0
        ? { raw: text.slice(0, -1) + noise, type: 'application/json' }
        : { raw: text, type: at === 1 ? 'text/plain' : 'application/json' },
    );
}

/** A form, more or less as a client of the protocol sends it. */
function formOf(schema: Json): fc.Arbitrary<Body> {
  const names = Object.keys((schema.properties ?? {}) as Json);
  const values = fc.oneof(
    texts,
    fc.constantFrom('authorization_code', 'refresh_token', 'client_credentials'),
  );
  return fc
    .tuple(fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 6 }), fc.nat(20))
    .map(([pairs, at]) => ({
      raw: pairs.map(([name, value]) => `${name}=${encode(value.slice(0, 300))}`).join('&'),
      type: at === 0 ? 'application/json' : 'application/x-www-form-urlencoded',
    }));
}

function queryOf(route: Endpoint, { emails }: Known): fc.Arbitrary<string> {
  const names = [...Object.keys(route.query?.shape ?? {}), 'unknown'];
  const values = fc.oneof(
    texts,
    fc.constantFrom(
      '1',
      '2',
      '100',
      'true',
      'all',
      'USER',
      'security',
      '-createdAt',
      'createdAt',
      'csv',
      'jsonl',
    ),
    fc.constantFrom(...emails),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 4 })
    .map((pairs) =>
      pairs.length > 0
        ? `?${pairs.map(([name, value]) => `${name}=${encode(value.slice(0, 300))}`).join('&')}`
        : '',
    );
}

/** Half a surrogate pair has no encoding, so its three bytes are sent as if it had one. */
function encode(value: string): string {
  return /\p{Surrogate}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value);
}

export function callOf<Who>(route: Endpoint, known: Known, who: fc.Arbitrary<Who>): fc.Arbitrary<Call<Who>> {
  const segments = route.path.split('/');
  const params = segments.flatMap((segment, at) => {
    if (!segment.startsWith(':')) return [];
    const there = known.existing[segments[at - 1] ?? ''] ?? [];
    // A dot would change the path before it is sent.
    const any = texts.map((text) => encode(text.slice(0, 300)).replace(/^\.{1,2}$/, '%25'));
    return [fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...there) }, { weight: 1, arbitrary: any })];
  });
  return fc.record({
    who,
    params: fc.tuple(...params),
    query: queryOf(route, known),
    body: bodyOf(route, known),
  });
}

/** The route's address, with its parameters filled in. */
export function urlOf(route: Endpoint, { params, query }: Pick<Call<unknown>, 'params' | 'query'>): string {
  const values = [...params];
  return route.path.replace(/:\w+/g, () => values.shift() ?? '') + query;
}
