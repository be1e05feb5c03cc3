import { ArrowRight, Cog, Flash, KeyCommand, LogOut, Moon, Plus } from '@blueprintjs/icons';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { type ComponentType, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/SessionProvider';
import { usePreferences } from '../../session/usePreferences';
import { useAllowedOf } from '../../ui/allowed';
import { useTheme } from '../../ui/theme';
import { NAV_ITEMS, SCREEN_PERMISSIONS } from '../screens';
import { tabsFor } from '../settingsTabs';
import { useQuickAdds } from './quickAdds';
import { showShortcuts } from './shortcutSheet';
import { useSignOut } from './useSignOut';

export interface Command {
  label: string;
  icon: ComponentType;
  run: () => void;
}

/** Something that can be done from anywhere, by its words. */
export interface Commands {
  all: readonly Command[];
  /** Whether the user has a permission. */
  may: (needs: Permission | undefined) => boolean;
  /** Goes to an address, of a screen or of a telephone. */
  open: (address: string) => Command['run'];
}

/** What the user may do from the search: add, go to a screen, change the theme, leave. */
export function useCommands(): Commands {
  const navigate = useNavigate();
  const { items, add } = useQuickAdds();
  const { permissions } = useCurrentUser();
  const isSeen = useAllowedOf(SCREEN_PERMISSIONS);
  const theme = useTheme();
  const { save } = usePreferences();
  const signOut = useSignOut();

  const all: Command[] = [
    ...items.map((item) => ({
      label: item.parameter === 'add' ? `Add ${item.label}` : item.label,
      icon: item.parameter === 'add' ? Plus : item.icon,
      run: () => add(item),
    })),
    ...NAV_ITEMS.filter(({ path }) => isSeen(path)).map(({ label, path }) => ({
      label: `Go to ${label}`,
      icon: ArrowRight,
      run: () => navigate(path),
    })),
    ...tabsFor(permissions).map(({ label, path }) => ({
      label: `Go to Settings: ${label}`,
      icon: Cog,
      run: () => navigate(path),
    })),
    {
      label: theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme',
      icon: theme === 'dark' ? Flash : Moon,
      run: () => void save({ theme: theme === 'dark' ? 'light' : 'dark' }),
    },
    { label: 'Keyboard Shortcuts', icon: KeyCommand, run: showShortcuts },
    { label: 'Sign Out', icon: LogOut, run: () => void signOut() },
  ];
  // The same for as long as the search is open: what is pointed at stays where it is.
  const [commands] = useState(all);
  const open = useCallback(
    (address: string) => () =>
      address.startsWith('tel:') ? window.location.assign(address) : void navigate(address),
    [navigate],
  );
  const may = (needs: Permission | undefined) => needs !== undefined && permissions.includes(needs);
  return { all: commands, may, open };
}

/** Every word that was typed begins a word of the command. */
export function commandsFor(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const own = label.toLowerCase().split(/[\s:]+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
}
