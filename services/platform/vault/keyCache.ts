/** A subject's key, or null once it has been destroyed. */
export type SubjectKey = Buffer | null;

interface Entry {
  key: SubjectKey;
  askedAt: number;
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
}) {
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
    /** The key, when it was loaded so lately that it may still be relied on. */
    fresh(subject: string) {
      const entry = entries.get(subject);
      if (!entry) return undefined;
      touch(subject, entry);
      return isFresh(entry) ? entry.key : undefined;
    },
    /** The key, however old. */
    known: (subject: string) => entries.get(subject)?.key,
    /** @param askedAt when the database was asked for it */
    put(subject: string, key: SubjectKey, askedAt: number) {
      // A read that began before the destruction may arrive after it.
      if (entries.get(subject)?.key === null) return;
      touch(subject, { key, askedAt });
      if (key === null) onDestroyed?.(subject);
    },
    /**
     * From this moment on every destruction is heard of, so that a key may be relied on that was asked
     * for since then; null: no more.
     */
    hearingSince(moment: number | null) {
      heardSince = moment;
    },
    /** Drops the longest unused entries beyond the capacity. */
    trim() {
      for (const subject of entries.keys()) {
        if (entries.size <= options.capacity) return;
        entries.delete(subject);
      }
    },
  };
}
