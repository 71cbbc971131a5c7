import type { TestService } from './service.ts';

/** Takes all the turns that an address may have at once. Returns what gives them back. */
export function takeTurnsOf({ turns }: Pick<TestService, 'turns'>, network: string): () => void {
  const asker = { network, account: 'test', isProven: false, kind: 'test', isCostly: false };
  const taken: (() => void)[] = [];
  for (;;) {
    const { comes, giveBack } = turns.take(asker);
    if (comes === undefined) taken.push(giveBack);
    else {
      giveBack();
      return () => taken.forEach((end) => void end());
    }
  }
}
