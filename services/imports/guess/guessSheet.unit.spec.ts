import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSheets } from '../sheets/openSheets.js';
import { fileNameOf, MADE_SHEETS, type MadeSheet, madeFile } from '../testing/peoplesSheets.js';
import { type GuessedSheet, guessSheet } from './guessSheet.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guesses-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function guessed(made: MadeSheet): Promise<GuessedSheet & { header: readonly string[] }> {
  const path = join(folder, fileNameOf(made));
  await writeFile(path, await madeFile(made));
  const [sheet] = await openSheets(path, fileNameOf(made));
  if (!sheet) throw new Error('No sheet');
  const examples: (readonly string[])[] = [];
  for await (const { cells } of sheet.read()) examples.push(cells);
  return { header: sheet.header, ...guessSheet(sheet.header, examples, { sheetName: sheet.name }) };
}

describe('guessing what sheets are that people made', () => {
  it('zz', async () => {
    let n = 0,
      right = 0,
      wrong = 0,
      filled = 0,
      wanted = 0,
      got = 0;
    for (const made of MADE_SHEETS) {
      const g = await guessed(made);
      const want = made.columns.map(([, f]) => f);
      if (g.kind !== made.kind) console.log('KIND', made.title, g.kind, 'not', made.kind);
      if (g.dateOrder !== (made.dateOrder ?? 'dmy')) console.log('ORDER', made.title, g.dateOrder);
      if (g.header.length !== made.columns.length) console.log('WIDTH', made.title, g.header);
      want.forEach((f, i) => {
        n++;
        if (g.columns[i] === f) right++;
        else
          console.log('   ', made.title, '|', made.columns[i]?.[0], 'want', f, 'got', g.columns[i]);
        if (f) wanted++;
        if (f && g.columns[i] === f) got++;
        if (g.columns[i]) {
          filled++;
          if (g.columns[i] !== f) wrong++;
        }
      });
    }
    console.log({
      sheets: MADE_SHEETS.length,
      n,
      right,
      share: right / n,
      recall: got / wanted,
      filled,
      wrong,
    });
  });
});
