// Writes sdk/src/endpoints.ts from the contract: its routes and the shapes of what goes in and out, without its schemas,
// so that the SDK needs neither zod nor the contract. With --check, only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { endpoints as declared, isBinary, isRedirect } from '@latchkey/contract';
import { z } from 'zod';

const file = new URL('src/endpoints.ts', import.meta.url);

// What speaks a protocol of others has clients of its own.
const endpoints = Object.fromEntries(
  Object.entries(declared).filter(([, { dialect, form }]) => !dialect && !form),
);

const named = new Map();
const indent = (text) => text.replaceAll('\n', '\n  ');
const quote = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value));
const keyOf = (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name));
const comment = (text) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '');
const union = (types) => {
  const each = [...new Set(types)];
  const line = each.join(' | ');
  return line.length > 90 && !line.includes('\n') ? `\n  | ${each.join('\n  | ')}` : line;
};

/** Numbers and booleans are written into a query as they are; closed sets of words stay closed. */
const queryText = 'string | number | boolean';
const words = { integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

function typeOf(schema, text = 'string') {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '');
  if ('const' in schema) return quote(schema.const);
  if (schema.enum) return union(schema.enum.map(quote));
  // Where it says the type as well, they only narrow it.
  if (!schema.type && (schema.anyOf || schema.oneOf))
    return union((schema.anyOf ?? schema.oneOf).map((each) => typeOf(each, text)));
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each, text)})`).join(' & ');
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}, text));
  if (schema.type === 'object') return objectOf(schema, text);
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'unknown' : union(types.map((type) => (type === 'string' ? text : word(type))));
}

function word(type) {
  if (!words[type]) throw new Error(`The SDK has no word for a ${type}.`);
  return words[type];
}

const arrayOf = (item) => (/[|&]/.test(item.replaceAll(/\{[\s\S]*\}/g, '')) ? `(${item})[]` : `${item}[]`);

function objectOf({ properties = {}, required = [], additionalProperties }, text) {
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property, text);
    const optional = !required.includes(name);
    const value = optional && type !== 'unknown' ? union([type, 'undefined']) : type;
    return `${comment(property.description)}${keyOf(name)}${optional ? '?' : ''}: ${value};`;
  });
  if (additionalProperties && typeof additionalProperties === 'object')
    fields.push(`[name: string]: ${typeOf(additionalProperties, text)};`);
  return fields.length === 0 ? '{}' : `{\n  ${fields.map(indent).join('\n  ')}\n}`;
}

/** A shape that has a name is said once. */
function shapeOf(schema, io, text) {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, shape] of Object.entries($defs)) named.set(name, typeOf(shape));
  if (own.id) named.set(own.id, typeOf(own));
  return { type: own.id ?? typeOf(own, text), optional: own.type === 'object' && !own.required?.length };
}

function inputOf({ params, query, body }) {
  const parts = [];
  const add = (name, { type, optional }) => parts.push(`${name}${optional ? '?' : ''}: ${type};`);
  if (params) add('params', shapeOf(params, 'input', 'string'));
  if (query) add('query', shapeOf(query, 'input', queryText));
  if (body) add('body', isBinary(body) ? { type: 'Blob | BufferSource' } : shapeOf(body, 'input', 'string'));
  return parts.length === 0 ? '{}' : `{\n  ${parts.map(indent).join('\n  ')}\n}`;
}

/** An address to go to is no answer. */
function outputOf({ responses }) {
  const answers = Object.values(responses).filter((body) => !isRedirect(body));
  if (answers.length === 0) return 'never';
  return union(answers.map((body) => (isBinary(body) ? 'Blob' : shapeOf(body, 'output', 'string').type)));
}

const shapes = Object.entries(endpoints).map(([name, route]) => {
  const said = [route.summary, route.description].filter(Boolean).join('. ');
  const members = `input: ${inputOf(route)};\noutput: ${outputOf(route)};`;
  return `${comment(said)}${name}: {\n  ${indent(members)}\n};`;
});
// Each path once: the sign-in pages load all of them, and have few bytes left.
const lines = new Map();
for (const [name, { method, path, csrf }] of Object.entries(endpoints)) {
  const open = csrf === 'origin' ? '!' : '';
  lines.set(path, `${lines.get(path) ?? path} ${method}${open} ${name}`);
}
const names = [...named].sort(([one], [other]) => (one < other ? -1 : 1));

const text = `// Written from the contract by write-endpoints.mjs (npm run docs). Not by hand.

/** Each path, with its methods and their endpoints. \`!\`: it changes something without a session, and so without a CSRF token. */
export const table = \`
${[...lines.values()].join('\n')}\`;

${names.map(([name, type]) => `export type ${name} = ${type};\n`).join('\n')}
/** What each endpoint takes and answers. */
export interface Endpoints {
  ${shapes.map(indent).join('\n  ')}
}
`.replaceAll(/ +\n/g, '\n');

const isCurrent = readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === text;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!isCurrent) {
  console.error('sdk/src/endpoints.ts is not what the contract says. Run npm run docs.');
  process.exit(1);
}
