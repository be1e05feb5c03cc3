import { Button } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { Tip } from '../../ui/Tip';
import { useTheme } from '../../ui/theme';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Switch to light' : 'Switch to dark';
  return (
    <Tip text={label}>
      <Button
        variant="minimal"
        icon={theme === 'dark' ? <Flash /> : <Moon />}
        aria-label={label}
        onClick={toggle}
      />
    </Tip>
  );
}
