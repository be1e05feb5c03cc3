import { isHidden } from '@insuremanager/contracts/rules/masks';
import { useMemo, useSyncExternalStore } from 'react';
import type { Column, Listed } from './listDesign';
import type { ColumnWidth } from './rowGrid';

/** As in RecordTable.css; the boldest that there is in a cell. */
const CELL = '500 13px';
const HEADING = '500 12px';
/** Of the sign of what a list is sorted by, in CSS pixels. */
const SORT_SIGN = 18;
/** Of a badge beside its text: dot, gap, sides and the gap to the next one, in CSS pixels. */
const BADGE = 34;
/** A single text does not take more of what is shared, in CSS pixels. */
const LARGEST_SHARE = 320;
/** For letters that are drawn otherwise than they are measured, in CSS pixels. */
const SLACK = 4;

/** The width of each column by what all loaded rows hold, measured in the font that is there. */
export function useColumnWidths<Item extends Listed, Sort extends string>(
  columns: readonly Column<Item, Sort>[],
  items: readonly Item[],
): readonly ColumnWidth[] {
  const fonts = useSyncExternalStore(subscribeToFonts, () => document.fonts.size + fontsLoaded);
  const measured = useMemo(
    () => ({ columns, fonts, of: new WeakMap<Item, readonly CellWidth[]>() }),
    [columns, fonts],
  );
  return useMemo(() => {
    const measure = measureText();
    const rows = items.map((item) => {
      const known = measured.of.get(item);
      if (known) return known;
      const widths = measured.columns.map(({ room }) => {
        const badges = room.badges?.(item).map((text) => measure(HEADING, text) + BADGE) ?? [];
        return {
          whole: Math.max(measure(CELL, room.whole?.(item)), ...badges),
          cut: measure(CELL, room.cut?.(item)),
          badges: badges.reduce((sum, one) => sum + one, 0),
          isHidden: isHidden(room.whole?.(item) ?? room.cut?.(item) ?? ''),
        };
      });
      measured.of.set(item, widths);
      return widths;
    });
    return measured.columns.map((column, nth) => {
      const { least = 0, extra = 0 } = column.room;
      const cells = rows.flatMap((row) => row[nth] ?? []);
      const longest = (kind: 'whole' | 'cut' | 'badges') =>
        cells.reduce((most, cell) => Math.max(most, cell[kind]), 0);
      const whole = longest('whole');
      const cut = Math.min(longest('cut'), LARGEST_SHARE);
      const withText = (size: number) => Math.ceil(Math.max(heading, extra + size));
      const heading = measure(HEADING, column.label) + (column.sort ? SORT_SIGN : 0);
      return {
        key: column.key,
        least: withText(Math.max(whole, Math.min(cut, least))),
        usual: withText(Math.max(whole, Math.min(cut, 2 * least))),
        full: withText(Math.max(whole, cut, longest('badges'))),
        isShared: column.room.cut !== undefined || column.room.badges !== undefined,
        isHidden:
          cells.some((cell) => cell.isHidden) &&
          cells.every((cell) => cell.isHidden || cell.whole + cell.cut === 0),
      };
    });
  }, [measured, items]);
}

interface CellWidth {
  whole: number;
  cut: number;
  /** Beside each other. */
  badges: number;
  /** Whether it is not for this reader. */
  isHidden: boolean;
}

/** How wide texts are, in CSS pixels; digits are as wide as each other. */
function measureText(): (font: string, text: string | null | undefined) => number {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  return (font, text) => {
    if (!context || !text) return 0;
    context.font = `${font} ${fontFamily}`;
    return context.measureText(text.replace(/\d/g, '0')).width + SLACK;
  };
}

let fontsLoaded = 0;

function subscribeToFonts(onChange: () => void): () => void {
  const count = () => {
    fontsLoaded += 1;
    onChange();
  };
  document.fonts.addEventListener('loadingdone', count);
  return () => document.fonts.removeEventListener('loadingdone', count);
}
