import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '@latchkey/contract';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { Content, Mapping, Path } from './content.ts';
import { fault, type Item, type Wanted } from './items.ts';
import { type Context, isAsAsked, type Section, type Thing, thingsIn } from './section.ts';
import { sections } from './sections.ts';

/** What is shown of a new thing only once. */
export type Secret = Mapping & { kind: string; key: string };

export type Job = { context: Context; content: Content; wanted: Wanted; prune: boolean };

/** Makes everything as the file asks, in the transaction of the context. What the API would refuse joins the faults. */
export async function perform(job: Job): Promise<Secret[]> {
  return new Performance(job).run();
}

class Performance {
  readonly #job: Job;
  readonly #secrets: Secret[] = [];

  constructor(job: Job) {
    this.#job = job;
  }

  /** A limit, a name or a permission is free again before it is used again. */
  async run(): Promise<Secret[]> {
    const present = Object.entries(sections).filter(([name]) => name in this.#job.content.top.value);
    for (const [name, section] of present) if (!section.above) await this.#prune(name, section);
    if (present.some(([name]) => name === 'roles')) await this.#freePermissions();
    for (const [name, section] of present) {
      if (section.replace) await this.#replace(name, section, this.#itemsOf(name));
      else await this.#make(name, section);
      if (section.above) await this.#prune(name, section);
    }
    return this.#secrets;
  }

  #itemsOf(name: string): Item[] {
    return this.#job.wanted.items.filter(({ section }) => section === name);
  }

