/** Runs in one tab at a time, if the browser supports locks. `waited`: another tab was just doing this. */
export async function exclusively<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work(false);
  const first = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return first ? first.done : locks.request(name, () => work(true));
}
