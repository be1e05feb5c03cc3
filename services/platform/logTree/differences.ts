/** An event of a log, as it is compared, and where it stands, from 0. */
export interface PlacedHash {
  /** Base64. */
  readonly hash: string;
  /** Its place in its stream, such as `customer-12@3`. */
  readonly name: string;
  readonly at: number;
}

/** One way in which a log is not as it was. */
export type Difference =
  /** Another event has its place in its stream. */
  | { readonly problem: 'event_changed'; readonly was: PlacedHash; readonly is: PlacedHash }
  | { readonly problem: 'event_removed'; readonly was: PlacedHash }
  | { readonly problem: 'event_inserted'; readonly is: PlacedHash }
  /** It stands before or behind others than it did. */
  | { readonly problem: 'event_moved'; readonly was: PlacedHash; readonly is: PlacedHash };

/** So many events on both sides are held to find where they go on alike. */
const WINDOW = 2_000;
/** So many in a row are alike where both go on. */
const ANCHOR = 8;
/** Events that are held because they differ; of more it is only known how many. */
const MOST_HELD = 10_000;

/**
 * Compares what was kept of a log with the log as it is, as both are read, in bounded memory. Each
 * side is given in its order; newer events, behind all that was kept, are no difference.
 */
export function createComparison() {
  const kept = createQueue();
  const found = createQueue();
  const lost: PlacedHash[] = [];
  const fresh: PlacedHash[] = [];
  let notHeld = 0;
  /** Where the last event stands that was there before. */
  let lastKnown = -1;

  const hold = (list: PlacedHash[], events: readonly PlacedHash[]): void => {
    const room = Math.max(0, MOST_HELD - list.length);
    list.push(...events.slice(0, room));
    notHeld += Math.max(0, events.length - room);
  };

  /** Takes what differs from both sides, up to where they go on alike. */
  const takeDifference = (isEnd: boolean): void => {
    const [before, now] = [kept.first(WINDOW), found.first(WINDOW)];
    const { lost: gone, fresh: come } = nearestAlike(before, now, isEnd);
    const steady = inSameOrder(before.slice(0, gone), now.slice(0, come));
    const hasMoved = (event: PlacedHash): boolean => !steady.has(event.hash);
    hold(lost, kept.take(gone).filter(hasMoved));
    hold(fresh, found.take(come).filter(hasMoved));
  };

  return {
    addKept: (event: PlacedHash) => kept.add(event),
    addFound: (event: PlacedHash) => found.add(event),
    /** How many of each side are not compared yet. */
    keptWaiting: () => kept.size(),
    foundWaiting: () => found.size(),

    /** Compares as far as what was given reaches; at the end of both, all of it. */
    advance(isEnd = false): void {
      while (kept.size() > 0 && found.size() > 0) {
        if (kept.peek()?.hash === found.peek()?.hash) {
          lastKnown = found.peek()?.at ?? lastKnown;
          kept.take(1);
          found.take(1);
        } else {
          if (!isEnd && (kept.size() < WINDOW || found.size() < WINDOW)) return;
          takeDifference(isEnd);
        }
      }
      if (!isEnd) return;
      hold(lost, kept.take(kept.size()));
      hold(fresh, found.take(found.size()));
    },

    /** What became of each event, once both sides are at their end. */
    differences(): { differences: Difference[]; notHeld: number } {
      const differences = differencesOf(lost, fresh, lastKnown);
      // Newer events that were not held are none.
      return { differences, notHeld: differences.length === 0 ? 0 : notHeld };
    },
  };
}

/** How many events stand before the nearest place from which both sides go on alike; all, without one. */
function nearestAlike(kept: readonly PlacedHash[], found: readonly PlacedHash[], isEnd: boolean) {
  const foundAt = new Map(found.map(({ hash }, at) => [hash, at]));
  const isAlike = (from: number, to: number): boolean => {
    for (let nth = 0; nth < ANCHOR; nth += 1) {
      const [before, now] = [kept[from + nth], found[to + nth]];
      // Where one of them ends, nothing speaks against it.
      if (!before || !now) return isEnd || nth > 0;
      if (before.hash !== now.hash) return false;
    }
    return true;
  };
  let nearest = { lost: kept.length, fresh: found.length };
  for (const [from, { hash }] of kept.entries()) {
    const to = foundAt.get(hash);
    if (to === undefined || from + to >= nearest.lost + nearest.fresh) continue;
    if (isAlike(from, to)) nearest = { lost: from, fresh: to };
  }
  return nearest;
}

/** Of the hashes on both sides the most that are in the same order: the others are what moved. */
function inSameOrder(kept: readonly PlacedHash[], found: readonly PlacedHash[]): Set<string> {
  const keptAt = new Map(kept.map(({ hash }, at) => [hash, at]));
  /** The end of the best row of each length, and what stands before each one in its row. */
  const ends: { hash: string; at: number }[] = [];
  const before = new Map<string, string | undefined>();
  for (const { hash } of found) {
    const at = keptAt.get(hash);
    // A copy of it further on is one too many.
    if (at === undefined || before.has(hash)) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    before.set(hash, ends[low - 1]?.hash);
    ends[low] = { hash, at };
  }
  const row = new Set<string>();
  for (let hash = ends.at(-1)?.hash; hash; hash = before.get(hash)) row.add(hash);
  return row;
}

/** By their hashes some only moved; by their names some were changed. In the order of the log as it is. */
function differencesOf(
  lost: readonly PlacedHash[],
  fresh: readonly PlacedHash[],
  lastKnown: number,
): Difference[] {
  const byHash = new Map(lost.map((event) => [event.hash, event]));
  const byName = new Map(lost.map((event) => [event.name, event]));
  const differences: Difference[] = [];
  const inserted: PlacedHash[] = [];
  const explained = new Set<PlacedHash>();
  let last = lastKnown;
  for (const is of fresh) {
    const same = byHash.get(is.hash);
    const was = same ?? byName.get(is.name);
    if (!was || explained.has(was)) {
      inserted.push(is);
      continue;
    }
    explained.add(was);
    last = Math.max(last, is.at);
    differences.push({ problem: same ? 'event_moved' : 'event_changed', was, is });
  }
  for (const is of inserted) if (is.at < last) differences.push({ problem: 'event_inserted', is });
  differences.sort((a, b) => placeOf(a) - placeOf(b));
  const removed = lost.filter((event) => !explained.has(event));
  return [...differences, ...removed.map((was) => ({ problem: 'event_removed', was }) as const)];
}

export const placeOf = (difference: Difference): number =>
  'is' in difference ? difference.is.at : difference.was.at;

/** First in, first out; what was taken is let go now and then. */
function createQueue() {
  let items: PlacedHash[] = [];
  let begin = 0;
  return {
    add: (item: PlacedHash) => void items.push(item),
    size: () => items.length - begin,
    peek: () => items[begin],
    first: (count: number) => items.slice(begin, begin + count),
    take(count: number): PlacedHash[] {
      const taken = items.slice(begin, begin + count);
      begin += taken.length;
      if (begin > 4 * WINDOW) {
        items = items.slice(begin);
        begin = 0;
      }
      return taken;
    },
  };
}
