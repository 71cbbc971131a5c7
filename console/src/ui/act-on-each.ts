import { LatchkeyError } from '@latchkey/sdk';

/** What became of one of them. `kept`: not tried, because the one before it failed for a reason that concerns all. */
export type EachOutcome<Item> = { item: Item } & (
  | { kind: 'done' | 'kept' }
  | { kind: 'refused'; error: unknown }
);

/** About this one, so the next may do better. */
function isAboutOne(error: unknown): boolean {
  return error instanceof LatchkeyError && error.status >= 400 && error.status < 500 && error.status !== 401;
}

/** One after the other: each has its own outcome, and a fault leaves the rest untried. */
export async function actOnEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onProgress?: (done: number) => void,
): Promise<EachOutcome<Item>[]> {
  const outcomes: EachOutcome<Item>[] = [];
  let failed = false;
  for (const item of items) {
    if (failed) outcomes.push({ item, kind: 'kept' });
    else
      try {
        await act(item);
        outcomes.push({ item, kind: 'done' });
      } catch (error) {
        outcomes.push({ item, kind: 'refused', error });
        failed = !isAboutOne(error);
      }
    onProgress?.(outcomes.length);
  }
  return outcomes;
}
