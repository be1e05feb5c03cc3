import type { ReactNode } from 'react';
import { ActionMenu } from '../ActionMenu';
import { MenuAt } from '../MenuAt';
import type { ListedRecord, OpenMenu } from './listDesign';

interface RowMenuProps<Item extends ListedRecord> {
  /** Null: closed. */
  menu: OpenMenu<Item> | null;
  onClose: () => void;
  nameOf: (item: Item) => string;
  /** The menu's items. */
  children: (item: Item) => ReactNode;
}

/** What can be done with a record: one menu for the button, the right click and the keyboard. */
export function RowMenu<Item extends ListedRecord>(props: RowMenuProps<Item>) {
  const { menu, onClose, nameOf, children } = props;
  if (!menu) return null;
  const { item, left, top } = menu;
  return (
    <MenuAt
      key={`${item.id}-${left}-${top}`}
      left={left}
      top={top}
      onClose={onClose}
      menu={<ActionMenu label={`Actions for ${nameOf(item)}`}>{children(item)}</ActionMenu>}
    />
  );
}
