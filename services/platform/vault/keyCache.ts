/** A subject's key, or null once it has been destroyed. */
export type SubjectKey = Buffer | null;

interface Entry {
  key: SubjectKey;
  askedAt: number;
}

export interface KeyCache {
  /** The key, when it was loaded so lately that it may still be relied on. */
  fresh(subject: string): SubjectKey | undefined;
  /** The key, however old. */
  known(subject: string): SubjectKey | undefined;
  /** @param askedAt when the database was asked for it */
  put(subject: string, key: SubjectKey, askedAt: number): void;
  /**
   * From this moment on every destruction is heard of, so that a key may be relied on that was asked
   * for since then; null: no more.
   */
  hearingSince(moment: number | null): void;
  /** Drops the longest unused entries beyond the capacity. */
  trim(): void;
}

/**
 * Keys in memory, least lately used first. While destructions are not heard of, an entry may be
 * relied on for `ttlMs`.
 */
export function createKeyCache(options: {
  capacity: number;
  ttlMs: number;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** Called once for every key that turns out to be destroyed. */
  onDestroyed?: (subject: string) => void;
}): KeyCache {
  const { now, ttlMs, onDestroyed } = options;
  const entries = new Map<string, Entry>();
  let heardSince: number | null = null;

  const touch = (subject: string, entry: Entry): void => {
    entries.delete(subject);
    entries.set(subject, entry);
  };

  const isFresh = ({ key, askedAt }: Entry): boolean =>
    // A destroyed key stays destroyed.
    key === null || now() - askedAt < ttlMs || (heardSince !== null && askedAt >= heardSince);

  return {
    fresh(subject) {
      const entry = entries.get(subject);
      if (!entry) return undefined;
      touch(subject, entry);
      return isFresh(entry) ? entry.key : undefined;
    },
    known: (subject) => entries.get(subject)?.key,
    put(subject, key, askedAt) {
      // A read that began before the destruction may arrive after it.
      if (entries.get(subject)?.key === null) return;
      touch(subject, { key, askedAt });
      if (key === null) onDestroyed?.(subject);
    },
    hearingSince(moment) {
      heardSince = moment;
    },
    trim() {
      for (const subject of entries.keys()) {
        if (entries.size <= options.capacity) return;
        entries.delete(subject);
      }
    },
  };
}
