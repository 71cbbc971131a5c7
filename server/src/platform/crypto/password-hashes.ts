import { createCipheriv, pbkdf2, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { equalSecrets } from './equal-secrets.ts';

/** A stored hash: our own, one made elsewhere and how to check it, or why it is neither. */
type KnownHash =
  | { bcryptCost: number }
  | { check: (password: string) => Promise<boolean> }
  | { fault: string };

export const maxHashLength = 512;

// At most about a second of one core and 128 MiB: an imported hash sets the cost of every guess at it.
const maxBcryptCost = 14;
const maxKibibytes = 128 * 1024;
const maxArgon2Work = 4 * maxKibibytes;
const maxScryptWork = 2 ** 21;
const maxIterations = 2_000_000;

const malformed = { fault: 'The password hash is malformed.' };
const tooCostly = { fault: 'The password hash costs too much to check.' };

const bcryptSyntax = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

const kinds: Record<string, (parts: string[]) => KnownHash> = {
  argon2id: readArgon2,
  scrypt: readScrypt,
  'pbkdf2-sha1': (parts) => readPbkdf2('sha1', 20, parts),
  'pbkdf2-sha256': (parts) => readPbkdf2('sha256', 32, parts),
  'pbkdf2-sha512': (parts) => readPbkdf2('sha512', 64, parts),
  'firebase-scrypt': readFirebase,
};

export function readHash(stored: string): KnownHash {
  if (stored.length > maxHashLength) return malformed;
  const cost = Number(bcryptSyntax.exec(stored)?.[1]);
  if (cost >= 4) return cost <= maxBcryptCost ? { bcryptCost: cost } : tooCostly;
  const [before, kind = '', ...parts] = stored.split('$');
  const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (before === '' && read) return read(parts);
  return before === '' && !kind.startsWith('2')
    ? { fault: 'This kind of password hash is not supported.' }
    : malformed;
}

function readArgon2([version, settings = '', ...ends]: string[]): KnownHash {
  const { m = 0, t = 0, p = 0 } = numbersOf(settings);
  const [salt, hash] = ends.map(bytesOf);
  if (version !== 'v=19' || !salt || !isHash(hash) || ends.length !== 2) return malformed;
  if (p < 1 || t < 1 || m < 8 * p || salt.length < 8 || salt.length > 48) return malformed;
  if (m > maxKibibytes || p > 16 || m * t > maxArgon2Work) return tooCostly;
  const phc = `$argon2id$v=19$m=${m},t=${t},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
  // Loaded only if there are such hashes.
  return { check: async (password) => (await import('@node-rs/argon2')).verify(phc, password) };
}

function readScrypt([settings = '', ...ends]: string[]): KnownHash {
  const { ln = 0, r = 0, p = 0 } = numbersOf(settings);
  const [salt, hash] = ends.map(bytesOf);
  if (ln < 1 || r < 1 || p < 1 || !salt || !isHash(hash) || ends.length !== 2) return malformed;
  if (isScryptTooCostly(ln, r, p)) return tooCostly;
  const check = async (password: string) =>
    isSame(hash, await scryptKey(password, salt, hash.length, { ln, r, p }));
  return { check };
}

/** In the PHC form, or with the bare number that Python's passlib writes. */
function readPbkdf2(digest: string, size: number, [settings = '', ...ends]: string[]): KnownHash {
  const { i = 0 } = numbersOf(/^\d+$/.test(settings) ? `i=${settings}` : settings);
  const [salt, hash] = ends.map(bytesOf);
  if (i < 1 || !salt || !isHash(hash) || ends.length !== 2) return malformed;
  if (i * Math.ceil(hash.length / size) > maxIterations) return tooCostly;
  return {
    check: async (password) => isSame(hash, await promisify(pbkdf2)(password, salt, i, hash.length, digest)),
  };
}

/** Includes the project's parameters (see `completeFirebase`). The key is what gets encrypted. */
function readFirebase([settings = '', ...ends]: string[]): KnownHash {
  const { r = 0, m = 0 } = numbersOf(settings);
  const key = bytesOf(/(?:^|,)k=([^,]+)/.exec(settings)?.[1] ?? '');
  const separator = bytesOf(/(?:^|,)s=([^,]+)/.exec(settings)?.[1] ?? '') ?? Buffer.alloc(0);
  const [salt, hash] = ends.map(bytesOf);
  if (r < 1 || m < 1 || !salt || !isHash(hash) || hash.length !== key?.length) return malformed;
  if (isScryptTooCostly(m, r, 1)) return tooCostly;
  return {
    async check(password) {
      const secret = await scryptKey(password, Buffer.concat([salt, separator]), 32, { ln: m, r, p: 1 });
      const cipher = createCipheriv('aes-256-ctr', secret, Buffer.alloc(16));
      return isSame(hash, Buffer.concat([cipher.update(key), cipher.final()]));
    },
  };
}

function isScryptTooCostly(ln: number, r: number, p: number): boolean {
  return ln > 30 || (2 ** ln * r) / 8 > maxKibibytes || 2 ** ln * r * p > maxScryptWork;
}

function scryptKey(
  password: string,
  salt: Buffer,
  length: number,
  { ln, r, p }: { ln: number; r: number; p: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: 3 * maxKibibytes * 1024 };
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Whole numbers, as in `ln=14,r=8`. */
function numbersOf(settings: string): Record<string, number | undefined> {
  const pairs = settings.split(',').map((setting) => /^([a-z]+)=(\d{1,9})$/.exec(setting));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], Number(pair[2])]] : [])));
}

/** Any of the alphabets in use, padded or not. */
function bytesOf(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/._-]{2,256}={0,2}$/.test(text)) return undefined;
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}

/** One that is too short could match by chance. */
function isHash(hash: Buffer | undefined): hash is Buffer {
  return hash !== undefined && hash.length >= 16 && hash.length <= 64;
}

function isSame(one: Buffer, other: Buffer): boolean {
  return equalSecrets(one.toString('base64'), other.toString('base64'));
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
