type Cut = { limit: number; offset: number };

/** Where to cut a page from a list of known length: a page in the second half is nearer to the end. */
export function nearerEnd({ limit, offset }: Cut, total: number): Cut & { backwards: boolean } {
  if (offset <= total / 2) return { limit, offset, backwards: false };
  const left = Math.max(total - offset, 0);
  return { limit: Math.min(limit, left), offset: Math.max(left - limit, 0), backwards: true };
}
