import { IMPORT_STATES } from '@insuremanager/contracts/imports/importViews';
import { describe, expect, it } from 'vitest';
import { kindsOf, rowsOf, stepOf, timeLeft } from './importTexts';

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
