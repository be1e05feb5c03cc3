import { describe, expect, it } from 'vitest';
import {
  type Changes,
  changesOf,
  EVERYTHING_CHANGED,
  formatNotice,
  joinedChanges,
  NOTHING_CHANGED,
  parseNotice,
} from './changes.js';

const position = { commit: 12n, prepare: 12n };
const of = (records: Record<string, readonly number[] | null>): Changes => ({
  records: new Map(Object.entries(records)),
  everything: false,
});
const streams = (kind: string, count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, nth) => `${kind}-${from + nth}`);

describe('the changes of a batch', () => {
  it('are its records by kind, each once', () => {
    expect(changesOf(['customer-7', 'policy-12', 'customer-7', 'customer-8'])).toEqual(
      of({ customer: [7, 8], policy: [12] }),
    );
  });

  it('leave out streams that are no records', () => {
    expect(changesOf(['uniquePolicyNumber-ab12', '$settings'])).toEqual(NOTHING_CHANGED);
  });

  it('name no ids where there are too many', () => {
    expect(changesOf([...streams('customer', 199), 'policy-1']).records.get('policy')).toEqual([1]);
    expect(changesOf([...streams('customer', 200), 'policy-1'])).toEqual(
      of({ customer: null, policy: null }),
    );
  });
});

describe('changes that are joined', () => {
  it('are those of both', () => {
    const joined = joinedChanges(of({ customer: [1, 2] }), of({ customer: [2, 3], policy: [9] }));
    expect(joined).toEqual(of({ customer: [1, 2, 3], policy: [9] }));
  });

  it('know no ids of a kind of which one of them knows none', () => {
    expect(joinedChanges(of({ customer: null }), of({ customer: [1] }))).toEqual(
      of({ customer: null }),
    );
    expect(joinedChanges(of({ customer: [1] }), of({ customer: null }))).toEqual(
      of({ customer: null }),
    );
  });

  it('are everything when one of them is', () => {
    expect(joinedChanges(EVERYTHING_CHANGED, of({ customer: [1] }))).toBe(EVERYTHING_CHANGED);
    expect(joinedChanges(of({ customer: [1] }), EVERYTHING_CHANGED)).toBe(EVERYTHING_CHANGED);
  });

  it('stay bounded, however many', () => {
    let joined = NOTHING_CHANGED;
    for (let from = 1; from < 1000; from += 50) {
      joined = joinedChanges(joined, changesOf(streams('policy', 50, from)));
    }
    expect(joined).toEqual(of({ policy: null }));
  });
});

describe('a notice', () => {
  it.each([
    ['of records', of({ customer: [7], policy: null })],
    ['of everything', EVERYTHING_CHANGED],
    ['of nothing that anybody shows', NOTHING_CHANGED],
  ])('%s says the same when it arrives', (_what, changes) => {
    expect(parseNotice(formatNotice({ position, changes }))).toEqual({ position, changes });
  });

  it('of a schema that is built says where it is', () => {
    expect(parseNotice(formatNotice({ position }))).toEqual({ position });
    for (const other of ['', 'x', '{}', 'null', '{"position":"1"}']) {
      expect(parseNotice(other), other).toBeNull();
    }
  });

  it('fits into what Postgres notifies, whatever the numbers', () => {
    const kinds = ['customer', 'policy', 'quotation', 'document', 'reminders', 'renewal'];
    const many = kinds.flatMap((kind) => streams(kind, 33, 999_999_900));
    const text = formatNotice({ position, changes: changesOf(many) });
    expect(text).toContain('999999932');
    expect(Buffer.byteLength(text)).toBeLessThan(8000 / 2);
  });
});
