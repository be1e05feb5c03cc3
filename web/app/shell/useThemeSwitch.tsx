import { Flash, Moon } from '@blueprintjs/icons';
import { usePreferences } from '../../session/usePreferences';
import { useTheme } from '../../ui/theme';

/** What changes from light to dark and back, as a button or an item of a menu. */
export function useThemeSwitch() {
  const isDark = useTheme() === 'dark';
  const { save } = usePreferences();
  return {
    text: isDark ? 'Switch to light' : 'Switch to dark',
    icon: isDark ? <Flash /> : <Moon />,
    onClick: () => void save({ theme: isDark ? 'light' : 'dark' }),
  };
}