  /** What the file lacks of a section, unless something in it is wrong: that may be what is lacking. */
  async #surplus(name: string, section: Section): Promise<Thing[]> {
    if (!this.#job.prune || this.#job.wanted.faulty.has(name)) return [];
    const kept = new Set(this.#itemsOf(name).map(({ key }) => key));
    const things = await thingsIn(this.#job.context, section);
    return things.filter(({ key, builtIn }) => !kept.has(key) && !builtIn);
  }

  async #prune(name: string, section: Section): Promise<void> {
    if (!section.remove) return;
    const surplus = await this.#surplus(name, section);
    const depths = depthsIn(section, surplus);
    for (const thing of surplus.toSorted((one, other) => depthOf(depths, other) - depthOf(depths, one))) {
      const refused = await section.remove(this.#job.context, thing.row);
      if (isRefusal(refused)) this.#refused([name, thing.key], refused, section);
    }
  }

  /** A role of the service may take up a permission that the catalog gives up. */
  async #freePermissions(): Promise<void> {
    const name = 'organizationPermissions';
    const section = sections[name];
    if (!section) return;
    const surplus = await this.#surplus(name, section);
    const needed = this.#itemsOf('roles').flatMap(({ fields }) => fields.permissions ?? []);
    if (!(name in this.#job.content.top.value) || !surplus.some(({ key }) => needed.includes(key))) return;
    const things = await thingsIn(this.#job.context, section);
    const kept = things.filter(({ key }) => !surplus.some((each) => each.key === key));
    await section.replace?.(this.#job.context, kept.map(bodyOf(section)));
  }

  async #replace(name: string, section: Section, items: Item[]): Promise<void> {
    const surplus = new Set((await this.#surplus(name, section)).map(({ key }) => key));
    const things = (await thingsIn(this.#job.context, section)).filter(({ key }) => !surplus.has(key));
    const rows = new Map(things.map((thing) => [thing.key, bodyOf(section)(thing)]));
    for (const { key, fields } of items) rows.set(key, { ...rows.get(key), ...fields, [section.key]: key });
    const done = await section.replace?.(this.#job.context, [...rows.values()]);
    if (isRefusal(done)) this.#refused([name], done, section);
  }

  async #make(name: string, section: Section): Promise<void> {
    const items = this.#itemsOf(name);
    const things = await thingsIn(this.#job.context, section);
    const depths = depthsIn(section, [...things, ...items]);
    for (const item of items.toSorted((one, other) => depthOf(depths, one) - depthOf(depths, other))) {
      const same = things.filter(({ key }) => key === item.key);
      const [thing] = same;
      if (same.length > 1)
        fault(
          this.#job.content,
          item.path,
          `There are ${same.length} with this ${section.key}. Rename or delete the others first.`,
        );
      else if (thing) await this.#change(section, item, thing);
      else await this.#create(section, item);
    }
  }

  async #create(section: Section, item: Item): Promise<void> {
    const { context } = this.#job;
    const { body, isWhole } = await this.#bodyIn(section, item, { ...item.fields, [section.key]: item.key });
    const read = section.bodies.create.safeParse(body);
    for (const { path, message } of read.error?.issues ?? []) {
      const place = [...item.path, ...fileField(section, path as Path)];
      // A field that is wrong is left out of the item, but it isn't missing.
      if (!this.#isFaulty(place)) fault(this.#job.content, place, message);
    }
    if (!read.success || !isWhole) return;
    const made = await section.create?.(context, read.data as never);
    if (!made || isRefusal(made)) return made && this.#refused(item.path, made, section);
    const { row, secrets } = made as { row: Thing['row']; secrets?: Mapping };
    if (secrets) this.#secrets.push({ kind: item.section, key: item.shownKey, ...secrets });
    // Some fields can only be changed.
    const given = Object.keys(section.bodies.create.shape);
    const rest = Object.fromEntries(
      Object.entries(body).filter(
        ([field, value]) => !given.includes(field) && !isDeepStrictEqual(value, row[field]),
      ),
    );
    if (Object.keys(rest).length > 0) await this.#send(section, item, row, rest);
  }

  #isFaulty(place: Path): boolean {
    const { faults } = this.#job.content;
    return faults.some(({ path }) => place.every((part, at) => part === path[at]));
  }

  async #change(section: Section, item: Item, { row, fields }: Thing): Promise<void> {
    const differing = Object.entries(item.fields).filter(
      ([name, value]) => !isAsAsked(section, name, value, fields[name]),
    );
    const { references = {}, bodies } = section;
    const fixed = differing.filter(([name]) => !((references[name]?.field ?? name) in bodies.change.shape));
    for (const [name] of fixed)
      fault(
        this.#job.content,
        [...item.path, name],
        'This never changes. Delete it first, or use another name.',
      );
    if (fixed.length > 0 || differing.length === 0) return;
    const { body, isWhole } = await this.#bodyIn(section, item, Object.fromEntries(differing));
    if (isWhole) await this.#send(section, item, row, body);
  }

  async #send(section: Section, item: Item, row: Thing['row'], body: Mapping): Promise<void> {
    const done = await section.change?.(this.#job.context, row, body as never);
    if (isRefusal(done)) this.#refused(item.path, done, section);
  }

  /** With ids in place of names. Not whole if a name names nothing. */
  async #bodyIn(
    { references = {} }: Section,
    item: Item,
    fields: Mapping,
  ): Promise<{ body: Mapping; isWhole: boolean }> {
    const body: Mapping = {};
    let isWhole = true;
    for (const [name, value] of Object.entries(fields)) {
      const reference = references[name];
      if (!reference) body[name] = value;
      else if (value === null) body[reference.field] = null;
      else {
        body[reference.field] = await reference.toId(this.#job.context, String(value));
        if (body[reference.field] !== undefined) continue;
        isWhole = false;
        fault(this.#job.content, [...item.path, name], `There is no ${name} ${item.shown[name]}.`);
      }
    }
    return { body, isWhole };
  }

  #refused(path: Path, { refused, details = {} }: Refusal, section: Section): void {
    const { content } = this.#job;
    const named = Object.entries(details).filter((each): each is [string, string[]] =>
      Array.isArray(each[1]),
    );
    if (refused === 'VALIDATION_FAILED' && named.length > 0) {
      for (const [field, reasons] of named)
        for (const reason of reasons) fault(content, [...path, ...fileField(section, [field])], reason);
      return;
    }
    const about = named.length > 0 ? ` (${named.flatMap(([, values]) => values).join(', ')})` : '';
    fault(content, path, messageOf(refused) + about);
  }
}

/** The file's name of a field of the API. */
function fileField({ references = {} }: Section, [field, ...rest]: Path): Path {
  const [name] = Object.entries(references).find(([, reference]) => reference.field === field) ?? [];
  return field === undefined ? [] : [name ?? field, ...rest];
}

const bodyOf =
  (section: Section) =>
  ({ key, fields }: Thing): Mapping => ({ ...fields, [section.key]: key });

type Placed = { key: string; fields: Mapping };

/** How far below the top each thing is to be; what comes later in the list counts. */
function depthsIn({ above }: Section, things: readonly Placed[]): Map<string, number> {
  const parents = new Map<string, unknown>();
  for (const { key, fields } of things)
    if (above && fields[above] !== undefined) parents.set(key, fields[above]);
  const depths = new Map<string, number>();
  for (const key of parents.keys()) {
    const line = new Set<unknown>([key]);
    for (let next = parents.get(key); next != null && !line.has(next); next = parents.get(String(next)))
      line.add(next);
    depths.set(key, line.size);
  }
  return depths;
}

const depthOf = (depths: Map<string, number>, { key }: { key: string }) => depths.get(key) ?? 0;
