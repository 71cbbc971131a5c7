import fc from 'fast-check';
import { password } from '../service.ts';

export type Json = Record<string, unknown>;

/** What exists, by the path segment that leads to it; otherwise every request would end in "not found". */
export type Known = { existing: Record<string, string[]>; emails: string[] };

export const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '😀👩‍👩‍👧‍👦',
    '\u202eabc',
    'İstanbul ß ﬀ',
    '%',
    '_',
    '\\',
    "'; DROP TABLE users; --",
    '{{7*7}}',
    '__proto__',
    'constructor',
    'null',
    'true',
    '-1',
    '0',
    '1e999',
    '99999999999999999999',
    '2026-02-30T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '-000001-01-01T00:00:00Z',
    'all',
    '../../etc/passwd',
  ),
  fc.integer({ min: 100, max: 5000 }).map((length) => 'ü'.repeat(length)),
);
export const junk = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.constant(null),
  fc.constant([]),
);

/** What the schema asks for, mostly: every eighth value is something else. */
function arbitraryOf(schema: Json, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: validOf(schema, known) }, { weight: 1, arbitrary: junk });
}

export function validOf(schema: Json, known: Known): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => validOf(choice, known)));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const record = Object.fromEntries(fields.map(([name, field]) => [name, namedOf(name, field, known)]));
    return fc.oneof(fc.record(record), fc.record(record, { requiredKeys: [] }));
  }
  if (schema.type === 'array')
    return fc.array(arbitraryOf((schema.items ?? {}) as Json, known), { maxLength: 5 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number' || schema.type === 'integer') return fc.integer();
  if (schema.type === 'null') return fc.constant(null);
  return schema.type === 'string' ? stringOf(schema, known) : junk;
}

function stringOf(schema: Json, { existing, emails }: Known): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.constantFrom(...Object.values(existing).flat());
  if (schema.format === 'email')
    return fc.oneof(fc.constantFrom(...emails), fc.emailAddress(), fc.constant('a\u0001b@example.com'));
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === 'password') return fc.constantFrom(password, 'Another-Horse-8');
  return texts;
}

/** Fields whose names say more than their schemas. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  code: fc.constantFrom('000000', '123456', 'ABCD-EFGH'),
  name: fc.constantFrom('ROLE_FUZZ_ONE', 'ROLE_FUZZ_TWO', 'Fuzz', 'Fuzz & Söhne'),
  permissions: fc.subarray(['users:list', 'users:read', 'audit:read', 'nothing:known']),
  username: fc.constantFrom('fuzz.one', 'Fuzz_Two', null),
  firstName: fc.constantFrom('Ada', '😀', '', null),
  lastName: fc.constantFrom('Lovelace', null),
  organizationName: fc.constantFrom('Fuzz', 'Fuzz & Söhne', null),
  inviteToken: fc.constantFrom(null, 'nonsense'),
  slug: fc.constantFrom('fuzz', 'fuzz-2'),
  confirmPassword: fc.constant(password),
};

function namedOf(name: string, schema: Json, known: Known): fc.Arbitrary<unknown> {
  const valid = byName[name];
  return valid
    ? fc.oneof({ weight: 3, arbitrary: valid }, arbitraryOf(schema, known))
    : arbitraryOf(schema, known);
}
