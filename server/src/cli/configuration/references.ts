/** `${NAME}` in a string, and `$${NAME}` for these very letters. */
const reference = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

export type Variables = {
  values: Record<string, string | undefined>;
  /** Whether Latchkey itself is configured by it: then it is no file's to read. */
  isOwn(name: string): boolean;
};

/** `shown` is what may be printed: the value of a variable may be a secret. */
export type Resolved = { value: string; shown: string; faults: string[] };

export function resolve(text: string, { values, isOwn }: Variables): Resolved {
  const faults: string[] = [];
  const value = text.replace(reference, (whole, escaped: string, name: string) => {
    if (escaped) return whole.slice(1);
    if (isOwn(name)) faults.push(`${name} is Latchkey's own. Name another variable.`);
    else if (values[name] === undefined) faults.push(`${name} is not set.`);
    else return values[name];
    return whole;
  });
  return {
    value,
    shown: text.replace(reference, (whole, escaped) => (escaped ? whole.slice(1) : whole)),
    faults,
  };
}

/** Whether a text is the name of one variable, and nothing else. */
export function isReference(text: unknown): boolean {
  return typeof text === 'string' && /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(text);
}

/** As a file must write it to mean this text. */
export function escaped(text: string): string {
  return text.replace(reference, (whole) => `$${whole}`);
}
