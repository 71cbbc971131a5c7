import { createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { lifetimes, type Puzzle, SolvedPuzzle } from '@latchkey/contract';
import { equalSecrets } from '../crypto/equal-secrets.ts';

// The format is that of altcha-lib 2, which is the oracle in the tests. It is not used here: it reads the system's clock,
// and among its optional peers are web frameworks, which npm would then install in production.

const derive = promisify(pbkdf2);
const keyLength = 32;
const keyPrefix = '00';
const costUnit = 1000;

export type Solved = { id: string; expiresAt: Date };
type Keys = readonly [Buffer, ...Buffer[]];

/** Nothing is kept of it: the signature says that it is ours. */
export function newPuzzle([key]: Keys, cost: number, now: Date): Puzzle {
  const parameters = {
    algorithm: 'PBKDF2/SHA-256' as const,
    cost: cost * costUnit,
    expiresAt: Math.floor(now.getTime() / 1000) + lifetimes.challengeMinutes * 60,
    keyLength,
    keyPrefix,
    nonce: randomBytes(16).toString('hex'),
    salt: randomBytes(16).toString('hex'),
  };
  return { parameters, signature: signatureOf(key, parameters) };
}

/** The puzzle that was solved, if it is one of ours and still counts. It has many solutions, so it is what gets spent. */
export async function solvedPuzzle(keys: Keys, solution: string, now: Date): Promise<Solved | undefined> {
  const { challenge, solution: found } = read(solution) ?? {};
  if (!challenge || !found) return undefined;
  const signed = canonical(challenge.parameters);
  if (!keys.some((key) => equalSecrets(signatureOf(key, signed), challenge.signature))) return undefined;
  // Signed, so these are what was given out.
  const { nonce, salt, cost, expiresAt } = signed as Puzzle['parameters'];
  if (now.getTime() >= expiresAt * 1000) return undefined;
  const password = Buffer.alloc(20);
  password.write(nonce, 'hex');
  password.writeUInt32BE(found.counter, 16);
  const derived = await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256');
  const key = derived.toString('hex');
  if (!key.startsWith(keyPrefix) || key !== found.derivedKey) return undefined;
  return { id: nonce, expiresAt: new Date(expiresAt * 1000) };
}

function read(solution: string) {
  try {
    return SolvedPuzzle.safeParse(JSON.parse(Buffer.from(solution, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

function canonical(parameters: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(parameters);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function signatureOf(key: Buffer, parameters: Record<string, unknown>): string {
  // The library takes its secret as text.
  return createHmac('sha256', key.toString('hex')).update(JSON.stringify(parameters)).digest('hex');
}
