import type { ReactNode } from 'react';
import { rarePart } from '../../lazyPart';
import type { SavedRecord } from '../../record/recordType';
import type Bar from './SelectionBar';
import type { SelectionBarProps } from './SelectionBar';

/** `rarePart` forgets that the bar is generic. */
const SelectionBar = rarePart(() => import('./SelectionBar')) as unknown as typeof Bar;

/** What stands under a list in place of its footer while something is chosen; null while nothing is. */
export const selectionBar = <Item extends SavedRecord, Sort extends string>(
  props: SelectionBarProps<Item, Sort>,
): ReactNode => (props.selection.isOn ? <SelectionBar {...props} /> : null);
