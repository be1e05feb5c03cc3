/**
 * Does work for each item, several at once. An error that `work` throws ends all, after those that
 * are under way; so does the signal.
 */
export async function eachOf<Item>(
  items: readonly Item[],
  { atOnce, signal }: { atOnce: number; signal?: AbortSignal | undefined },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
