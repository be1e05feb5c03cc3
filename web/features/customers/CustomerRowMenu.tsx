import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Edit, EyeOpen, Trash } from '@blueprintjs/icons';
import type { CustomerFieldsFragment } from '../../data/operations.generated';
import { ActionMenu } from '../../ui/ActionMenu';
import { MenuAt } from '../../ui/MenuAt';

export type CustomerAction = 'view' | 'edit' | 'delete';

export interface OpenMenu {
  customer: CustomerFieldsFragment;
  /** Of the pointer or of the button, in CSS pixels of the window. */
  left: number;
  top: number;
}

interface CustomerRowMenuProps {
  menu: OpenMenu | null;
  onClose: () => void;
  onAction: (action: CustomerAction, customer: CustomerFieldsFragment) => void;
}

/** What can be done with a customer: one menu for the button, the right click and the keyboard. */
export function CustomerRowMenu({ menu, onClose, onAction }: CustomerRowMenuProps) {
  if (!menu) return null;
  const item = (action: CustomerAction) => ({ onClick: () => onAction(action, menu.customer) });
  return (
    <MenuAt
      key={`${menu.customer.id}-${menu.left}-${menu.top}`}
      left={menu.left}
      top={menu.top}
      onClose={onClose}
      menu={
        <ActionMenu label={`Actions for ${menu.customer.name}`}>
          <MenuItem text="View" icon={<EyeOpen />} {...item('view')} />
          <MenuItem text="Edit" icon={<Edit />} {...item('edit')} />
          <MenuDivider />
          <MenuItem text="Delete" icon={<Trash />} intent={Intent.DANGER} {...item('delete')} />
        </ActionMenu>
      }
    />
  );
}
