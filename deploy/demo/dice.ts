/** Mulberry32 (public domain): 32 bits of state are plenty for names and dates. */
export function dice(seed: number) {
  // Neighbouring seeds must not throw alike: spread them first.
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (sides: number): number => Math.floor(next() * sides);
  return {
    /** From 0 up to, but not including, `sides`. */
    below,
    /** True in this part of all throws, 0 to 1. */
    chance: (part: number) => next() < part,
    pick<Item>(items: readonly Item[]) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from');
      return item;
    },
    /** `count` decimal digits; the first may be 0. */
    digits: (count: number) => Array.from({ length: count }, () => below(10)).join(''),
  };
}

/** Chance that can be repeated: the same seed throws the same numbers on every machine. */
export type Dice = ReturnType<typeof dice>;
