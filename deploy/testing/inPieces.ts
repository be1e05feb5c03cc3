import { expect } from 'vitest';

export const silence = () => undefined;

/** Asks a command to end: each time after so many lines of what it says, or after such a line. */
export async function inPieces(
  places: readonly (number | RegExp)[],
  command: (remark: (line?: string) => void, ended: AbortSignal) => Promise<unknown>,
  betweenPieces: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const place of places) {
    const ended = new AbortController();
    let said = 0;
    const remark = (line = '') => {
      said += 1;
      if (typeof place === 'number' ? said === place : place.test(line)) ended.abort();
    };
    await expect(command(remark, ended.signal)).rejects.toThrow(/The same command goes on/);
    await betweenPieces();
  }
  await command(silence, new AbortController().signal);
}
