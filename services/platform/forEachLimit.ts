/**
 * Calls `work` for each item, at most `atOnce` concurrently. After the first error, or an abort by
 * the signal, no further item is begun; rejects with that error once running ones have ended.
 */
export async function forEachLimit<Item>(
  items: readonly Item[],
  { atOnce, signal }: { atOnce: number; signal?: AbortSignal | undefined },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal?.aborted || errors.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length > 0) throw errors[0];
}
