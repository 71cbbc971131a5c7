/** Chance that comes out the same every time, so two demos look alike. */
export type Dice = {
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
};

export function seededDice(seed: number): Dice {
  let state = seed >>> 0;
  // A 32-bit xorshift: plenty for a demo, and no secret ever comes from it.
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick(from) {
      const item = from[Math.floor(next() * from.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
