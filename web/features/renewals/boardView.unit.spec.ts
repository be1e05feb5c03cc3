import {
  RENEWAL_COLUMNS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardFilterIn, monthOptions } from './boardFilter';
import { type RenewalCard, stepOf, stepsFrom } from './boardMoves';
import { type BoardColumn, columnBeside, movedColumns, neighbour, placeOf } from './boardView';

const card = (termId: number, column: RenewalColumn, fields: Partial<RenewalCard> = {}) =>
  ({
    termId,
    column,
    endDate: '2026-04-30',
    premiumAmount: '1000.50',
    quotationId: null,
    ...fields,
  }) as RenewalCard;

/** A board of these cards; the columns hold others beside, which are not shown. */
const boardOf = (cards: RenewalCard[]): BoardColumn[] =>
  RENEWAL_COLUMNS.map((column) => ({
    column,
    count: 10,
    premium: '99999999999999999.99',
    cards: cards.filter((one) => one.column === column),
  }));
const idsOf = (columns: readonly BoardColumn[]) =>
  Object.fromEntries(columns.map(({ column, cards }) => [column, cards.map((one) => one.termId)]));

describe('a card that is moved', () => {
  it('lies among the others by its end, and the totals follow', () => {
    const columns = boardOf([
      card(1, 'due', { endDate: '2026-04-20' }),
      card(2, 'contacted', { endDate: '2026-04-10' }),
      card(3, 'contacted'),
    ]);
    const moved = movedColumns(columns, new Map([[1, 'contacted']]));
    expect(idsOf(moved)).toMatchObject({ due: [], contacted: [2, 1, 3] });
    expect(moved.map(({ count, premium }) => [count, premium]).slice(0, 2)).toEqual([
      [9, '99999999999998999.49'],
      [11, '100000000000001000.49'],
    ]);
    expect(placeOf(moved, 1)).toMatchObject({ column: 'contacted', index: 1 });
  });

  it('changes nothing in all, wherever cards go', () => {
    const column = fc.constantFrom(...RENEWAL_COLUMNS);
    fc.assert(
      fc.property(fc.array(fc.tuple(column, column), { maxLength: 8 }), (pairs) => {
        const columns = boardOf(pairs.map(([from], at) => card(at + 1, from)));
        const moved = movedColumns(columns, new Map(pairs.map(([, to], at) => [at + 1, to])));
        const all = (some: readonly BoardColumn[]) => ({
          count: some.reduce((sum, one) => sum + one.count, 0),
          paise: some.reduce((sum, one) => sum + BigInt(one.premium.replace('.', '')), 0n),
        });
        expect(all(moved)).toEqual(all(columns));
        for (const [at, [, to]] of pairs.entries()) {
          expect(placeOf(moved, at + 1)).toMatchObject({ column: to, card: { column: to } });
        }
      }),
    );
  });
});

describe('what comes of putting a card into a column', () => {
  it('moves between Due and Contacted, and asks for all else', () => {
    expect(stepsFrom(card(1, 'due')).map(({ text }) => text)).toEqual([
      'Move to Contacted',
      'Move to Quoted by a quotation…',
      'Move to Renewed by renewing…',
      'Move to Lost…',
    ]);
    expect(stepOf(card(1, 'contacted'), 'due')).toEqual({ kind: 'move', to: 'due' });
    expect(stepOf(card(1, 'due'), 'due')).toEqual({ kind: 'stay' });
  });

  it('leaves a quoted one where its quotation puts it', () => {
    const quoted = card(1, 'quoted', { quotationId: 7 });
    expect(stepOf(quoted, 'contacted').kind).toBe('refuse');
    expect(stepsFrom(quoted).map(({ to }) => to)).toEqual(['renewed', 'lost']);
  });

  it('reopens a lost one, into Quoted where it has a quotation', () => {
    expect(stepOf(card(1, 'lost'), 'due')).toEqual({ kind: 'move', to: 'due' });
    const quoted = card(1, 'lost', { quotationId: 7 });
    expect(stepOf(quoted, 'quoted')).toEqual({ kind: 'reopen' });
    expect(stepOf(quoted, 'due').kind).toBe('refuse');
  });

  it('leaves a renewed one', () => expect(stepsFrom(card(1, 'renewed'))).toEqual([]));
});

describe('arrow keys', () => {
  const columns = boardOf([card(1, 'due'), card(2, 'due'), card(3, 'quoted')]);
  const from = (termId: number, key: string) => {
    const place = placeOf(columns, termId);
    return place && neighbour(columns, place, key)?.termId;
  };

  it('go up and down a column, and to the next that has cards', () => {
    expect([from(1, 'ArrowDown'), from(2, 'ArrowUp'), from(1, 'End')]).toEqual([2, 1, 2]);
    expect([from(2, 'ArrowRight'), from(3, 'ArrowLeft')]).toEqual([3, 1]);
    expect([from(1, 'ArrowUp'), from(3, 'ArrowRight')]).toEqual([undefined, undefined]);
  });

  it('take a card along that is picked up, as far as there are columns', () => {
    expect(columnBeside('due', 'ArrowRight')).toBe('contacted');
    expect(columnBeside('due', 'ArrowLeft')).toBe('due');
    expect(columnBeside('lost', 'ArrowRight')).toBe('lost');
  });
});

describe('the address', () => {
  it('says what the board is filtered by', () =>
    expect(
      boardFilterIn(new URLSearchParams('month=2026-05&owner=none&insurer=Star&kind=health')),
    ).toEqual({ month: '2026-05', owner: 'none', insurer: 'Star', kind: 'health' }));

  it('is not believed where it cannot be understood', () =>
    expect(boardFilterIn(new URLSearchParams('month=2026-14&owner=x&kind=boat'))).toEqual({
      month: null,
      owner: null,
      insurer: '',
      kind: null,
    }));

  it('offers the months around today, and the one that it names', () => {
    const options = monthOptions('2026-04-10', '2020-01');
    expect(options).toHaveLength(14);
    expect(options[0]).toEqual({ value: '2020-01', label: 'Jan 2020' });
    expect(options.find(({ value }) => value === '')?.label).toBe('Apr 2026 + overdue');
  });
});
