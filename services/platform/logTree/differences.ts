/** An event of a log, as it is compared. */
export interface NamedHash {
  /** Base64, say. */
  readonly hash: string;
  /** Its place in its stream, such as `customer-12@3`. */
  readonly name: string;
}

/** One way in which a log is not as it was. */
export type Difference<Event extends NamedHash = NamedHash> =
  /** Another event has its place in its stream. */
  | { readonly problem: 'event_changed'; readonly was: Event; readonly is: Event }
  | { readonly problem: 'event_removed'; readonly was: Event }
  | { readonly problem: 'event_inserted'; readonly is: Event }
  /** It stands before or behind others than it did. */
  | { readonly problem: 'event_moved'; readonly was: Event; readonly is: Event };

/**
 * What became of each event that does not stand where it stood, in the order of the log as it is,
 * removed ones at last. Of those that are still there as few as possible count as moved. Events behind
 * all that were there are newer ones and no difference.
 */
export function differencesOf<Event extends NamedHash>(
  kept: readonly Event[],
  found: readonly Event[],
): Difference<Event>[] {
  const keptAt = new Map(kept.map(({ hash }, at) => [hash, at]));
  const fresh: { event: Event; at: number }[] = [];
  const pairs: Pair[] = [];
  for (const [at, event] of found.entries()) {
    const before = keptAt.get(event.hash);
    if (before === undefined) fresh.push({ event, at });
    else pairs.push({ kept: before, found: at });
    // A copy of it further on is one too many.
    keptAt.delete(event.hash);
  }
  const lost = new Map([...keptAt.values()].map((at) => [kept[at]?.name, kept[at] as Event]));
  const steady = longestAscending(pairs);

  const differences = pairs
    .filter((pair) => !steady.has(pair))
    .map(({ kept: before, found: at }) => {
      const [was, is] = [kept[before] as Event, found[at] as Event];
      return { at, difference: { problem: 'event_moved', was, is } as Difference<Event> };
    });
  let lastKnown = pairs.at(-1)?.found ?? -1;
  const inserted: typeof fresh = [];
  for (const { event: is, at } of fresh) {
    const was = lost.get(is.name);
    if (was) {
      differences.push({ at, difference: { problem: 'event_changed', was, is } });
      lost.delete(is.name);
      lastKnown = Math.max(lastKnown, at);
    } else {
      inserted.push({ event: is, at });
    }
  }
  for (const { event: is, at } of inserted) {
    if (at < lastKnown) differences.push({ at, difference: { problem: 'event_inserted', is } });
  }
  return [
    ...differences.sort((a, b) => a.at - b.at).map(({ difference }) => difference),
    ...[...lost.values()].map((was) => ({ problem: 'event_removed', was }) as const),
  ];
}

/** Where an event stood, and where it stands. */
interface Pair {
  readonly kept: number;
  readonly found: number;
}

/** Of pairs by ascending `found` the most that are ascending by `kept`, too. */
function longestAscending(pairs: readonly Pair[]): Set<Pair> {
  /** The end of the best row of each length, and what stands before each pair in its row. */
  const ends: Pair[] = [];
  const before = new Map<Pair, Pair | undefined>();
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as Pair).kept < pair.kept) low = middle + 1;
      else high = middle;
    }
    before.set(pair, ends[low - 1]);
    ends[low] = pair;
  }
  const row = new Set<Pair>();
  for (let pair = ends.at(-1); pair; pair = before.get(pair)) row.add(pair);
  return row;
}
