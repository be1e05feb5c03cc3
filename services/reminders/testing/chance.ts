import { createHash } from 'node:crypto';

/** Chance that can be repeated: the same seed always gives the same. */
export interface Chance {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** True in this part of all cases, 0 to 1. */
  happens(part: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function chanceOf(seed: number): Chance {
  let count = 0;
  const next = (): number => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    happens: (part) => next() < part,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from');
      return item;
    },
  };
}
