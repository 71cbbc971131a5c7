import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ApplicationDeps } from '../../features/applications/application-deps.ts';
import type { DestinationContext } from '../../features/destinations/destination-deps.ts';
import type { WebhookDeps } from '../../features/webhooks/webhook-deps.ts';
import type { SystemContext } from '../../identity/caller/caller.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { isMapping, type Mapping } from './content.ts';

export type Context = SystemContext & { deps: WebhookDeps & ApplicationDeps & DestinationContext['deps'] };

/** A thing as the API shows it. */
type Row = Mapping & { id: string };

/** A field that holds an id in the API, and in the file the name of what it refers to. */
type Reference = {
  field: string;
  toId(context: Context, name: string): Promise<string | undefined>;
  toName(context: Context, id: string): Promise<string | undefined>;
};

type Verbs<Create, Change> = {
  /** How the file holds it: one thing, things by their keys, or a list of things. */
  as: 'one' | 'map' | 'list';
  /** The field that a thing is known by. It never changes. */
  key: string;
  references?: Record<string, Reference>;
  /** The reference by which things of the section are ordered: they need the one above them. */
  above?: string;
  /** Fields that tell what to do, not how things are: no file has them. */
  orders?: readonly string[];
  /** The field whose parts change one by one. Of `sealed` ones, a file only names variables, and nothing is told. */
  parts?: { of: string; sealed: readonly string[] };
  /** Things that are always there, and what the API lets people change of them. */
  builtIn?: { is(row: Row): boolean; fields: readonly string[] };
  list(context: Context): Promise<object[]>;
  /** Where all are replaced at once, nothing else is called. */
  replace?(context: Context, rows: Mapping[]): Promise<unknown>;
  /** With what the API says of a new thing only once. */
  create?(context: Context, body: Create): Promise<{ row: object; secrets?: Mapping } | Refusal>;
  change?(context: Context, row: Row, body: Change): Promise<unknown>;
  remove?(context: Context, row: Row): Promise<unknown>;
};

/** One part of the service's configuration, as its endpoints have it. */
export type Section = Omit<Verbs<never, never>, 'list'> & {
  bodies: { create: z.ZodObject; change: z.ZodObject };
  list(context: Context): Promise<Row[]>;
};

/** The fields of both bodies are the file's: a new one needs nothing here. */
export function section<C extends z.ZodObject, U extends z.ZodObject>(
  bodies: { create: C; change: U },
  verbs: Verbs<z.output<C>, z.output<U>>,
): Section {
  return { ...verbs, bodies } as unknown as Section;
}

/** The schema of each field as the file has it, but the key. */
export function fieldsOf({ bodies, key, references = {}, orders = [] }: Section): Record<string, z.ZodType> {
  const given = { ...bodies.create.shape, ...bodies.change.shape } as Record<string, z.ZodType>;
  const ids = Object.values(references).map(({ field }) => field);
  const others = [key, ...ids, ...orders];
  const own = Object.entries(given).filter(([name]) => !others.includes(name));
  const names = Object.keys(references).map((name) => [name, z.string('Must be text.').nullable()]);
  return Object.fromEntries([...own, ...names]);
}

/** Whether a field is as the file asks for it. */
export function isAsAsked({ parts }: Section, name: string, asked: unknown, found: unknown): boolean {
  if (parts?.of !== name || !isMapping(asked) || !isMapping(found)) return isDeepStrictEqual(asked, found);
  return Object.entries(asked).every(([part, value]) => isDeepStrictEqual(value, found[part] ?? null));
}

/** What there is, in the words of the file. */
export type Thing = { key: string; row: Row; fields: Mapping; builtIn: boolean };

export async function thingsIn(context: Context, section: Section): Promise<Thing[]> {
  const names = Object.keys(fieldsOf(section));
  const things: Thing[] = [];
  for (const row of await section.list(context)) {
    const fields: Mapping = {};
    for (const name of names) fields[name] = await valueIn(context, section, row, name);
    const builtIn = section.builtIn?.is(row) ?? false;
    things.push({ key: String(row[section.key]), row, fields, builtIn });
  }
  return things;
}

async function valueIn(context: Context, { references }: Section, row: Row, name: string): Promise<unknown> {
  const reference = references?.[name];
  if (!reference) return row[name] ?? null;
  const id = row[reference.field];
  return typeof id === 'string' ? ((await reference.toName(context, id)) ?? null) : null;
}

/** What the command line is never refused. */
export function granted<T>(found: T | Refusal): T {
  if (isRefusal(found)) throw new Error(`refused to the operator: ${found.refused}`);
  return found;
}
