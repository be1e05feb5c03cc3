/** A subject's key, or null once it has been destroyed. */
export type SubjectKey = Buffer | null;

interface Entry {
  key: SubjectKey;
  loadedAt: number;
}

export interface KeyCache {
  /** The key, when it was loaded so lately that it may still be relied on. */
  fresh(subject: string): SubjectKey | undefined;
  /** The key, however old. */
  known(subject: string): SubjectKey | undefined;
  put(subject: string, key: SubjectKey): void;
  /** Drops the longest unused entries beyond the capacity. */
  trim(): void;
}

/**
 * Keys in memory, least lately used first. An entry may be relied on for `ttlMs`: that is the time
 * within which every process learns that a key has been destroyed by another one.
 */
export function createKeyCache(options: {
  capacity: number;
  ttlMs: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}): KeyCache {
  const now = options.now ?? (() => performance.now());
  const entries = new Map<string, Entry>();

  const touch = (subject: string, entry: Entry): void => {
    entries.delete(subject);
    entries.set(subject, entry);
  };

  return {
    fresh(subject) {
      const entry = entries.get(subject);
      if (!entry) return undefined;
      touch(subject, entry);
      // A destroyed key stays destroyed.
      return entry.key === null || now() - entry.loadedAt < options.ttlMs ? entry.key : undefined;
    },
    known: (subject) => entries.get(subject)?.key,
    put(subject, key) {
      // A read that began before the destruction may arrive after it.
      if (entries.get(subject)?.key === null) return;
      touch(subject, { key, loadedAt: now() });
    },
    trim() {
      for (const subject of entries.keys()) {
        if (entries.size <= options.capacity) return;
        entries.delete(subject);
      }
    },
  };
}
