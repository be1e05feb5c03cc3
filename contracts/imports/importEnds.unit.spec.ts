import { describe, expect, it } from 'vitest';
import { endOfImport } from './importEnds.js';
import type { ImportCounts } from './importViews.js';

const NOTHING: ImportCounts = {
  ...{ rows: 0, created: 0, changed: 0, same: 0, duplicates: 0 },
  ...{ rejected: 0, done: 0, undone: 0, kept: 0 },
};
const COUNTS = { ...NOTHING, created: 1_20_292, changed: 4, rejected: 5, duplicates: 3 };

describe('the end of an import is told as', () => {
  it.each([
    ['done', null, COUNTS, 'Import finished', '1,20,292 added, 4 changed, 8 left out'],
    ['done', null, NOTHING, 'Import finished', 'Nothing was written'],
    [
      'undone',
      null,
      { ...COUNTS, undone: 290, kept: 2 },
      'Import undone',
      '290 taken back, 2 kept',
    ],
    ['failed', 'The file is cut off.', NOTHING, 'Import failed', 'The file is cut off.'],
    ['paused', 'Who started it left.', COUNTS, 'Import stopped', 'Who started it left.'],
    ['done', 'It cannot be undone.', COUNTS, 'Import stopped', 'It cannot be undone.'],
  ] as const)('%s with %s', (state, problem, counts, title, words) =>
    expect(endOfImport({ state, problem, counts })).toEqual({ title, words }),
  );
});
