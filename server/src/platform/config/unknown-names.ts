import { Environment } from './environment.ts';

/** Names from a file of variables, which holds nothing but what Latchkey is to read. */
export type FromFile = { file: string; names: string[] };

const known = Object.keys(Environment.shape);

/** Other programs that read the same file or environment, and ours beyond the service. */
const others = /^(POSTGRES_|PUBLISHED_PORT$|NODE_|npm_|VITE_|NEXT_PUBLIC_|LATCHKEY_(URL|KEY)$)/;

/** What only our names begin with, as far as one can tell. */
export const ownPrefixes = [
  'LATCHKEY_',
  'ACCOUNT_DELETION_',
  'ALLOW_ORGANIZATION_',
  'ALLOW_SEVERAL_',
  'AUDIT_',
  'EMAIL_LOG_',
  'ENABLE_',
  'JWT_REFRESH_',
  'JWT_SECRET',
  'OAUTH_PROVIDERS',
  'OIDC_',
  'ORGANIZATION_KEY_',
  'PASSWORD_BREACH_',
  'RATE_LIMIT_',
  'SEED_ADMIN_',
  'SESSION_SECRET',
  'TWO_FACTOR_',
  'UPLOAD_',
  'UPSTASH_REDIS_',
  'WEBAUTHN_',
  'WEBHOOK_',
];

/** Below this many letters, a name that differs in two of them is another name. */
const longName = 7;

type Given = Record<string, string | undefined>;

/** Whether the service reads it. `providers`: those that have variables of their own. */
export function isOwnName(name: string, providers: readonly string[]): boolean {
  return known.includes(name) || providers.some((each) => name.startsWith(`${each.toUpperCase()}_`));
}

/** Names that set nothing, one line each: all in a file, and in the environment those that look like ours. */
export function unknownNames(given: Given, providers: readonly string[], from?: FromFile): string[] {
  const inFile = new Set(from?.names);
  return Object.keys(given).flatMap((name) => {
    if (isOwnName(name, providers) || others.test(name)) return [];
    const meant = likelyName(name);
    const where = inFile.has(name) ? `${from?.file} sets ${name}` : `${name} is set`;
    const looksOurs = meant !== undefined || ownPrefixes.some((prefix) => name.startsWith(prefix));
    if (!looksOurs && !inFile.has(name)) return [];
    return [`${where}, which Latchkey doesn't know.${meant ? ` Did you mean ${meant}?` : ''}`];
  });
}

/** The known name that differs least: by one letter, or by two if it is long. */
function likelyName(name: string): string | undefined {
  const most = name.length < longName ? 1 : 2;
  let found: { name: string; distance: number } | undefined;
  for (const each of known) {
    if (Math.abs(each.length - name.length) > most) continue;
    const distance = distanceOf(name.toUpperCase(), each);
    if (distance <= most && distance < (found?.distance ?? Number.POSITIVE_INFINITY))
      found = { name: each, distance };
  }
  return found?.name ?? beginning(name);
}

/** A name of which ours is only the beginning or the other way around: ENABLE_TWO_FACTOR for ENABLE_TWO_FACTOR_AUTH. */
function beginning(name: string): string | undefined {
  const alike = known.filter((each) => each.startsWith(`${name}_`) || name.startsWith(`${each}_`));
  return name.includes('_') && ownPrefixes.some((prefix) => name.startsWith(prefix)) ? alike[0] : undefined;
}

/** Letters to add, drop, replace or swap with the next. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(swapped ? Math.min(best, at(before, j - 2) + 1) : best);
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: number[], index: number) => row[index] ?? 0;
