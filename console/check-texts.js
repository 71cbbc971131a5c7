// Part of `npm run check`: fails if a page holds a text itself instead of naming it in a catalog, if a component would not
// follow a change of language, or if a catalog has a text that no page shows. `node check-texts.js <folder>` checks others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

/** Shown before there is a catalog, typed by people as they are, names of other products, or written for developers. */
const allowed = new Set([
  "This page didn't load. Reload it to try again.",
  'Ctrl K',
  'latchkey admin create',
  'XXXX-XXXX',
  'customer-7',
  'acme_',
  'orders:read',
  'orders:refund',
  'webhook-id',
  '_latchkey-challenge',
  'https://',
  '<EntityDescriptor',
  '-----BEGIN CERTIFICATE-----',
  'SHA-256',
  'Okta',
  'Entra ID',
  'Microsoft Entra ID',
  'Google Workspace',
  'Apple',
  'GitHub',
  'GitLab',
  'Google',
  'Microsoft',
  'Next.js',
  'Spring Boot',
  'Node.js',
  'Standard Webhooks',
  'Ignored returnTo: … is not an allowed origin. To allow it, add it to ALLOWED_ORIGINS.',
  'Ignored returnTo: it is neither a path here nor a plain http or https address.',
]);
/** What fields are called in the consoles of other products. */
const allowedIn = {
  'single-sign-on/provider-words.ts': new Set([
    'App Federation Metadata Url',
    'Application (client) ID',
    'Audience URI (SP Entity ID)',
    'Authorized redirect URIs',
    'Certificate (Base64)',
    'Client ID',
    'Client secret',
    'Directory (tenant) ID',
    'Entity ID',
    'Home page URL',
    'Identifier (Entity ID)',
    'Initiate login URI',
    'Login URL',
    'Metadata URL',
    'Microsoft Entra Identifier',
    'Redirect URI (Web)',
    'Reply URL (Assertion Consumer Service URL)',
    'Sign on URL',
    'Sign on URL (Optional)',
    'Signing Certificate',
    'Single sign-on URL',
  ]),
};
const isKey = (text) => /^[a-z]\w*(\.\w+)+$/.test(text);
const isAddress = (text) => /^https:\/\/\S+$/.test(text);
const isText = (text) =>
  /\p{L}{2}/u.test(text) && !isKey(text) && !isAddress(text) && !allowed.has(text.trim());
/** A sentence or a heading, and not a name from the code. */
const isWorded = (text) => isText(text) && /^\p{Lu}\p{Ll}*(\s\S|['’.…?!])/u.test(text.trim());
const shows =
  /^(title|label|header|placeholder|description|alt|text|note|success|message|never|any|aria-(label|description|roledescription)|\w+(Label|Title))$/;

/** The strings that an expression may stand for. */
function stringsIn(node) {
  if (!node) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('…')];
  if (node.type === 'JSXExpressionContainer') return stringsIn(node.expression);
  if (node.type === 'ConditionalExpression')
    return [...stringsIn(node.consequent), ...stringsIn(node.alternate)];
  if (node.type === 'LogicalExpression') return [...stringsIn(node.left), ...stringsIn(node.right)];
  return [];
}

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((value) => value && typeof value === 'object' && typeof value.type === 'string');

function* walk(node) {
  // What developers read: failures in the code, and types.
  if (node.type === 'ThrowStatement' || node.type.startsWith('TS')) {
    if (node.expression) yield* walk(node.expression);
    return;
  }
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

function literalsOf(node) {
  if (node.type === 'JSXText') return isText(node.value) ? [node.value.trim()] : [];
  if (node.type === 'JSXAttribute')
    return shows.test(node.name.name) ? stringsIn(node.value).filter(isText) : [];
  if (node.type === 'Property')
    return shows.test(node.key.name ?? node.key.value) ? stringsIn(node.value).filter(isText) : [];
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return stringsIn(node).filter(isWorded);
  return [];
}

const isCallOf = (node, name) =>
  node.type === 'CallExpression' && (node.callee.name ?? node.callee.object?.name) === name;

/** Components that show a text, but don't ask to be shown again when the language changes. */
function deafIn(program) {
  const functions = program.body.map((statement) => statement.declaration ?? statement);
  return functions.flatMap((declared) => {
    if (declared.type !== 'FunctionDeclaration' || !/^([A-Z]|use[A-Z])/.test(declared.id.name)) return [];
    const nodes = [...walk(declared)];
    const isDeaf = nodes.some((node) => isCallOf(node, 't')) && !nodes.some((node) => isCallOf(node, 'useT'));
    return isDeaf && !declared.params.some(({ name }) => name === 't') ? [declared.id.name] : [];
  });
}

const folder = process.argv[2] ?? fileURLToPath(new URL('src/', import.meta.url));
const problems = [];
const named = [];
for (const file of readdirSync(folder, { recursive: true })) {
  if (!/\.tsx?$/.test(file) || /\.(test|d)\.ts$/.test(file)) continue;
  const source = readFileSync(join(folder, file), 'utf8');
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const nodes = program.body
    .filter(({ type }) => type !== 'ImportDeclaration')
    .flatMap((each) => [...walk(each)]);
  named.push(...nodes.filter(({ type }) => type === 'Literal' || type === 'TemplateLiteral'));
  const lineOf = ({ start }) => source.slice(0, start).split('\n').length;
  for (const node of nodes)
    for (const text of literalsOf(node))
      if (!allowedIn[file]?.has(text))
        problems.push(`${file}:${lineOf(node)}: "${text}" belongs in a catalog`);
  for (const name of deafIn(program)) problems.push(`${file}: ${name} shows a text, but doesn't call useT()`);
}

/** Whether some string in the code is this key, or a template can become it. */
function isNamed(key) {
  return named.some((node) => {
    if (node.type === 'Literal') return node.value === key;
    const texts = node.quasis.map(({ value }) => value.cooked);
    return texts[0].includes('.') && key.startsWith(texts[0]) && key.endsWith(texts.at(-1));
  });
}

if (process.argv[2] === undefined)
  for (const part of ['sign-in', 'console']) {
    const { messages } = await import(`../contract/dist/locales/en/${part}.js`);
    for (const key of Object.keys(messages))
      if (!isNamed(key)) problems.push(`en/${part}: no page shows ${key}`);
  }

if (problems.length > 0) {
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}
