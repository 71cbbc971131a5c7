type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const earned = 'latchkey-password-sign-in';
const offered = (userId: string) => `latchkey-passkey-offered-${userId}`;

/** Whether to offer a passkey: after a sign-in with a password in this tab, once to each person in this browser. */
export function createPasskeyOffer(tab: () => Store, browser: () => Store) {
  // A browser that keeps nothing is offered nothing.
  const quietly = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    earn: () => quietly(() => tab().setItem(earned, 'yes'), undefined),
    /** True once. Whoever asks shows it. */
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
