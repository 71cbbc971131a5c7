import { readFileSync } from 'node:fs';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { UsageError } from '../output.ts';
import { resolve, type Variables } from './references.ts';

export type Path = readonly (string | number)[];
type Fault = { line: number; path: Path; reason: string };
export type Mapping = Record<string, unknown>;

/** A value, and how it may be printed: with the names of variables in place of their values. */
type Written<T = unknown> = { value: T; shown: T };

/** What a file says, and where it says so. */
export type Content = { file: string; top: Written<Mapping>; faults: Fault[]; lineOf(path: Path): number };

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As in `webhooks[0].url`. */
export function told(path: Path): string {
  const text = path.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`)).join('');
  return text.replace(/^\./, '') || '(file)';
}

export function readContent(file: string, variables: Variables): Content {
  const lines = new LineCounter();
  // Repeated keys are looked for here: then their path is known.
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false, schema: 'core' } as const;
  const document = parseDocument(textOf(file), options);
  const reader = new Reader(lines, variables);
  for (const { pos, message } of document.errors)
    reader.faults.push({ line: lines.linePos(pos[0]).line, path: [], reason: message });
  const { faults } = reader;
  const lineOf = (path: Path) => reader.lineOf(path);
  const empty = { value: {}, shown: {} };
  if (faults.length > 0 || document.contents === null) return { file, top: empty, faults, lineOf };
  const top = reader.read(document.contents, []);
  if (isMapping(top.value)) return { file, top: top as Written<Mapping>, faults, lineOf };
  faults.push({ line: 1, path: [], reason: 'Must be sections, such as webhooks, each with a colon.' });
  return { file, top: empty, faults, lineOf };
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new UsageError(`${file} is not text in UTF-8.`);
    throw new UsageError(`${file} cannot be read (${code}). Check the path and the file's permissions.`);
  }
}

class Reader {
  readonly faults: Fault[] = [];
  readonly #lines = new Map<string, number>();

  readonly #counter: LineCounter;
  readonly #variables: Variables;

  constructor(counter: LineCounter, variables: Variables) {
    this.#counter = counter;
    this.#variables = variables;
  }

  /** Where it is, or what would hold it. */
  lineOf(path: Path): number {
    return this.#lines.get(told(path)) ?? (path.length > 0 ? this.lineOf(path.slice(0, -1)) : 1);
  }

  read(node: Node | null | undefined, path: Path): Written {
    if (!node) return { value: null, shown: null };
    this.#refuseShorthand(node, path);
    if (isMap(node)) return this.#readMap(node.items as Pair<Node, Node | null>[], path);
    if (isSeq(node)) {
      const items = node.items.map((each, at) => this.#readAt(each as Node, [...path, at], each as Node));
      return { value: items.map(({ value }) => value), shown: items.map(({ shown }) => shown) };
    }
    if (!isScalar(node)) return { value: null, shown: null };
    if (typeof node.value !== 'string') return { value: node.value, shown: node.value };
    const { value, shown, faults } = resolve(node.value, this.#variables);
    for (const reason of faults) this.#fault(path, reason);
    return { value, shown };
  }

  #readMap(pairs: Pair<Node, Node | null>[], path: Path): Written<Mapping> {
    // A key may be called __proto__.
    const [value, shown] = [Object.create(null) as Mapping, Object.create(null) as Mapping];
    for (const { key, value: node } of pairs) {
      const name = isScalar(key) ? String(key.value) : '?';
      const at = [...path, name];
      if (Object.hasOwn(value, name)) {
        this.faults.push({ line: this.#lineAt(key), path: at, reason: 'Is there twice.' });
        continue;
      }
      const read = this.#readAt(node, at, key);
      this.#refuseShorthand(key, at);
      if (!isScalar(key)) this.#fault(at, 'A key must be text.');
      value[name] = read.value;
      shown[name] = read.shown;
    }
    return { value, shown };
  }

  #readAt(node: Node | null, path: Path, position: Node): Written {
    this.#lines.set(told(path), this.#lineAt(position));
    return this.read(node, path);
  }

  /** What is there stands in the file as it will be. */
  #refuseShorthand(node: Node, path: Path): void {
    if (isAlias(node) || node.anchor !== undefined)
      this.#fault(path, 'Anchors are not supported. Write it out.');
    if (node.tag !== undefined) this.#fault(path, `Tags are not supported. Remove ${node.tag}.`);
  }

  #lineAt(node: Node): number {
    return this.#counter.linePos(node.range?.[0] ?? 0).line;
  }

  #fault(path: Path, reason: string): void {
    this.faults.push({ line: this.lineOf(path), path, reason });
  }
}
