import { createLocalLocks } from '../locks/localLocks.js';

/** One read of a stream for all who ask for it before it begins: what they see is never older. */
export type SharedRead = <Result>(stream: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Of each stream one read at a time, so that a hundred who ask at once cost two; and of all streams
 * together so many, so that what decides does not wait behind what is only shown.
 */
export function createSharedReads({ most = Number.POSITIVE_INFINITY } = {}): SharedRead {
  const inTurn = createLocalLocks();
  const notBegun = new Map<string, Promise<unknown>>();
  const queue: (() => void)[] = [];
  let atWork = 0;

  const place = async (): Promise<void> => {
    if (atWork < most) atWork += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  };
  /** Whoever has waited longest gets the place. */
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else atWork -= 1;
  };

  return (stream, read) => {
    const joined = notBegun.get(stream);
    // One stream is always read alike.
    if (joined) return joined as ReturnType<typeof read>;
    let hasBegun = false;
    const result = inTurn(stream, async () => {
      await place();
      hasBegun = true;
      notBegun.delete(stream);
      try {
        return await read();
      } finally {
        leave();
      }
    });
    if (!hasBegun) notBegun.set(stream, result);
    return result;
  };
}
