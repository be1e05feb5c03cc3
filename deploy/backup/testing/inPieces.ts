import { expect } from 'vitest';

export const silence = () => undefined;

/** How often a command was asked to end: after that many lines of what it says. */
export async function inPieces(
  places: readonly number[],
  command: (remark: () => void, ended: AbortSignal) => Promise<unknown>,
  betweenPieces: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const place of places) {
    const ended = new AbortController();
    let said = 0;
    const remark = () => {
      said += 1;
      if (said === place) ended.abort();
    };
    await expect(command(remark, ended.signal)).rejects.toThrow(/The same command goes on/);
    await betweenPieces();
  }
  await command(silence, new AbortController().signal);
}
