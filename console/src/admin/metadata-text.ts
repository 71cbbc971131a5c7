type Json = Record<string, unknown>;

export function shown(value: Json): string {
  return JSON.stringify(value, null, 2);
}

/** The text as an object, if it is one. Empty text is an empty object. */
export function objectIn(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Only what changed, so other people's changes in the meantime stay. Null removes a key. */
export function patchBetween(before: Json, after: Json): Json {
  const gone = Object.keys(before).filter((key) => !(key in after));
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
  );
  return Object.fromEntries([...gone.map((key) => [key, null]), ...changed]);
}
