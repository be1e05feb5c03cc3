import { describe, expect, it } from 'vitest';
import { TOMBSTONE_TEXT } from './event.js';
import { isSoftDeleted, parseMetadata, unknownStream, visiblePart } from './streamState.js';

const NOW = Date.parse('2026-04-01T04:30:00Z');
const described = (json: string, lastRevision = 9) => ({
  ...unknownStream,
  lastRevision,
  metadata: parseMetadata(Buffer.from(json)),
});

describe('the visible part of a stream', () => {
  it.each([
    { json: '{}', firstRevision: 0 },
    { json: '{"$maxCount":3}', firstRevision: 7 },
    { json: '{"$tb":4}', firstRevision: 4 },
    { json: '{"$maxCount":3,"$tb":8}', firstRevision: 8 },
    { json: '{"$maxCount":300}', firstRevision: 0 },
  ])('begins at $firstRevision with $json', ({ json, firstRevision }) => {
    expect(visiblePart(described(json), NOW).firstRevision).toBe(firstRevision);
  });

  it('is as young as its metadata says', () => {
    const { sinceMicros } = visiblePart(described('{"$maxAge":60}'), NOW);
    expect(sinceMicros).toBe((NOW - 60_000) * 1000);
  });
});

describe('metadata', () => {
  it.each(['not json', '[1]', '"text"', 'null', '{"$maxCount":"3"}'])(
    '%s sets no limit',
    (json) => {
      expect(visiblePart(described(json), NOW)).toEqual({ firstRevision: 0, sinceMicros: 0 });
    },
  );

  it('marks a deleted stream by the largest of all revisions', () => {
    expect(isSoftDeleted(described(`{"$tb":${TOMBSTONE_TEXT}}`))).toBe(true);
    expect(isSoftDeleted(described('{"$tb":9}'))).toBe(false);
  });
});
