/**
 * For costly work of a request that may begin anew after a hook has answered: it is done once for what it is about.
 * Call this outside of what `asking` repeats.
 */
export function onceFor<T>() {
  const done = new Map<string, Promise<T>>();
  return (about: string, work: () => Promise<T>): Promise<T> => {
    const known = done.get(about) ?? work();
    done.set(about, known);
    return known;
  };
}
