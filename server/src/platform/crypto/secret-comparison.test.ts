import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing/.test(path))
  .map((path) => ({ path, code: withoutComments(readFileSync(`${root}/${path}`, 'utf8')) }));

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

const operand = String.raw`[\w$.?!()[\]'-]+`;
const compared = new RegExp(String.raw`(${operand})\s*[!=]==?\s*(?!=)(${operand})`, 'g');
const byMethod = new RegExp(String.raw`(${operand}?)\.(?:equals|compare|localeCompare)\((${operand})`, 'g');

/** Strips what a pattern catches besides the operand: brackets of the code around it. */
function bare(text: string): string {
  const inner = text.replace(/^[(!]+/, '');
  const open = inner.split('(').length - inner.split(')').length;
  return open < 0 ? inner.slice(0, open) : inner;
}

/** Whether an operand is named after something that a caller could guess bit by bit. */
const namesSecret = (text: string) =>
  /(token|secret|hash|csrf|code|mac|digest|signature|password|cookie|nonce|ticket)['\])]*$/i.test(text);

/** What is no secret: nothing, a literal, a count. */
const isConstant = (text: string) =>
  /^(undefined|null|true|false|-?\d[\w.]*|'.*)$/.test(text) || /\b(length|size)$/.test(text);

function comparisonsOf(code: string): string[] {
  const found = [...code.matchAll(compared), ...code.matchAll(byMethod)];
  return found.flatMap(([whole, ...operands]) => {
    const [one = '', other = ''] = operands.map(bare);
    if (isConstant(one) || isConstant(other) || one === 'bcrypt') return [];
    return namesSecret(one) || namesSecret(other) ? [whole] : [];
  });
}

// Someone who guesses can't reach the database driver or the command line: the codes there are error codes.
const asked = sources.filter(({ path }) => !/^(platform\/db|cli)\//.test(path));

test('secrets are compared only by equalSecrets, which uses timingSafeEqual', () => {
  const found = asked.flatMap(({ path, code }) =>
    comparisonsOf(code).map((comparison) => `${path}: ${comparison}`),
  );
  expect(found).toEqual([]);
  const users = sources.filter(({ code }) => /timingSafeEqual/.test(code)).map(({ path }) => path);
  expect(users).toEqual(['platform/crypto/equal-secrets.ts']);
  const { code = '' } = sources.find(({ path }) => path === 'platform/crypto/equal-secrets.ts') ?? {};
  expect(code).toMatch(
    /function equalSecrets\([^)]*\): boolean \{[^}]*\breturn bytes\.length === others\.length && timingSafeEqual\(bytes, others\);\s*\}/,
  );
});

test('bcrypt is imported only where hashes wait for a core', () => {
  const users = sources.filter(({ code }) => /from '@node-rs\/bcrypt'/.test(code)).map(({ path }) => path);
  expect(users).toEqual(['platform/crypto/passwords.ts']);
});

test.each([
  'if (given === token) return user;',
  'return row.tokenHash.equals(hash);',
  'Buffer.compare(stored.codeHash, digest) === 0',
  "if (request.headers['x-csrf-token'] !== expected) refuse();",
  'const ok = csrfToken == header;',
  'row?.keyHash === sha256(key)',
  'return code === expectedCode;',
  'user.passwordHash !== checked.passwordHash',
  "if (cookies['csrf'] !== csrf) return;",
])('%s is flagged', (line) => {
  expect(comparisonsOf(line)).not.toEqual([]);
});

test.each([
  'if (token === undefined) return;',
  "if (error.code === '23505') return;",
  "typeof header === 'string' && equalSecrets(header, expected)",
  'bytes.length === 36',
  "route.bearer !== false && access.kind === 'token'",
  'user.passwordHash !== null',
])('%s is not flagged', (line) => {
  expect(comparisonsOf(line)).toEqual([]);
});
