import { Dialog, DialogBody } from '@blueprintjs/core';
import { Link } from 'react-router';
import { useAllowed } from '../../ui/allowed';
import { useReturnFocus } from '../../ui/useReturnFocus';
import type { QuickAddItem } from '../screens';
import './ShortcutSheet.css';

interface ShortcutSheetProps {
  hasSingleKeys: boolean;
  /** What the user may add. */
  adds: readonly QuickAddItem[];
  onClose: () => void;
}

type Shortcut = readonly [keys: readonly string[], does: string];

const CONTROL = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const EVERYWHERE: readonly Shortcut[] = [
  [[CONTROL, 'K'], 'Search, or choose a command'],
  [[CONTROL, 'B'], 'Show or hide the sidebar'],
  [['F8'], 'Go to the notification'],
  [['Esc'], 'Close what is open'],
];
const listsWith = (hasSingleKeys: boolean): readonly Shortcut[] => [
  [['↑', '↓'], 'Previous or next row'],
  [['Enter'], 'Open the record'],
  [[hasSingleKeys ? 'X' : 'Space'], 'Select the row'],
  [['Shift', '↑ ↓'], 'Extend the selection'],
  [['Shift', 'F10'], 'Menu of the row'],
];
const panelWith = (hasSingleKeys: boolean): readonly Shortcut[] => [
  ...(hasSingleKeys
    ? ([
        [['J'], 'Next record'],
        [['K'], 'Previous record'],
      ] as const)
    : []),
  [['Esc'], 'Close the record'],
];
const FORMS: readonly Shortcut[] = [[[CONTROL, 'Enter'], 'Save or send']];
const BOARD: readonly Shortcut[] = [
  [['Space'], 'Pick up or put down the card'],
  [['←', '→'], 'Choose the column'],
];

const IMPORT: readonly Shortcut[] = [
  [['Enter'], 'Edit the cell'],
  [[CONTROL, 'Enter'], 'Change all cells alike'],
];

/** All shortcuts of the screens, by where they work. */
export default function ShortcutSheet({ hasSingleKeys, adds, onClose }: ShortcutSheetProps) {
  useReturnFocus();
  const mayImport = useAllowed('imports.manage');
  const letters: Shortcut[] = adds.flatMap(({ letter, label }) =>
    letter ? [[[letter], `Add ${label}`] as const] : [],
  );
  const groups: readonly (readonly [string, readonly Shortcut[]])[] = [
    ['Everywhere', EVERYWHERE],
    ...(hasSingleKeys
      ? [['Add a record', [...letters, [['?'], 'Keyboard shortcuts']]] as const]
      : []),
    ['Lists', listsWith(hasSingleKeys)],
    ['Open record', panelWith(hasSingleKeys)],
    ['Forms', FORMS],
    ['Renewal board', BOARD],
    ...(mayImport ? [['Rows of an import', IMPORT] as const] : []),
  ];
  return (
    <Dialog
      isOpen
      title="Keyboard Shortcuts"
      onClose={onClose}
      transitionDuration={0}
      className="shortcut-sheet"
    >
      <DialogBody>
        <div className="shortcut-groups">
          {groups.map(([heading, shortcuts]) => (
            <section key={heading}>
              <h3>{heading}</h3>
              <dl>
                {shortcuts.map(([keys, does]) => (
                  <div key={does}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="muted">
          {hasSingleKeys
            ? 'Single-key shortcuts can be turned off in '
            : 'Single-key shortcuts are turned off. Turn them on in '}
          <Link to="/settings/preferences" onClick={onClose}>
            Preferences
          </Link>
          .
        </p>
      </DialogBody>
    </Dialog>
  );
}
