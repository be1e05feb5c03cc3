import { MOST_IN_BULK } from '@insuremanager/contracts/bulk';
import type { Listed } from '../listDesign';

type Chosen<Item extends Listed> = ReadonlyMap<Item['id'], Item>;

/** The rows of a list that are chosen, also of those that are not loaded any more. */
export interface Selection<Item extends Listed> {
  readonly chosen: Chosen<Item>;
  /** From where a range reaches, and what was chosen besides when it began. */
  readonly anchor: { readonly id: Item['id']; readonly besides: Chosen<Item> } | null;
}

export const noSelection = <Item extends Listed>(): Selection<Item> => ({
  chosen: new Map(),
  anchor: null,
});

/** At most so many: the first of them. */
const bounded = <Item extends Listed>(items: Iterable<Item>): Chosen<Item> => {
  const chosen = new Map<Item['id'], Item>();
  for (const item of items) {
    if (chosen.size === MOST_IN_BULK) break;
    chosen.set(item.id, item);
  }
  return chosen;
};

/** With a row chosen, or not any more; a range reaches from there. */
export function toggled<Item extends Listed>(
  { chosen }: Selection<Item>,
  item: Item,
): Selection<Item> {
  const rest = [...chosen.values()].filter(({ id }) => id !== item.id);
  const next = bounded(chosen.has(item.id) ? rest : [...rest, item]);
  return { chosen: next, anchor: { id: item.id, besides: next } };
}

/**
 * With all rows from where the range began up to `to`, and no others of an earlier range; it begins
 * at `from` where there was none.
 */
export function extended<Item extends Listed>(
  { chosen, anchor }: Selection<Item>,
  items: readonly Item[],
  { from, to }: { from: number; to: number },
): Selection<Item> {
  const found = items.findIndex(({ id }) => id === anchor?.id);
  const first = found < 0 ? from : found;
  const start = found < 0 || !anchor ? items[from] : anchor;
  if (!start) return { chosen, anchor };
  const besides = found < 0 || !anchor ? chosen : anchor.besides;
  const range = items.slice(Math.min(first, to), Math.max(first, to) + 1);
  return {
    chosen: bounded([...besides.values(), ...range]),
    anchor: { id: start.id, besides },
  };
}

/** With all of these, beside what is chosen. */
export const withAll = <Item extends Listed>(
  { chosen }: Selection<Item>,
  items: readonly Item[],
): Selection<Item> => ({ chosen: bounded([...chosen.values(), ...items]), anchor: null });

/** Without these. */
export const without = <Item extends Listed>(
  { chosen }: Selection<Item>,
  ids: readonly Item['id'][],
): Selection<Item> => ({
  chosen: bounded([...chosen.values()].filter(({ id }) => !ids.includes(id))),
  anchor: null,
});

/** The chosen records, as the list has them now. */
export function chosenOf<Item extends Listed>(
  { chosen }: Selection<Item>,
  items: readonly Item[],
): readonly Item[] {
  const now = new Map(items.map((item) => [item.id, item]));
  return [...chosen.values()].map((item) => now.get(item.id) ?? item);
}
