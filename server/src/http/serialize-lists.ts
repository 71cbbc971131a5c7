type Json = Record<string, unknown>;
type Path = readonly string[];

/**
 * Has lists of texts in an answer written as one text, and returns where they are. Written one by one, a few hundred names take
 * longer than the rest of a request.
 */
export function joinLists(schema: Json, path: Path = []): Path[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, inner]) => {
    const here = [...path, name];
    const { type, items = {} } = inner as { type?: unknown; items?: Json };
    if (type !== 'array' || items.type !== 'string' || items.enum) return joinLists(inner, here);
    // Nothing in it is escaped any more.
    inner.items = { type: 'string', format: 'unsafe' };
    return [here];
  });
}

/** The body with the list that is there as one text. */
export function withJoined(body: unknown, [name = '', ...rest]: Path): unknown {
  const value = (body as Json | null | undefined)?.[name];
  if (rest.length > 0) {
    const joined = withJoined(value, rest);
    return joined === value ? body : { ...(body as Json), [name]: joined };
  }
  return Array.isArray(value) && value.length > 0 ? { ...(body as Json), [name]: [textOf(value)] } : body;
}

// A pure cache: these lists never change, and many people share one.
const known = new WeakMap<readonly unknown[], string>();

/** What stands between the first quotation mark and the last. */
function textOf(list: readonly unknown[]): string {
  const text = known.get(list) ?? JSON.stringify(list).slice(2, -2);
  if (Object.isFrozen(list)) known.set(list, text);
  return text;
}
