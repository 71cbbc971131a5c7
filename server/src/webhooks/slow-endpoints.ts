/** An endpoint that takes longer to answer holds a lane that others could use. */
const slowMs = 2000;
/** How long it counts as slow: a quick answer in between does not reset it. */
const rememberedMs = 10 * 60_000;

/** Endpoints that recently took long to answer, as far as this node has seen. */
export function createSlowEndpoints() {
  const until = new Map<string, number>();
  const ids = () => {
    for (const [id, end] of until) if (end <= performance.now()) until.delete(id);
    return [...until.keys()];
  };
  return {
    ids,
    has: (id: string) => ids().includes(id),
    note(id: string, durations: readonly number[]): void {
      if (durations.some((ms) => ms > slowMs)) until.set(id, performance.now() + rememberedMs);
    },
  };
}
