/**
 * Does work under a name that nobody else has at that time; names that differ do not wait for each
 * other. Not to be nested under the same name: it would wait for itself. Whoever nests names takes
 * them in one order everywhere.
 */
export type WithLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Locks that count within this process only. Who waits for a name gets it in the order of asking. */
export function createLocalLocks(): WithLock {
  const last = new Map<string, Promise<unknown>>();

  return (name, work) => {
    const before = last.get(name);
    const mine = before ? before.then(work, work) : work();
    last.set(name, mine);
    const forget = () => {
      if (last.get(name) === mine) last.delete(name);
    };
    mine.then(forget, forget);
    return mine;
  };
}
