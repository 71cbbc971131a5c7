import { openKey, type PublicJwk, type VerifyingKey } from './verifying-key.ts';

export type KeySet = {
  /** The key with this id, if Latchkey publishes one. Throws if the keys can't be loaded. */
  find(kid: string): Promise<VerifyingKey | undefined>;
};

/** As long as Latchkey allows caching them. Older ones are reloaded in the background. */
const freshMs = 30_000;
/** From this age on, a token waits for the reload: a server that was idle must not accept a withdrawn key. */
const dueMs = 60_000;
/** How long they still work while Latchkey is down: as long as a token lives. */
const staleMs = 600_000;
/** Made-up key ids must not cause a lookup each time. */
const lookAgainMs = 10_000;

type Published = { keys: Map<string, VerifyingKey>; at: number };

/** Latchkey's keys as last read. While tokens keep coming, the background reload is enough, and none of them waits. */
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

  function current(): Published | Promise<Published> {
    const held = known;
    const age = held ? performance.now() - held.at : staleMs;
    if (!held || age >= staleMs) return reload();
    if (age < freshMs || !mayLook()) return held;
    const reloaded = reload().catch((failure) => {
      onFailure(failure);
      return held;
    });
    return age < dueMs ? held : reloaded;
  }

  return {
    async find(kid) {
      const key = (await current()).keys.get(kid);
      if (key) return key;
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
