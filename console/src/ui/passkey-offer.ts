type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const earned = 'latchkey-password-sign-in';
const offered = (userId: string) => `latchkey-passkey-offered-${userId}`;

/** Whether to offer a passkey: after a password sign-in in this tab, once per person in this browser. */
export function createPasskeyOffer(tab: () => Store, browser: () => Store) {
  // Without storage, offer nothing.
  const quietly = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    earn: () => quietly(() => tab().setItem(earned, 'yes'), undefined),
    /** True only once, so the caller must show the offer. */
    take: (userId: string): boolean =>
      quietly(() => {
        const due = tab().getItem(earned) === 'yes' && browser().getItem(offered(userId)) === null;
        tab().removeItem(earned);
        if (due) browser().setItem(offered(userId), 'yes');
        return due;
      }, false),
  };
}

export const passkeyOffer = createPasskeyOffer(
  () => window.sessionStorage,
  () => window.localStorage,
);
