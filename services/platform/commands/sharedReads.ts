import { createLocalLocks, type WithLock } from '../locks/localLocks.js';
import { createTurns } from '../locks/turns.js';

/**
 * One read of a stream for all who ask for it before it begins: what they see is never older than
 * when they asked. Of each stream one read at a time, so that a hundred who ask at once cost two.
 * @param most of all streams together, so that what decides does not wait behind what is only shown
 */
export function createSharedReads({ most = Number.POSITIVE_INFINITY } = {}): WithLock {
  const ofStream = createLocalLocks();
  const ofAll = createTurns(most);
  const notBegun = new Map<string, Promise<unknown>>();

  return (stream, read) => {
    const joined = notBegun.get(stream);
    // One stream is always read alike.
    if (joined) return joined as ReturnType<typeof read>;
    let hasBegun = false;
    const result = ofStream(stream, () =>
      ofAll('reads', () => {
        hasBegun = true;
        notBegun.delete(stream);
        return read();
      }),
    );
    if (!hasBegun) notBegun.set(stream, result);
    return result;
  };
}
