import { deflateRawSync } from 'node:zlib';

/** What people type where something random is asked for; the most common last, where a compressor finds it cheapest. */
const commonWords = Buffer.from(
  [
    'correct-horse-battery-staple qwertyuiopasdfghjklzxcvbnm 1qaz2wsx3edc abcdefghijklmnopqrstuvwxyz 9876543210',
    '0123456789abcdef deadbeef 1234567890 minimum-at-least-32-characters-long-256-bit this-is-my-very-super-long',
    'string-that-nobody-can-guess to-something-please-replace-with-your-own random-value example-default latchkey',
    'production development testing-test-for-the- admin-password user-session-cookie access-refresh-jwt-token-',
    'private-auth-signing-encryption-master-hmac-key- letmein do-not-use-in-change-me-changeme keep-it-your-secret-',
  ].join(' '),
);

/** Random ones of 128 bits, in hexadecimal digits, letters or Base64, compress to 28 bytes or more. */
const fewestBytes = 24;

/**
 * Whether a secret of 32 characters or more is weaker than it looks: repeated characters, words or sequences. If a
 * compressor that knows the common words makes it short, most of it can be guessed.
 */
export function isGuessable(secret: string): boolean {
  const words = secret.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return deflateRawSync(words, { level: 9, dictionary: commonWords }).length < fewestBytes;
}

const sealing = ['SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET', 'AUDIT_SECRET'];
const advice = 'Use a random one, such as the output of "openssl rand -base64 32".';
const fewestCharacters = 10;
const longestPiece = 16;

/** Secrets that anyone guesses: production refuses them like short ones. */
export function weakSecrets(given: Record<string, string | undefined>): string[] {
  return sealing.flatMap((name) => {
    const secret = given[name] ?? '';
    const isShort = secret.length < 2 * longestPiece;
    if (isShort) return [];
    if (new Set(secret).size < fewestCharacters)
      return [`${name} has fewer than ten different characters. ${advice}`];
    return isRepeated(secret) ? [`${name} repeats one short piece. ${advice}`] : [];
  });
}

function isRepeated(secret: string): boolean {
  for (let length = 1; length <= longestPiece; length++)
    if (secret.startsWith(secret.slice(length))) return true;
  return false;
}

type ConfiguredValues = Partial<Record<'BASE_URL' | 'EMAIL_FROM' | 'DATABASE_URL', string | undefined>> &
  Record<string, unknown>;

/** Settings that production should have but lacks: one line each, with the variable's name. */
export function productionWarnings(
  given: ConfiguredValues,
  defaults: { baseUrl: string; sender: string },
): string[] {
  const warnings: string[] = [];
  if (!given.BASE_URL)
    warnings.push(
      `BASE_URL is not set: links in emails point to ${defaults.baseUrl}. Set it to the address people use.`,
    );
  if (!given.EMAIL_FROM)
    warnings.push(
      `EMAIL_FROM is not set: mail comes from ${defaults.sender}, which few servers accept. Set it to your own address.`,
    );
  if (given.DATABASE_URL?.startsWith('embedded:'))
    warnings.push(
      'DATABASE_URL is embedded: newer minor versions of PostgreSQL, with their security fixes, come only with a new version of Latchkey, and backups of the folder are up to you. "npx latchkey database move --to <url>" moves to a server of your own.',
    );
  for (const name of sealing)
    if (given[name] !== undefined && isGuessable(String(given[name])))
      warnings.push(`${name} is easy to guess: it is repetitive or made of common words. ${advice}`);
  return warnings;
}

type Counted = {
  WEB_CONCURRENCY: number;
  REDIS_URL?: string | undefined;
  UPSTASH_REDIS_REST_URL?: string | undefined;
};

/** Warns about rate limits that each process counts by itself. */
export function processWarnings(given: Counted): string[] {
  const { WEB_CONCURRENCY: processes, REDIS_URL, UPSTASH_REDIS_REST_URL } = given;
  if (processes === 1 || REDIS_URL || UPSTASH_REDIS_REST_URL) return [];
  return [
    `WEB_CONCURRENCY is ${processes}, and each process counts rate limits in its own memory: a client may get up to ${processes} times the limit. Set REDIS_URL to share one count.`,
  ];
}
