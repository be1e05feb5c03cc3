import { Button, Intent, Menu, MenuItem, Popover } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useLocation, useNavigate } from 'react-router';
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
    <Menu>
      {QUICK_ADDS.map((item) => (
        <MenuItem
          key={item.label}
          text={item.label}
          icon={<item.icon />}
          onClick={() => open(item)}
        />
      ))}
    </Menu>
  );
  return (
    <Popover content={menu} placement="bottom-end" minimal>
      <Button
        icon={<Add />}
        aria-label="Quick Add"
        variant="outlined"
        intent={Intent.PRIMARY}
        text={isPhone ? undefined : 'Quick Add'}
      />
    </Popover>
  );
}
