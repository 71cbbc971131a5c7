/** A thing before and after, for `record` to tell which of these fields differ. */
export type Change = {
  before: object;
  after: object;
  fields: readonly string[];
  /**
   * How the entry tells them: `changes`, with each field's values, or `changed`, its name alone, or `from` and `to`, each
   * with all of the values. A function tells what is shown of the thing in `changes`.
   */
  as?: 'values' | 'names' | 'sides' | ((row: never) => object);
};

export function changeOf<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
  as?: 'values' | 'names' | 'sides' | ((row: T) => object),
): Change {
  return { before, after, fields, ...(as && { as }) };
}

export function isChanged(change: Change): boolean {
  return differingIn(change).length > 0;
}

function differingIn({ before, after, fields }: Change): string[] {
  return fields.filter((field) => JSON.stringify(at(before, field)) !== JSON.stringify(at(after, field)));
}

const at = (row: object, field: string) => (row as Record<string, unknown>)[field];

/** What an entry's metadata says of a change. */
export function tellChange(change: Change): Record<string, unknown> {
  const { before, after, as = 'values' } = change;
  const names = differingIn(change);
  if (as === 'names') return { changed: names };
  const show = typeof as === 'function' ? (as as (row: object) => object) : (row: object) => row;
  const [from, to] = [show(before), show(after)];
  const all = (row: object) => Object.fromEntries(names.map((name) => [name, at(row, name)]));
  if (as === 'sides') return { from: all(from), to: all(to) };
  const values = (name: string) => ({ from: at(from, name) ?? null, to: at(to, name) ?? null });
  return { changes: Object.fromEntries(names.map((name) => [name, values(name)])) };
}
