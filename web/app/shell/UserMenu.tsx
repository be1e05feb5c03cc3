import { Button, MenuItem } from '@blueprintjs/core';
import { Cog, LogOut } from '@blueprintjs/icons';
import { useNavigate } from 'react-router';
import { useCurrentUser, useSession } from '../../session/SessionProvider';
import { ActionMenu } from '../../ui/ActionMenu';
import { Avatar } from '../../ui/Avatar';
import { Flyout } from '../../ui/Flyout';
import { useToast } from '../../ui/toaster/Toaster';

export function UserMenu() {
  const user = useCurrentUser();
  const { leave } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const name = user.username || 'User';

  const signOut = async () => {
    try {
      await leave();
    } catch {
      showToast({
        title: 'Error',
        description: 'Failed to logout. Please try again.',
        tone: 'destructive',
      });
    }
  };

  const menu = (
    <>
      <div className="user-menu-card">
        <strong>{name}</strong>
        <span>{user.email}</span>
      </div>
      <ActionMenu label="User menu">
        <MenuItem text="Settings" icon={<Cog />} onClick={() => navigate('/settings')} />
        <MenuItem text="Sign Out" icon={<LogOut />} onClick={signOut} />
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
