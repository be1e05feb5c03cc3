import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useLocation, useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/ActionMenu';
import { Flyout } from '../../ui/Flyout';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { QUICK_ADDS, type QuickAddItem } from '../quickAdds';

/** Adds a record from wherever one is. */
export function QuickAdd() {
  const navigate = useNavigate();
  const location = useLocation();
  const isPhone = useMediaQuery(PHONE);

  const open = ({ path, parameter }: QuickAddItem) => {
    // On the screen itself, its filters stay.
    const params = new URLSearchParams(location.pathname === path ? location.search : '');
    params.set(parameter, '1');
    navigate({ pathname: path, search: params.toString() }, { state: { openedHere: true } });
  };
  const menu = (
    <ActionMenu label="Quick Add">
      {QUICK_ADDS.map((item) => (
        <MenuItem
          key={item.label}
          text={item.label}
          icon={<item.icon />}
          onClick={() => open(item)}
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
