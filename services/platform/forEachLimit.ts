/**
 * Does work for each item, several at once, and resolves when none is under way any more. The first
 * error that `work` throws ends all, after those that are under way; so does the signal.
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
