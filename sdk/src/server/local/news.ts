/** What the feed is told. */
export type News = { cursor: string; heldMs: number; changes: string[]; reset: boolean };

/** Throws unless this is Latchkey's own answer. */
export async function readNews(response: Response): Promise<News> {
  const news = (await response.json()) as Partial<News> | null;
  const { cursor, heldMs, changes, reset } = news ?? {};
  const isWhole = typeof heldMs === 'number' && Number.isInteger(heldMs) && heldMs >= 0;
  const isList = Array.isArray(changes) && changes.every((each) => typeof each === 'string');
  if (typeof cursor !== 'string' || !isWhole || !isList || typeof reset !== 'boolean')
    throw new Error('What answered is not Latchkey.');
  return { cursor, heldMs, changes, reset };
}
