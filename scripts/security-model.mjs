// Writes the table in docs/security-model.md from the contract: who can call, and what `changesAccess` says of each route.
// With --check, only says whether the document is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { endpoints, isPersonal } from '../contract/dist/index.js';

const file = new URL('../docs/security-model.md', import.meta.url);

/** For a session that an organization's identity provider began. */
function vouched(rule) {
  if (rule.access.kind === 'permission' && !rule.access.orOrganizationRole) return 'no';
  if (rule.access.about === 'second-factor') return 'own proof, unless there is none';
  return isPersonal(rule) || rule.about === 'personal' ? 'own proof' : 'yes';
}

const yes = (allowed) => (allowed ? 'yes' : 'no');

function row(route, { what, proof, ends }) {
  const rule = { ...route, ...route.guardedFields?.[what] };
  const open = route.access.kind === 'public' || route.access.kind === 'token';
  const who = open
    ? ['not needed', 'not needed', 'not needed', 'no', 'not needed']
    : [
        'yes',
        yes(rule.bearer !== false),
        vouched(rule),
        // A key can't give a recent proof.
        yes(rule.bearer !== false && rule.apiKey !== false && !rule.recent),
        yes(rule.impersonation !== 'blocked'),
      ];
  return `| ${what} | \`${route.method} ${route.path}\` | ${[...who, proof ?? proofOf(rule), ends].join(' | ')} |`;
}

const permissionOf = ({ permission, withPermission }) =>
  withPermission === 'all'
    ? `\`${permission}\` with all others`
    : `\`${permission}\`${withPermission ? ` with \`${withPermission}\`` : ''}`;

function proofOf({ access, dialect, recent, path }) {
  const who = {
    session: 'the session',
    permission: permissionOf(access),
    organization: `organization ${access.role}`,
    token: dialect === 'scim' ? 'a directory token' : undefined,
  }[access.kind];
  if (!who) throw new Error(`${path} has to say in changesAccess what proves the right to change it.`);
  return recent ? `${who}; a recent proof` : who;
}

const current = readFileSync(file, 'utf8');
const [start, end] = ['<!-- table -->\n', '<!-- end of table -->'];
const table = [
  '| changes | route | cookie session | access token | by an identity provider | API key | while impersonating | proof | what ends |',
  '|---|---|---|---|---|---|---|---|---|',
  ...Object.values(endpoints).flatMap((route) => (route.changesAccess ?? []).map((each) => row(route, each))),
].join('\n');
const text =
  current.slice(0, current.indexOf(start) + start.length) +
  `${table}\n` +
  current.slice(current.indexOf(end));

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (current !== text) {
  console.error('docs/security-model.md is not what the contract says. Run: npm run docs');
  process.exit(1);
}
