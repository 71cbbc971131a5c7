import { isDeepStrictEqual } from 'node:util';
import type { Item } from './items.ts';
import type { Thing } from './section.ts';

export type Change = {
  action: 'create' | 'update' | 'delete';
  /** The section it is in. */
  kind: string;
  key: string;
  fields: Record<string, { from: unknown; to: unknown }>;
};

export type State = Map<string, Thing[]>;

/** What the work between these two states did. Nothing that came from a variable is told. */
export function changesBetween(before: State, after: State, items: Item[]): Change[] {
  return [...after].flatMap(([kind, things]) => {
    const asked = new Map(items.filter(({ section }) => section === kind).map((item) => [item.key, item]));
    const earlier = new Map((before.get(kind) ?? []).map((thing) => [thing.row.id, thing]));
    const left = new Set(things.map(({ row }) => row.id));
    const gone = [...earlier.values()].filter(({ row }) => !left.has(row.id));
    const made = things.flatMap((thing) =>
      changeOf(kind, earlier.get(thing.row.id), thing, asked.get(thing.key)),
    );
    return [...made, ...gone.flatMap((thing) => changeOf(kind, thing, undefined, undefined))];
  });
}

function changeOf(
  kind: string,
  before: Thing | undefined,
  after: Thing | undefined,
  item: Item | undefined,
): Change[] {
  const thing = after ?? before;
  if (!thing) return [];
  const fields: Change['fields'] = {};
  for (const name of Object.keys(thing.fields)) {
    const [from, to] = [before?.fields[name] ?? null, after?.fields[name] ?? null];
    if (isDeepStrictEqual(from, to)) continue;
    fields[name] = isFromVariable(item, name)
      ? { from: before ? hidden : null, to: item?.shown[name] }
      : { from, to };
  }
  const action = !before ? 'create' : !after ? 'delete' : 'update';
  if (action === 'update' && Object.keys(fields).length === 0) return [];
  return [{ action, kind, key: item?.shownKey ?? thing.key, fields }];
}

const hidden = '(secret)';

function isFromVariable(item: Item | undefined, name: string): boolean {
  const shown = item?.shown[name];
  return (
    shown !== undefined && /\$\{/.test(JSON.stringify(shown)) && !isDeepStrictEqual(shown, item?.fields[name])
  );
}

const signs = { create: '+', update: '~', delete: '-' } as const;

/** For people: a line for each thing, and one for each field. */
export function describeChanges(changes: Change[]): string[] {
  return changes.flatMap(({ action, kind, key, fields }) => [
    `${signs[action]} ${action} ${kind}${kind === key ? '' : ` ${key}`}`,
    ...(action === 'delete' ? [] : Object.entries(fields).map((field) => `    ${lineOf(action, field)}`)),
  ]);
}

function lineOf(
  action: Change['action'],
  [name, { from, to }]: [string, { from: unknown; to: unknown }],
): string {
  const after = JSON.stringify(to);
  return action === 'create' ? `${name}: ${after}` : `${name}: ${JSON.stringify(from)} -> ${after}`;
}

/** `words` in the order they are told. */
export function summaryOf(
  changes: Change[],
  words: { create: string; update: string; delete: string },
): string {
  const count = (action: Change['action']) => changes.filter((each) => each.action === action).length;
  return (Object.keys(words) as (keyof typeof words)[])
    .map((each) => `${count(each)} ${words[each]}`)
    .join(', ');
}
