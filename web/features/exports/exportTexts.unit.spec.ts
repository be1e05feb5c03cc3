import type { ExportView } from '@insuremanager/contracts/exports/exportViews';
import { describe, expect, it } from 'vitest';
import { describeExport, nameOfExport, shareOf, timeOfExport } from './exportTexts';

const EXPORT: ExportView = {
  ...{ id: 1, list: 'health-policies', format: 'csv', state: 'waiting', rows: 0, total: null },
  ...{ size: null, reason: null, askedAt: '2026-06-15T06:30:00.000Z' },
  ...{ finishedAt: null, expiresAt: null },
};

describe('an export in words', () => {
  it('is called like its list', () => expect(nameOfExport(EXPORT)).toBe('Health policies'));

  it.each<[Partial<ExportView>, string]>([
    [{}, 'Waits for others before it'],
    [{ state: 'running' }, 'Begins'],
    [{ state: 'running', rows: 120_000, total: 300_000 }, '1,20,000 of 3,00,000 rows'],
    [{ state: 'ready', rows: 1, size: 1536 }, '1 row, 1.50 KB'],
    [{ state: 'failed', reason: 'Too many rows.' }, 'Too many rows.'],
    [{ state: 'cancelled' }, 'Cancelled'],
    [{ state: 'expired' }, 'The file was removed'],
  ])('says of %o how far it is: %s', (change, text) =>
    expect(describeExport({ ...EXPORT, ...change })).toBe(text),
  );

  it('says until when there is a file, else when it was asked for', () => {
    expect(timeOfExport(EXPORT)).toBe('15 Jun 2026, 12:00 pm');
    const ready = { state: 'ready', expiresAt: '2026-06-16T06:30:00.000Z' } as const;
    expect(timeOfExport({ ...EXPORT, ...ready })).toBe('Until 16 Jun 2026, 12:00 pm');
  });

  it('is a share of its rows, once these are counted', () => {
    expect(shareOf(EXPORT)).toBeUndefined();
    expect(shareOf({ ...EXPORT, state: 'running', total: 0 })).toBeUndefined();
    expect(shareOf({ ...EXPORT, state: 'running', rows: 75, total: 300 })).toBe(0.25);
  });
});
