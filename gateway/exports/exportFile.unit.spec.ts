import { randomBytes } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import { EXPORT_FORMATS } from '@insuremanager/contracts/exports/exportedLists';
import { encrypted } from '@insuremanager/services/platform/files/contentCipher';
import { describe, expect, it } from 'vitest';
import type { Column } from './exportColumns.js';
import { fileOf } from './exportFile.js';

/** Bytes. */
const PAGE = 64 * 1024;
const PAGES = 64;
/** What the streams between hold, a sealed chunk, and the pages that go into it compressed. */
const MOST_AHEAD = 12 * PAGE;
/** The sink takes so many chunks, and waits, again and again. */
const CHUNKS = 16;

/** Waits until whoever makes the file has stood still for a while. */
async function untilStill(made: () => number): Promise<void> {
  for (let before = -1, looks = 0; looks < 10; looks += 1) {
    if (made() !== before) looks = 0;
    before = made();
    await passed(10);
  }
}

const text: Column<{ text: string }> = {
  ...{ name: 'text', heading: 'Text', kind: 'text' },
  cellOf: (row) => row.text,
};

describe.each(EXPORT_FORMATS)('a list as %s', (format) => {
  it('is made and sealed no faster than a slow sink takes it', async () => {
    let made = 0;
    async function* pages() {
      for (let page = 0; page < PAGES; page += 1) {
        made += PAGE;
        // Hardly to be compressed.
        yield [{ text: randomBytes((PAGE / 4) * 3).toString('base64') }];
      }
    }
    const file = fileOf({ list: 'customers', format }, [text as Column], pages());
    const bytes = async function* () {
      for await (const piece of file) yield Buffer.from(piece);
    };
    let taken = 0;
    let chunks = 0;
    const states: { made: number; taken: number }[] = [];
    for await (const sealed of encrypted(bytes(), randomBytes(32), 'exports/one')) {
      taken += sealed.length;
      chunks += 1;
      if (chunks % CHUNKS !== 1) continue;
      await untilStill(() => made);
      states.push({ made, taken });
    }
    expect(states.length).toBeGreaterThan(2);
    // A workbook is compressed, evenly.
    const ahead = states.map((state) => state.made - (state.taken * made) / taken);
    expect(Math.max(...ahead)).toBeLessThan(MOST_AHEAD);
    expect(made).toBe(PAGES * PAGE);
  });
});
