import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { ActionMenu } from '../../ui/ActionMenu';
import { Flyout } from '../../ui/Flyout';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { useQuickAdds } from './quickAdds';

/** Adds a record from wherever one is. */
export function QuickAdd() {
  const isPhone = useMediaQuery(PHONE);
  const { items, add } = useQuickAdds();
  if (items.length === 0) return null;

  const menu = (
    <ActionMenu label="Quick Add">
      {items.map((item) => (
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
