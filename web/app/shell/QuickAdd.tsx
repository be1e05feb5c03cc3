import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useLocation, useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/ActionMenu';
import { Flyout } from '../../ui/Flyout';
import { useAddress } from '../../ui/useAddress';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { QUICK_ADDS, type QuickAddItem } from '../quickAdds';

/** Adds a record from wherever one is. */
export function QuickAdd() {
  const navigate = useNavigate();
  const location = useLocation();
  const { open } = useAddress();
  const isPhone = useMediaQuery(PHONE);

  const add = ({ path, parameter }: QuickAddItem) => {
    // On the screen itself, its search and filters stay.
    if (location.pathname === path) open({ [parameter]: '1' });
    else navigate(`${path}?${parameter}=1`, { state: { openedHere: true } });
  };
  const menu = (
    <ActionMenu label="Quick Add">
      {QUICK_ADDS.map((item) => (
        <MenuItem
          key={item.label}
          text={item.label}
          icon={<item.icon />}
          onClick={() => add(item)}
        />
      ))}
    </ActionMenu>
  );
  return (
    <Flyout content={menu} placement="bottom-end">
      <Button
        icon={<Plus />}
        aria-label="Quick Add"
        variant="outlined"
        intent={Intent.PRIMARY}
        text={isPhone ? undefined : 'Quick Add'}
      />
    </Flyout>
  );
}
