import { useEffect, useRef } from 'react';
import { useCurrentUser } from '../../session/SessionProvider';
import { rareDialog } from '../../ui/lazyDialog';
import { useQuickAdds } from './quickAdds';
import { hideShortcuts, showShortcuts, useShortcutSheet } from './shortcutSheet';

const ShortcutSheet = rareDialog(() => import('./ShortcutSheet'));

/** Where letters are text, or choose from a menu. */
const FIELDS = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** C, P, V and Q add a record, ? shows all shortcuts: not while one types, nor in a dialog. */
export function Shortcuts() {
  const { singleKeyShortcuts } = useCurrentUser().preferences;
  const isShown = useShortcutSheet();
  const { items, add } = useQuickAdds();
  const act = useRef<(key: string) => boolean>(() => false);
  useEffect(() => {
    act.current = (key) => {
      if (key === '?') {
        showShortcuts();
        return true;
      }
      const item = items.find(({ letter }) => letter?.toLowerCase() === key);
      if (item) add(item);
      return item !== undefined;
    };
  });
  useEffect(() => {
    if (!singleKeyShortcuts) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.defaultPrevented || event.isComposing || isBusy(event.target)) return;
      if (act.current(event.key.toLowerCase())) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [singleKeyShortcuts]);

  return (
    isShown && (
      <ShortcutSheet hasSingleKeys={singleKeyShortcuts} adds={items} onClose={hideShortcuts} />
    )
  );
}

/** Somebody types there, or a dialog stands before the page. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(FIELDS) !== null) ||
  document.querySelector('.bp6-dialog, [aria-modal="true"]') !== null;
