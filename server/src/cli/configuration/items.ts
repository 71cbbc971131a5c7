import type { z } from 'zod';
import { type Content, isMapping, type Mapping, type Path, told } from './content.ts';
import { isReference } from './references.ts';
import { fieldsOf, type Section } from './section.ts';
import { sections } from './sections.ts';

/** A thing as the file asks for it. Fields it leaves out stay. */
export type Item = {
  section: string;
  path: Path;
  key: string;
  /** As it may be printed. */
  shownKey: string;
  fields: Mapping;
  shown: Mapping;
};

export type Wanted = {
  items: Item[];
  /** Sections in which something is wrong: what they lack is not known. */
  faulty: Set<string>;
};

/** What a file asks for. What is wrong with it joins `content.faults`. */
export function readItems(content: Content): Wanted {
  const { value: top, shown } = content.top;
  const items: Item[] = [];
  for (const name of Object.keys(top)) {
    const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (!section)
      fault(content, [name], `There is no such section. There are ${Object.keys(sections).join(', ')}.`);
    else items.push(...new SectionReader(content, name, section).read(top[name], shown[name]));
  }
  const faulty = new Set(content.faults.map(({ path }) => String(path[0])));
  return { items, faulty };
}

export function fault(content: Content, path: Path, reason: string): void {
  content.faults.push({ line: content.lineOf(path), path, reason });
}

class SectionReader {
  readonly #content: Content;
  readonly #name: string;
  readonly #section: Section;
  readonly #seen = new Set<string>();

  constructor(content: Content, name: string, section: Section) {
    this.#content = content;
    this.#name = name;
    this.#section = section;
  }

  read(value: unknown, shown: unknown): Item[] {
    const { as } = this.#section;
    if (as === 'list') {
      if (!Array.isArray(value)) return this.#refuse([], 'Must be a list.');
      const shownAt = (at: number) => (shown as unknown[])[at];
      return value.flatMap((each, at) => this.#readItem([at], [each, shownAt(at)]));
    }
    if (!isMapping(value)) return this.#refuse([], 'Must be keys with values.');
    if (as === 'one') return this.#readItem([], [value, shown]);
    return Object.keys(value).flatMap((each) =>
      this.#readItem([each], [value[each], (shown as Mapping)[each]]),
    );
  }

  #readItem(at: Path, [value, shown]: [unknown, unknown]): Item[] {
    const { as, key } = this.#section;
    if (!isMapping(value) || !isMapping(shown)) return this.#refuse(at, 'Must be keys with values.');
    const isListed = as === 'list';
    const { [isListed ? key : '']: given, ...fields } = value;
    const name = as === 'one' ? this.#name : this.#readKey(at, isListed ? given : at[0]);
    if (name === undefined) return [];
    const path = [this.#name, ...at];
    const { parts } = this.#section;
    if (parts) this.#refuseWritten([...at, parts.of], [fields[parts.of], shown[parts.of]], parts.sealed);
    const shownKey = isListed ? String(shown[key]) : name;
    return [{ section: this.#name, path, key: name, shownKey, fields: this.#readFields(at, fields), shown }];
  }

  #readKey(at: Path, given: unknown): string | undefined {
    const { as, key } = this.#section;
    const path = as === 'map' ? at : [...at, key];
    const { [key]: schema } = this.#section.bodies.create.shape as Record<string, z.ZodType>;
    const read = schema?.safeParse(given);
    if (!read?.success) {
      for (const { message } of read?.error.issues ?? []) this.#refuse(path, message);
      return undefined;
    }
    const name = String(read.data);
    if (this.#seen.has(name)) this.#refuse(path, 'Is there twice.');
    this.#seen.add(name);
    return name;
  }

  #readFields(at: Path, given: Mapping): Mapping {
    const schemas = fieldsOf(this.#section);
    const fields: Mapping = {};
    for (const [name, value] of Object.entries(given)) {
      const path = [...at, name];
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (!schema) {
        this.#refuse(path, `There is no such field. There are ${Object.keys(schemas).join(', ')}.`);
        continue;
      }
      const read = schema.safeParse(value);
      if (read.success) {
        fields[name] = read.data;
        this.#refuseDropped(path, value, read.data);
      } else
        for (const issue of read.error.issues)
          this.#refuse([...path, ...(issue.path as Path)], issue.message);
    }
    return fields;
  }

  /** The API ignores fields that it doesn't know. Here, they are mistakes. */
  #refuseDropped(path: Path, given: unknown, kept: unknown): void {
    if (Array.isArray(given) && Array.isArray(kept) && given.length === kept.length)
      for (const [at, each] of given.entries()) this.#refuseDropped([...path, at], each, kept[at]);
    if (!isMapping(given) || !isMapping(kept)) return;
    for (const [name, value] of Object.entries(given))
      if (Object.hasOwn(kept, name)) this.#refuseDropped([...path, name], value, kept[name]);
      else this.#refuse([...path, name], 'There is no such field.');
  }

  /** A file holds no secrets: each of them is the value of a variable, and nothing else. */
  #refuseWritten(at: Path, [value, shown]: [unknown, unknown], names: readonly string[]): void {
    if (!isMapping(value) || !isMapping(shown)) return;
    for (const name of Object.keys(value).filter((each) => names.includes(each))) {
      const [path, own, written] = [[...at, name], value[name], shown[name]];
      if (isMapping(own)) this.#refuseWritten(path, [own, written], Object.keys(own));
      else if (own !== null && (own === written ? !this.#isFaulty(path) : !isReference(written)))
        this.#refuse(path, `Name a variable that holds it, as in $\{NAME}, and nothing else.`);
    }
  }

  /** Whether its variable isn't there to read. */
  #isFaulty(path: Path): boolean {
    const full = told([this.#name, ...path]);
    return this.#content.faults.some((each) => told(each.path) === full);
  }

  #refuse(path: Path, reason: string): [] {
    fault(this.#content, [this.#name, ...path], reason);
    return [];
  }
}
