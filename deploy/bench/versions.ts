import { type Dice, dice } from '../demo/dice.js';
import { populatedVersion } from './customerPopulation.js';

/** Which customer is at which version, without asking: what a client has on its screen. */
export interface Versions {
  of(id: number): number;
  note(id: number, version: number): void;
  /** A customer at random; with `share`, only every `of`th one from `first` on. */
  anyCustomer(share?: { first: number; of: number }): number;
}

export function createVersions(customers: number): Versions {
  const throws: Dice = dice(2026);
  const noted = new Map<number, number>();
  return {
    of: (id) => noted.get(id) ?? populatedVersion(id),
    note: (id, version) => noted.set(id, version),
    anyCustomer(share = { first: 0, of: 1 }) {
      const within = Math.floor(customers / share.of);
      return 1 + share.first + throws.below(within) * share.of;
    },
  };
}
