import { describe, expect, it } from 'vitest';
import type { UploadPhase } from '../../data/uploads';
import { describeFailure } from './uploadTexts';

const files = (phase: UploadPhase, ...names: string[]) =>
  names.map((name) => ({ phase, file: new File([], name) }));

describe('an upload of which not all was stored', () => {
  it('is tried again as a whole where nothing was', () =>
    expect(describeFailure([], files('failed', 'a.pdf', 'b.pdf'))).toBe(
      'Failed to upload document. Please try again.',
    ));

  it('says nothing beside what stands at the files that were refused', () =>
    expect(describeFailure([], files('refused', 'a.pdf'))).toBeNull());

  it('names what was stored and what was not', () => {
    const stored = files('stored', 'a.pdf');
    expect(describeFailure(stored, files('failed', 'b.pdf'))).toBe(
      'Stored: a.pdf. Not stored: b.pdf. Please try again.',
    );
    expect(describeFailure(stored, files('refused', 'b.pdf'))).toBe(
      'Stored: a.pdf. Not stored: b.pdf.',
    );
  });

  it('names a few of many', () =>
    expect(
      describeFailure(files('stored', '1', '2', '3', '4', '5'), files('failed', '6', '7', '8')),
    ).toBe('Stored: 1, 2, 3 and 2 more. Not stored: 6, 7, 8. Please try again.'));
});
