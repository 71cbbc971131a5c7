import { isDeepStrictEqual } from 'node:util';
import { isMapping } from './content.ts';
import type { Item } from './items.ts';
import type { Thing } from './section.ts';
import { sections } from './sections.ts';

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
    const sealed = partsOf(kind, name);
    if (sealed) fields[name] = changeOfParts(sealed, [from, to], [item?.fields[name], item?.shown[name]]);
    else
      fields[name] = isFromVariable(item?.fields[name], item?.shown[name])
        ? { from: before ? hidden : null, to: item?.shown[name] }
        : { from, to };
  }
  const action = !before ? 'create' : !after ? 'delete' : 'update';
  if (action === 'update' && Object.keys(fields).length === 0) return [];
  return [{ action, kind, key: item?.shownKey ?? thing.key, fields }];
}

const hidden = '(secret)';

function isFromVariable(value: unknown, shown: unknown): boolean {
  return shown !== undefined && /\$\{/.test(JSON.stringify(shown)) && !isDeepStrictEqual(shown, value);
}

/** The sealed parts of a field whose parts are told one by one. */
function partsOf(kind: string, name: string): readonly string[] | undefined {
  const { parts } = sections[kind] ?? {};
  return parts?.of === name ? parts.sealed : undefined;
}

function changeOfParts(
  sealed: readonly string[],
  [from, to]: readonly [unknown, unknown],
  [asked, shown]: readonly [unknown, unknown],
): Change['fields'][string] {
  const partOf = (whole: unknown, part: string) => (isMapping(whole) ? whole[part] : undefined);
  const fromVariable = (part: string) => isFromVariable(partOf(asked, part), partOf(shown, part));
  const toldOf = (whole: unknown, tell: (part: string, value: unknown) => unknown) =>
    isMapping(whole)
      ? Object.fromEntries(
          Object.entries(whole)
            .filter(([, value]) => value !== undefined)
            .map(([part, value]) => [part, sealed.includes(part) ? hidden : tell(part, value)]),
        )
      : whole;
  return {
    from: toldOf(from, (part, value) => (fromVariable(part) ? hidden : value)),
    to: toldOf(to, (part, value) => (fromVariable(part) ? partOf(shown, part) : value)),
  };
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
