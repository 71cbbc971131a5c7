/** A value with the objects and lists in it, so that copies of it needn't look for them. */
type Plan = { value: object; within: [key: string, plan: Plan][] };

/** Makes copies of a JSON value as it is now, which share nothing with it or each other. */
export function copierOf<T extends object>(value: T): () => T {
  const plan = planOf(copyOf(planOf(value)));
  return () => copyOf(plan) as T;
}

function planOf(value: object): Plan {
  const within = Object.entries(value).flatMap(([key, each]): [string, Plan][] =>
    typeof each === 'object' && each !== null ? [[key, planOf(each)]] : [],
  );
  return { value, within };
}

function copyOf({ value, within }: Plan): object {
  const copy = (Array.isArray(value) ? value.slice() : { ...value }) as Record<string, unknown>;
  // JSON may name a field so, and assigning to it would change what the copy inherits.
  for (const [key, plan] of within)
    if (key === '__proto__')
      Object.defineProperty(copy, key, {
        value: copyOf(plan),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else copy[key] = copyOf(plan);
  return copy;
}
