/** Which transactions a statement saw: those below `end`, but for the ones that were still open. */
export type Snapshot = { end: number; open: readonly number[] };

/** PostgreSQL's text form, `xmin:xmax:xip,xip`. Transactions are counted from the first one a server ever ran: 53 bits do. */
export function readSnapshot(text: string): Snapshot {
  const [, end = '', open = ''] = text.split(':');
  return { end: Number(end), open: open === '' ? [] : open.split(',').map(Number) };
}

export function writeSnapshot({ end, open }: Snapshot): string {
  const sorted = open.toSorted((one, other) => one - other);
  return `${sorted[0] ?? end}:${end}:${sorted.join(',')}`;
}

export function sees({ end, open }: Snapshot, transaction: number): boolean {
  return transaction < end && !open.includes(transaction);
}

/** Sees what all of them see. */
export function commonOf(snapshots: readonly Snapshot[]): Snapshot {
  const end = Math.min(...snapshots.map((each) => each.end));
  const open = new Set(snapshots.flatMap((each) => each.open.filter((transaction) => transaction < end)));
  return { end, open: [...open] };
}
