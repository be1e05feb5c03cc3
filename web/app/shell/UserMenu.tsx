import { Button, MenuItem } from '@blueprintjs/core';
import { Cog, History, KeyCommand, LogOut } from '@blueprintjs/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/SessionProvider';
import { ActionMenu } from '../../ui/ActionMenu';
import { Avatar } from '../../ui/Avatar';
import { useAllowed } from '../../ui/allowed';
import { Flyout } from '../../ui/Flyout';
import { labelOf } from '../../ui/labels';
import { rareDialog } from '../../ui/lazyDialog';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { tabsFor } from '../settingsTabs';
import { showShortcuts } from './shortcutSheet';
import { useSignOut } from './useSignOut';
import { useThemeSwitch } from './useThemeSwitch';

const PastDayDialog = rareDialog(() => import('../../features/pastOffice/PastDayDialog'));

export function UserMenu() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const name = user.username || 'User';
  const themeSwitch = useThemeSwitch();
  // The top bar has no room for it there.
  const isPhone = useMediaQuery(PHONE);
  // In the office of a past day, the audit log or nothing.
  const [tab] = tabsFor(user.permissions);
  const mayLookBack = useAllowed('office.readPast');
  const [isChoosingDay, setChoosingDay] = useState(false);

  const menu = (
    <>
      <div className="user-menu-card">
        <strong>{name}</strong>
        <span>{user.email}</span>
        <span>{labelOf(user.role)}</span>
      </div>
      <ActionMenu label="User menu">
        {tab && <MenuItem text="Settings" icon={<Cog />} onClick={() => navigate(tab.path)} />}
        {mayLookBack && (
          <MenuItem
            text="Look at a Past Day…"
            icon={<History />}
            onClick={() => setChoosingDay(true)}
          />
        )}
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
    <>
      <Flyout content={menu} placement="bottom-end">
        <Button variant="minimal" aria-label={`User menu: ${name}`} className="user-menu-button">
          <Avatar name={name} />
        </Button>
      </Flyout>
      {isChoosingDay && <PastDayDialog onClose={() => setChoosingDay(false)} />}
    </>
  );
}
