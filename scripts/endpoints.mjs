// Writes docs/endpoints.md from the contract. With --check, only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  describeError,
  endpoints,
  isRedirect,
  mailLimits,
  rateLimits,
  reasonsOf,
} from '../contract/dist/index.js';

const file = new URL('../docs/endpoints.md', import.meta.url);

function who({ access }) {
  if (access.kind === 'public') return 'anyone';
  if (access.kind === 'token') return 'the holder of its token';
  if (access.kind === 'session') return 'signed in';
  if (access.kind === 'organizationKey') return 'organization key';
  if (access.kind === 'organization') return `organization ${access.role}`;
  const { withPermission } = access;
  const also =
    withPermission === 'all' ? ' with all others' : withPermission ? ` with \`${withPermission}\`` : '';
  const rank = access.orOrganizationRole ? ` or organization ${access.orOrganizationRole}` : '';
  return `\`${access.permission}\`${also}${rank}`;
}

/** Empty for foreign protocols; a route that only redirects a browser is a link. */
function method({ name, dialect, form, responses }) {
  if (dialect || form) return '';
  return Object.values(responses).every(isRedirect) ? `\`addressOf('${name}')\`` : `\`${name}\``;
}

function rules(route) {
  const signedIn = route.access.kind !== 'public' && route.access.kind !== 'token';
  return [
    route.limit && `limit ${route.limit}`,
    signedIn && route.bearer === false && 'cookie only',
    signedIn && route.bearer !== false && route.apiKey === false && 'no API key',
    route.impersonation === 'blocked' && 'not while impersonating',
    route.recent && 'recent proof',
    route.organizationKey && `organization key: \`${route.organizationKey}\``,
    ...Object.entries(route.guardedFields ?? {}).map(
      ([field, { recent }]) =>
        recent && `recent proof for ${recent === 'first' ? 'a first ' : ''}\`${field}\``,
    ),
    route.local && 'development, same machine',
    route.dialect && (route.dialect === 'mcp' ? 'JSON-RPC' : `OAuth's own errors`),
    route.cors && 'any origin',
  ]
    .filter(Boolean)
    .join(', ');
}

function codes(route) {
  const own = new Set(route.errors ?? []);
  return reasonsOf(route)
    .filter((reason) => own.has(reason))
    .map(describeError)
    .map(({ status, code }) => `${status} \`${code}\``)
    .join(', ');
}

const areas = new Map();
for (const [name, route] of Object.entries(endpoints)) {
  const area = route.path.startsWith('/.well-known/') ? 'oidc' : route.path.split('/')[2];
  areas.set(area, [...(areas.get(area) ?? []), { ...route, name }]);
}

const minutes = (ms) => (ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`);
const lines = [
  '# Endpoints',
  '',
  'Written from the contract by `npm run docs`. The same as OpenAPI 3.1 at `/api/openapi.json`, to try out at `/api/docs`.',
  '',
  'Who: a permission such as `users:list` is held through a role. "Signed in" is the session cookie, an access token or,',
  'where it is not excluded, an API key. An organization key calls only the routes that name one of its scopes, and needs',
  'nothing else there. Every route may also answer the errors its rules imply (400, 401, 403, 413, 415, 429); the last',
  'column lists those of its own. SDK: the method of a client of [`@latchkey/sdk`](../sdk/README.md) that calls it.',
];
for (const [area, routes] of areas) {
  lines.push(
    '',
    `## ${area}`,
    '',
    '| | path | SDK | who | rules | its own refusals |',
    '|---|---|---|---|---|---|',
  );
  for (const route of routes)
    lines.push(
      `| ${route.method} | \`${route.path}\`<br>${route.summary} | ${method(route)} | ${who(route)} | ${rules(route)} | ${codes(route)} |`,
    );
}
lines.push('', '## Rate limits', '', '| name | per address | per account | variable |', '|---|---|---|---|');
for (const [name, rule] of Object.entries(rateLimits)) {
  const account = rule.account ? `${rule.limit * 2} / ${minutes(rule.windowMs)}` : '';
  const variable = rule.env ?? 'RATE_LIMIT_MAX, RATE_LIMIT_WINDOW';
  lines.push(`| ${name} | ${rule.limit} / ${minutes(rule.windowMs)} | ${account} | \`${variable}\` |`);
}
lines.push(
  '',
  'Emails to others that one account or organization may cause; the second while the sender is unverified:',
  '',
  '| name | limit | variable |',
  '|---|---|---|',
);
for (const [name, rule] of Object.entries(mailLimits))
  lines.push(`| ${name} | ${rule.limit} / ${minutes(rule.windowMs)} | \`${rule.env}\` |`);
const text = `${lines.join('\n')}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/endpoints.md is not what the contract says. Run: npm run docs');
  process.exit(1);
}
