import { describe, expect, it } from 'vitest';
import { type ColumnWidth, rowGridFor } from './rowGrid';

const whole = (key: string, least: number): ColumnWidth => ({
  key,
  least,
  usual: least,
  full: least,
  isShared: false,
  isHidden: false,
});
const cut = (key: string, least: number, full: number): ColumnWidth => ({
  key,
  least,
  usual: Math.min(full, 2 * least),
  full,
  isShared: true,
  isHidden: false,
});

const NAME = cut('name', 100, 180);
const CITY = cut('city', 60, 300);
const PHONE = whole('phone', 100);
const ADDED = whole('added', 80);

const gridOf = (
  width: number,
  widths = [NAME, PHONE, CITY, ADDED],
  leading = 0,
  more: Partial<Parameters<typeof rowGridFor>[0]> = {},
) =>
  rowGridFor(
    {
      rowHeights: { wide: 44, medium: 56 },
      stacks: [['name'], ['phone', 'city'], ['added']],
      card: [
        ['name', 'added'],
        ['phone', 'city'],
      ],
      widths,
      onlyBeside: new Set(),
      sorts: new Set(['name', 'added']),
      heights: new Map([['city', 40]]),
      leading,
      cardLeading: leading,
      ...more,
    },
    width,
  );

// The sides and the menu take 64 px, each column a gap of 16 px.
const LEAST_WIDE = 64 + 340 + 4 * 16;
const LEAST_MEDIUM = 64 + 280 + 3 * 16;

describe('the layout of a row', () => {
  it.each([
    [LEAST_WIDE, 'wide', 44],
    [LEAST_WIDE - 1, 'medium', 56],
    [LEAST_MEDIUM, 'medium', 56],
    // A line of 36 and one of 40, a gap of 2 and the sides of the card.
    [LEAST_MEDIUM - 1, 'card', 98],
  ])('in %d px is %s, %d px high', (width, layout, rowHeight) =>
    expect(gridOf(width)).toMatchObject({ layout, rowHeight }),
  );

  it('has more room where columns are left out', () => {
    expect(gridOf(LEAST_WIDE - 1, [NAME, PHONE, ADDED]).layout).toBe('wide');
    expect(gridOf(270, [NAME, ADDED]).rowHeight).toBe(56);
  });

  it('has two lines of which the lower is named in the heading only where it sorts', () => {
    expect(gridOf(LEAST_MEDIUM)).toMatchObject({
      areas: "'name phone added menu' 'name city added menu'",
      headings: ['name', 'phone', 'added'],
    });
  });

  it('keeps beside a panel what is needed to choose it, also what is usually hidden', () => {
    const [wide, left] = [whole('phone', 300), whole('left', 60)];
    const at = (width: number) =>
      gridOf(width, [NAME, wide, ADDED, left], 0, {
        beside: [['name'], ['left'], ['phone']],
        onlyBeside: new Set(['left']),
      });
    expect(at(700)).toMatchObject({ layout: 'wide', headings: ['name', 'phone', 'added'] });
    expect(at(440)).toMatchObject({ layout: 'medium', areas: "'name left menu' 'name left menu'" });
    expect(at(150).layout).toBe('card');
    expect(at(150).headings).toEqual(['name', 'added']);
  });

  it('is a card whose lines have a left and a right side', () => {
    const card = gridOf(300);
    expect(card.areas).toBe("'name added menu' 'phone city city'");
    expect([...card.cells]).toEqual([
      ['name', 'left'],
      ['added', 'right'],
      ['phone', 'left'],
      ['city', 'right'],
    ]);
    expect(card.headings).toEqual(['name', 'added']);
    expect(gridOf(250, [CITY, NAME]).areas).toBe("'name name menu' 'city city city'");
  });

  it('leaves out of a card what its reader may not see, and the line of it alone', () => {
    const unseen = [NAME, { ...PHONE, isHidden: true }, { ...CITY, isHidden: true }, ADDED];
    const { cells, rowHeight } = gridOf(200, unseen);
    expect([...cells.keys()]).toEqual(['name', 'added']);
    expect(rowHeight).toBe(56);
    expect(gridOf(LEAST_WIDE, unseen).cells.has('phone')).toBe(true);
  });

  it('begins with a place for what selects the row', () => {
    const wide = gridOf(LEAST_WIDE + 36 + 16, undefined, 36);
    expect(wide.areas).toBe("'select name phone city added menu'");
    expect(wide.columns).toMatch(/^36px /);
    expect(gridOf(300, undefined, 36).areas).toBe("'select name added menu' '. phone city city'");
  });
});

describe('the room in a line', () => {
  const sizesAt = (width: number) => gridOf(width).columns;

  it('goes to names first, and whole values never give any', () => {
    expect(sizesAt(LEAST_WIDE)).toBe('minmax(100px, 100fr) 100px minmax(60px, 60fr) 80px 36px');
    expect(sizesAt(LEAST_WIDE + 50)).toContain('minmax(150px, 150fr) 100px minmax(60px');
    expect(sizesAt(LEAST_WIDE + 100)).toContain('minmax(180px, 180fr) 100px minmax(80px');
  });

  it('goes to what is longest when nothing else needs it', () => {
    expect(sizesAt(LEAST_WIDE + 400)).toContain('minmax(180px, 180fr) 100px minmax(300px');
  });
});
