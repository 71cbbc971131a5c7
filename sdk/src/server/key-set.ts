import { openKey, type PublicJwk, type VerifyingKey } from './verifying-key.ts';

export type KeySet = {
  /** The key with this id, if Latchkey publishes one. Throws if the keys can't be loaded. */
  find(kid: string): Promise<VerifyingKey | undefined>;
};

/** As long as Latchkey allows caching them. */
const freshMs = 600_000;
/** How long they still work while Latchkey is down: longer than any token lives. */
const staleMs = 3_600_000;
/** Made-up key ids must not cause a lookup each time. */
const lookAgainMs = 10_000;

type Published = { keys: Map<string, VerifyingKey>; at: number };

/**
 * Latchkey's keys as last read. They are reloaded in the background, and a key is published a day before it signs, so
 * after the first token, checking one never waits.
 */
export function createKeySet(load: () => Promise<unknown>, onFailure: (error: unknown) => void): KeySet {
  let known: Published | undefined;
  let loading: Promise<Published> | undefined;
  let last: { at: number; failure?: unknown } = { at: Number.NEGATIVE_INFINITY };

  async function read(): Promise<Published> {
    const at = performance.now();
    last = { at };
    try {
      known = { keys: await keysIn(await load()), at };
      return known;
    } catch (failure) {
      last = { at, failure };
      throw failure;
    }
  }
  const reload = () => {
    loading ??= read().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const mayLook = () => loading !== undefined || performance.now() - last.at >= lookAgainMs;

  return {
    async find(kid) {
      const age = known ? performance.now() - known.at : staleMs;
      const { keys } = known && age < staleMs ? known : await reload();
      const key = keys.get(kid);
      if (key) {
        if (age >= freshMs && age < staleMs && mayLook()) reload().catch(onFailure);
        return key;
      }
      if (mayLook()) return (await reload()).keys.get(kid);
      if (last.failure) throw last.failure;
      return undefined;
    },
  };
}

async function keysIn(document: unknown): Promise<Map<string, VerifyingKey>> {
  const listed = (document as { keys?: unknown } | null)?.keys;
  const keys = new Map<string, VerifyingKey>();
  for (const jwk of Array.isArray(listed) ? (listed as PublicJwk[]) : []) {
    const key = await openKey(jwk);
    if (key && typeof jwk.kid === 'string') keys.set(jwk.kid, key);
  }
  if (keys.size === 0) throw new Error('What answered is not Latchkey.');
  return keys;
}
