import type { KeyboardEvent } from 'react';
import type { Listed } from '../listDesign';
import type { RowSelection } from './useSelection';

interface SelectableRow<Item extends Listed> {
  item: Item;
  index: number;
  selection: RowSelection<Item>;
  onFocusRow: (index: number) => void;
}

/** What keys choose on a row that has the focus; false: the key is for something else. */
export function selectByKey<Item extends Listed>(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { item, index, selection, onFocusRow }: SelectableRow<Item>,
): boolean {
  if (!selection.isOffered || altKey) return false;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() !== 'a') return false;
    selection.addLoaded();
    return true;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (shiftKey && step !== undefined) {
    const to = Math.max(0, index + step);
    selection.extend({ from: index, to });
    onFocusRow(to);
    return true;
  }
  if (key === ' ' && shiftKey) {
    selection.extend({ from: index, to: index });
    return true;
  }
  if (key === ' ' || (selection.hasLetter && key.toLowerCase() === 'x')) {
    selection.toggle(item);
    return true;
  }
  if (key === 'Escape' && selection.isOn) {
    selection.clear();
    return true;
  }
  return false;
}
