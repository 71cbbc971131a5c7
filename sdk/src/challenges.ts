import type { Challenge } from './endpoints.ts';

type Options = {
  signal?: AbortSignal;
  /** Called now and then with how many keys were tried. One in 256 is right. */
  onProgress?: (tried: number) => void;
};

/**
 * Solves a challenge of kind `pow`, in a browser or Node.js, and returns what `X-Challenge` must hold. It takes about
 * a second of a core, so do it in a worker where that would be noticed. Node.js uses up to four cores, Chromium one.
 */
export async function solveChallenge(
  { kind, challenge }: Challenge,
  { signal, onProgress }: Options = {},
): Promise<string> {
  if (kind !== 'pow' || !challenge) throw new TypeError(`There is nothing to compute for "${kind}".`);
  const { keyPrefix, nonce } = challenge.parameters;
  const state = { next: 0, solution: '' };
  const search = async () => {
    while (!state.solution) {
      signal?.throwIfAborted();
      const counter = state.next++;
      if (counter % 16 === 0) onProgress?.(counter);
      const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
      new DataView(password.buffer).setUint32(password.length - 4, counter);
      const derivedKey = await derive(password, challenge.parameters);
      if (derivedKey.startsWith(keyPrefix))
        state.solution = btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    }
  };
  await Promise.all(Array.from({ length: keysAtOnce() }, search));
  return state.solution;
}

/** Node.js derives each on a thread of its own and has four; a browser may have one for all. */
const keysAtOnce = () => Math.min(globalThis.navigator?.hardwareConcurrency ?? 4, 4);

type Parameters = NonNullable<Challenge['challenge']>['parameters'];

async function derive(password: BufferSource, { salt, cost, keyLength }: Parameters): Promise<string> {
  const { subtle } = crypto;
  const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  const bits = new Uint8Array(await subtle.deriveBits(how, key, keyLength * 8));
  return Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
