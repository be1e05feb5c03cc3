import { Button, Checkbox } from '@blueprintjs/core';
import { ArrowDown, ArrowUp } from '@blueprintjs/icons';
import { useLayoutEffect, useRef, useState } from 'react';
import { useAddress } from '../../useAddress';
import {
  addressOfColumns,
  type ChosenFrom,
  columnsIn,
  everyColumn,
  moved,
  toggled,
} from '../columnChoice';

/** The columns that are shown, in their order, and those that could be. The address remembers. */
export default function ColumnsPanel({ design }: { design: ChosenFrom }) {
  const { params, change } = useAddress();
  // The address follows: two presses may come before it says the first.
  const [keys, setKeys] = useState(() => columnsIn(params, design));
  const [said, setSaid] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  /** The button that was pressed: its row is moved, and the focus would be lost. */
  const pressed = useRef<string>(undefined);

  const all = everyColumn(design);
  const labelOf = (key: string) => all.find((one) => one.key === key)?.label ?? key;
  const hidden = all.filter(({ key }) => !keys.includes(key));
  const usual = design.columns.map(({ key }) => key);
  const show = (next: readonly string[]) => {
    setKeys(next);
    change({ columns: addressOfColumns(next, design) });
  };

  useLayoutEffect(() => {
    if (!pressed.current) return;
    panel.current?.querySelector<HTMLElement>(`[data-control="${pressed.current}"]`)?.focus();
    pressed.current = undefined;
  });
  const toggle = (key: string) => {
    pressed.current = `show ${key}`;
    setSaid('');
    show(toggled(keys, key));
  };
  const move = (key: string, by: -1 | 1) => {
    const next = moved(keys, key, by);
    pressed.current = `${by} ${key}`;
    setSaid(`${labelOf(key)} is column ${next.indexOf(key) + 1} of ${next.length}`);
    show(next);
  };
  const moveButton = (key: string, by: -1 | 1) => {
    const isLast = moved(keys, key, by) === keys;
    return (
      <Button
        variant="minimal"
        size="small"
        icon={by < 0 ? <ArrowUp /> : <ArrowDown />}
        aria-label={`Move ${labelOf(key)} ${by < 0 ? 'up' : 'down'}`}
        // It stays in reach of the keyboard at the end of the way.
        aria-disabled={isLast}
        data-control={`${by} ${key}`}
        className={isLast ? 'quiet-button' : undefined}
        onClick={() => move(key, by)}
      />
    );
  };
  return (
    <div ref={panel} className="columns-panel">
      <ul aria-label="Columns">
        {keys.map((key, at) => (
          <li key={key}>
            <Checkbox
              checked
              disabled={at === 0}
              label={labelOf(key)}
              data-control={`show ${key}`}
              onChange={() => toggle(key)}
            />
            {at > 0 && moveButton(key, -1)}
            {at > 0 && moveButton(key, 1)}
          </li>
        ))}
        {hidden.map(({ key, label }) => (
          <li key={key}>
            <Checkbox
              checked={false}
              label={label}
              data-control={`show ${key}`}
              onChange={() => toggle(key)}
            />
          </li>
        ))}
      </ul>
      <footer>
        <span role="status" className="visually-hidden">
          {said}
        </span>
        <Button
          variant="minimal"
          size="small"
          disabled={addressOfColumns(keys, design) === null}
          onClick={() => show(usual)}
        >
          Usual columns
        </Button>
      </footer>
    </div>
  );
}
