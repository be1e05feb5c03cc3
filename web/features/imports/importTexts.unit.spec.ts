import { IMPORT_STATES } from '@insuremanager/contracts/imports/importViews';
import { describe, expect, it } from 'vitest';
import {
  kindsOf,
  outcomeOf,
  rowsOf,
  stepOf,
  timeLeft,
  whatHappens,
  whatUndoes,
} from './importTexts';

describe('an import in words', () => {
  it('is of so many rows', () => {
    expect(rowsOf(1)).toBe('1 row');
    expect(rowsOf(300_000)).toBe('3,00,000 rows');
  });

  it('is called by the kinds of its sheets, each once', () => {
    const sheets = [{ kind: 'customers' }, { kind: 'vehicle' }, { kind: 'customers' }] as const;
    expect(kindsOf([...sheets, { kind: null }])).toBe('Customers, Vehicle policies');
    expect(kindsOf([])).toBe('');
  });

  it.each([
    [5_000, 0, null],
    [0, 100, null],
    [5_000, 2_000, 'less than a minute left'],
    [120_000, 2_000, 'about 1 minute left'],
    [300_000, 2_000, 'about 3 minutes left'],
    [300_000, 50, 'about 1 h 40 min left'],
  ])('of %i rows at %i a second: %s', (rows, rate, text) =>
    expect(timeLeft(rows, rate)).toBe(text),
  );

  it('nobody knows how long it takes before a rate is known', () =>
    expect(timeLeft(100, null)).toBeNull());

  it('goes from step to step', () =>
    expect(IMPORT_STATES.map(stepOf)).toEqual([
      ...['columns', 'columns', 'check', 'check', 'run', 'run', 'done', 'columns', 'done', 'done'],
    ]));
});

describe('what an import does', () => {
  const NOTHING = {
    ...{ rows: 0, created: 0, changed: 0, same: 0, duplicates: 0 },
    ...{ rejected: 0, done: 0, undone: 0, kept: 0 },
  };

  it('is said before anything is written', () => {
    const counts = { created: 4_532, changed: 210, same: 12, duplicates: 1, rejected: 243 };
    expect(whatHappens({ ...NOTHING, ...counts })).toBe(
      '4,532 records are added, 210 are changed. ' +
        'Left out: 243 rows with problems, 1 that looks like a duplicate. 12 rows say nothing new.',
    );
    expect(whatHappens({ ...NOTHING, created: 1, rejected: 1 })).toBe(
      '1 record is added. Left out: 1 row with problems.',
    );
    expect(whatHappens(NOTHING)).toBe('Nothing is written.');
  });

  it('is said before it is undone', () =>
    expect(whatUndoes({ ...NOTHING, created: 2, changed: 1 })).toBe(
      '2 records that were added are deleted, 1 that was changed gets back what it had before. ' +
        'What somebody has changed since is kept, and listed here. The histories show both.',
    ));

  it('is said in the list, of one that was undone what became of that', () => {
    const counts = { ...NOTHING, created: 5, rejected: 2, undone: 4, kept: 1 };
    expect(outcomeOf({ state: 'done', counts })).toBe('5 new, 2 left out');
    expect(outcomeOf({ state: 'undone', counts })).toBe('4 undone, 1 kept');
    expect(outcomeOf({ state: 'done', counts: NOTHING })).toBe('');
  });
});
