/** One tab of a browser at a time, where that can be had. `waited`: another one was at it just now. */
export async function exclusively<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work(false);
  const first = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return first ? first.done : locks.request(name, () => work(true));
}
