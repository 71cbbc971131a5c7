/**
 * A part of a message: text, `#`, the value of a name, or a choice by it.
 * This is the part of ICU MessageFormat that the catalogs use: `{x}`, `plural` with `=N` and `#`, `select` and quoting.
 */
export type Part = string | { name: string; kind?: 'plural' | 'select'; cases?: Record<string, Part[]> };

/** Stands for the number inside a plural. No name can be empty. */
export const theNumber: Part = { name: '' };

/** Reads a message. Throws a SyntaxError with the place if it can't be read. */
export function parsePattern(pattern: string): Part[] {
  const reader = createReader(pattern);
  const parts = readMessage(reader, false);
  return reader.isAtEnd() ? parts : reader.fail('the end');
}

type Reader = ReturnType<typeof createReader>;

function createReader(pattern: string) {
  let at = 0;
  const fail = (wanted: string): never => {
    throw new SyntaxError(`expected ${wanted} at ${at} of "${pattern}"`);
  };
  /** Reads on if the (sticky) expression fits here. Returns its group, or all that it found. */
  const take = (expression: RegExp): string => {
    expression.lastIndex = at;
    const found = expression.exec(pattern);
    if (!found) return '';
    at = expression.lastIndex;
    return found[1] ?? found[0];
  };
  const need = (expression: RegExp, wanted: string): string => take(expression) || fail(wanted);
  return { take, need, fail, isAtEnd: () => at === pattern.length };
}

function readMessage(reader: Reader, inPlural: boolean): Part[] {
  const parts: Part[] = [];
  for (;;) {
    const text = readText(reader, inPlural);
    if (text) parts.push(text);
    if (inPlural && reader.take(/#/y)) parts.push(theNumber);
    else if (reader.take(/\{\s*/y)) parts.push(readArgument(reader));
    else return parts;
  }
}

/** Reads text up to a brace, or `#` inside a plural. An apostrophe quotes only before such a character. */
function readText({ take }: Reader, inPlural: boolean): string {
  let text = '';
  for (;;) {
    const next = take(inPlural ? /[^{}'#]+/y : /[^{}']+/y);
    if (next) text += next;
    else if (take(/''/y)) text += "'";
    else if (take(inPlural ? /'(?=[{}<>#])/y : /'(?=[{}<>])/y)) {
      text += take(/(?:[^']|'')+/y).replaceAll("''", "'");
      take(/'/y);
    } else if (take(/'/y)) text += "'";
    else return text;
  }
}

function readArgument(reader: Reader): Part {
  const { take, need, fail } = reader;
  const name = need(/([\w.-]+)\s*/y, 'a name');
  if (take(/\}/y)) return { name };
  const kind = need(/,\s*(plural|select)\s*,\s*/y, '"plural" or "select"') as 'plural' | 'select';
  const cases: Record<string, Part[]> = {};
  while (!take(/\}/y)) {
    const key = need(kind === 'plural' ? /(=\d+|[a-z]+)\s*/y : /([\w.-]+)\s*/y, 'a case');
    if (Object.hasOwn(cases, key)) fail(`only one case "${key}"`);
    need(/\{/y, '"{"');
    cases[key] = readMessage(reader, kind === 'plural');
    need(/\}\s*/y, '"}"');
  }
  return cases.other ? { name, kind, cases } : fail('the case "other"');
}
