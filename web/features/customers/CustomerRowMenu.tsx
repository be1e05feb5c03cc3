import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Edit, EyeOpen, Trash } from '@blueprintjs/icons';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RowMenu } from '../../ui/list/RowMenu';
import type { Customer } from './customerForm';
import { CUSTOMER_LIST } from './customerListDesign';

export type CustomerAction = 'view' | 'edit' | 'delete';

interface CustomerRowMenuProps {
  menu: OpenMenu<Customer> | null;
  onClose: () => void;
  onAction: (action: CustomerAction, customer: Customer) => void;
}

export const CustomerRowMenu = ({ menu, onClose, onAction }: CustomerRowMenuProps) => (
  <RowMenu menu={menu} onClose={onClose} nameOf={CUSTOMER_LIST.nameOf}>
    {(customer) => {
      const act = (action: CustomerAction) => () => onAction(action, customer);
      return (
        <>
          <MenuItem text="View" icon={<EyeOpen />} onClick={act('view')} />
          <MenuItem text="Edit" icon={<Edit />} onClick={act('edit')} />
          <MenuDivider />
          <MenuItem text="Delete" icon={<Trash />} intent={Intent.DANGER} onClick={act('delete')} />
        </>
      );
    }}
  </RowMenu>
);
