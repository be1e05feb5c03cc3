import { Button, MenuItem } from '@blueprintjs/core';
import { Cog, KeyCommand, LogOut } from '@blueprintjs/icons';
import { useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/SessionProvider';
import { ActionMenu } from '../../ui/ActionMenu';
import { Avatar } from '../../ui/Avatar';
import { Flyout } from '../../ui/Flyout';
import { labelOf } from '../../ui/labels';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { showShortcuts } from './shortcutSheet';
import { useSignOut } from './useSignOut';
import { useThemeSwitch } from './useThemeSwitch';

export function UserMenu() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const name = user.username || 'User';
  const themeSwitch = useThemeSwitch();
  // The top bar has no room for it there.
  const isPhone = useMediaQuery(PHONE);

  const menu = (
    <>
      <div className="user-menu-card">
        <strong>{name}</strong>
        <span>{user.email}</span>
        <span>{labelOf(user.role)}</span>
      </div>
      <ActionMenu label="User menu">
        <MenuItem text="Settings" icon={<Cog />} onClick={() => navigate('/settings')} />
        {isPhone && <MenuItem {...themeSwitch} />}
        <MenuItem
          text="Keyboard Shortcuts"
          icon={<KeyCommand />}
          label="?"
          onClick={showShortcuts}
        />
        <MenuItem text="Sign Out" icon={<LogOut />} onClick={() => void signOut()} />
      </ActionMenu>
    </>
  );
  return (
    <Flyout content={menu} placement="bottom-end">
      <Button variant="minimal" aria-label={`User menu: ${name}`} className="user-menu-button">
        <Avatar name={name} />
      </Button>
    </Flyout>
  );
}
