import { SHEET_FILE_SENTENCES } from '@insuremanager/contracts/imports/sheetFiles';
import { describe, expect, it } from 'vitest';
import { outcomeOfSheet, sheetUploadsAfter } from './useSheetUploads';

const file = (name: string) => new File(['Name,Phone'], name);
const problem = (error: string) =>
  JSON.stringify({ type: 'about:blank', title: 'No', status: 400, error, code: 'any' });

describe('spreadsheets on their way', () => {
  it('wait for their turn, but for those that are none', () => {
    const uploads = sheetUploadsAfter([], {
      type: 'chosen',
      files: [file('customers.csv'), file('scan.pdf')],
    });
    expect(uploads.map(({ phase, sentence }) => [phase, sentence])).toEqual([
      ['waiting', null],
      ['refused', SHEET_FILE_SENTENCES.wrongKind],
    ]);
    expect(uploads.map(({ isAlone }) => isAlone)).toEqual([false, false]);
  });

  it('know whether one is alone, and forget what was refused once others are chosen', () => {
    const refused = sheetUploadsAfter([], { type: 'chosen', files: [file('scan.pdf')] });
    const uploads = sheetUploadsAfter(refused, { type: 'chosen', files: [file('a.csv')] });
    expect(uploads).toMatchObject([{ phase: 'waiting', isAlone: true }]);
    const more = sheetUploadsAfter(uploads, { type: 'chosen', files: [file('b.csv')] });
    expect(more.map(({ isAlone }) => isAlone)).toEqual([true, false]);
  });

  it('change one by one, and go', () => {
    const [first, second] = sheetUploadsAfter([], {
      type: 'chosen',
      files: [file('a.csv'), file('b.csv')],
    });
    if (!first || !second) throw new Error('Both were chosen');
    const key = first.key;
    const changed = sheetUploadsAfter([first, second], {
      type: 'changed',
      ...{ key, change: { sent: 0.5 } },
    });
    expect(changed.map(({ sent }) => sent)).toEqual([0.5, 0]);
    expect(sheetUploadsAfter(changed, { type: 'removed', key })).toEqual([second]);
  });
});

describe('what becomes of one', () => {
  it('is an import', () => {
    expect(outcomeOfSheet(202, '{"id":7}')).toEqual({ id: 7 });
    expect(outcomeOfSheet(200, '{"id":7}')).toEqual({ id: 7 });
  });

  it('is a refusal with its sentence, which cannot be tried again', () =>
    expect(outcomeOfSheet(400, problem('The file is empty.'))).toEqual({
      ...{ phase: 'refused', sentence: 'The file is empty.' },
    }));

  it.each([
    [429, problem('Too many.'), 'Too many.'],
    [503, '<html>', 'The server did not respond. Try again: the file will not be taken twice.'],
    [401, '', 'Your session has ended. Sign in again, then try again.'],
  ])('can be tried again after %i', (status, body, sentence) =>
    expect(outcomeOfSheet(status, body)).toEqual({ phase: 'failed', sentence }),
  );
});
