import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../../ui/format';
import { letterOf } from '../columns/mapping';
import type { ColumnOf } from '../useImports';
import { cellOf, editedFrom } from './cells';
import type { Repair } from './useRepair';
import type { Row } from './useRows';

/** Where the focus goes once a cell is left. */
export type Way = 'down' | 'right' | 'left' | 'here' | 'away';

interface CellEditorProps {
  repair: Repair;
  row: Row;
  column: ColumnOf;
  onDone: (way: Way) => void;
}

/** A cell while it is typed in: Enter and Tab take what stands there, Escape does not. */
export function CellEditor({ repair, row, column, onDone }: CellEditorProps) {
  const { index, header } = column;
  const { text: before, fault } = cellOf(row, column);
  const first = editedFrom(before);
  const [text, setText] = useState(first);
  const [alike, setAlike] = useState(1);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const id = useId();

  useEffect(() => {
    input.current?.select();
    let isHere = true;
    repair.countAlike(row, index).then(
      (count) => isHere && setAlike(count),
      // Then one cell is repaired at a time.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [repair, row, index]);

  const leave = (way: Way, save: 'one' | 'alike' | null) => {
    if (isDone.current) return;
    isDone.current = true;
    if (save !== null && text !== first) repair[save](row, index, text);
    onDone(way);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const { key, shiftKey } = event;
    if (key === 'Enter') {
      event.preventDefault();
      const isAlike = (event.ctrlKey || event.metaKey) && alike > 1;
      leave('down', isAlike ? 'alike' : 'one');
    } else if (key === 'Tab') {
      event.preventDefault();
      leave(shiftKey ? 'left' : 'right', 'one');
    } else if (key === 'Escape') {
      event.preventDefault();
      leave('here', null);
    }
  };
  return (
    <span className="import-editor">
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: somebody has begun to edit this cell
        autoFocus
        aria-label={`${header || letterOf(index)}, row ${row.row}`}
        aria-describedby={`${id}-says`}
        aria-invalid={fault !== null}
        dir="auto"
        value={text}
        placeholder={first === '' ? before : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (currentTarget.parentElement?.contains(relatedTarget)) return;
          // Whoever goes elsewhere has said what is right.
          leave('away', 'one');
        }}
      />
      <span id={`${id}-says`} className="visually-hidden">
        {fault}
      </span>
      {alike > 1 && (
        <button
          type="button"
          className="import-alike"
          // The input keeps the focus until it is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => leave('here', 'alike')}
        >
          All {formatCount(alike)} alike <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </button>
      )}
    </span>
  );
}
