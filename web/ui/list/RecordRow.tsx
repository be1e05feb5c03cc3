import { More } from '@blueprintjs/icons';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo } from 'react';
import type { RowMark } from '../../data/rowMarks';
import { GridPart } from './GridPart';
import type { Column, Listed, OpenMenu, TableDesign } from './listDesign';
import { selectByKey } from './selection/rowSelectionKeys';
import { SelectBox } from './selection/SelectBox';
import type { RowSelection } from './selection/useSelection';

interface RecordRowProps<Item extends Listed, Sort extends string> {
  design: TableDesign<Item, Sort>;
  /** Those columns that have a cell, and on a card the side of the line where it stands. */
  cells: readonly { column: Column<Item, Sort>; side: 'left' | 'right' | undefined }[];
  item: Item;
  /** Among all rows, from 0. */
  index: number;
  /** Of the row's upper edge and of the row, in CSS pixels. */
  start: number;
  height: number;
  /** The one row that the Tab key reaches; arrows go on from there. */
  isActive: boolean;
  /** What others have just done to it. */
  mark: RowMark | undefined;
  /** Whether its record is open beside the list. */
  isOpen: boolean;
  /** Without it rows cannot be chosen. */
  selection: RowSelection<Item> | undefined;
  /** Whether the row has a box to choose it by; a card is then chosen wherever it is tapped. */
  hasBox: boolean;
  isCard: boolean;
  onOpen: (item: Item) => void;
  onMenu: (menu: OpenMenu<Item>) => void;
  onFocusRow: (index: number) => void;
  onActive: (index: number) => void;
}

const PAGE_OF_ROWS = 10;

const MARKS: Readonly<Record<RowMark, string>> = {
  added: 'Just added by somebody else',
  changed: 'Just changed by somebody else',
};

const areaOf = (key: string): CSSProperties => ({ gridArea: key });

function Row<Item extends Listed, Sort extends string>(props: RecordRowProps<Item, Sort>) {
  const { design, cells, item, index, start, height, isActive, mark, onOpen, onMenu } = props;
  const { selection, hasBox } = props;
  const name = design.type.nameOf(item);

  const choose = (isRange: boolean) =>
    isRange ? selection?.extend({ from: index, to: index }) : selection?.toggle(item);
  const onClick = (event: MouseEvent) => {
    const isOffered = selection?.isOffered === true;
    if (isOffered && event.shiftKey) choose(true);
    else if (isOffered && (event.ctrlKey || event.metaKey)) choose(false);
    else if (isOffered && hasBox && props.isCard) choose(false);
    else onOpen(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (selection && selectByKey(event, { item, index, selection, onFocusRow: props.onFocusRow })) {
      event.preventDefault();
      return;
    }
    const to = rowAfterKey(event.key, index);
    if (to !== null) {
      event.preventDefault();
      props.onFocusRow(to);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(item);
    }
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // The menu key has no pointer to open at.
    const isByKey = event.button !== 2;
    onMenu({
      item,
      left: isByKey ? box.left + 48 : event.clientX,
      top: isByKey ? box.bottom - 8 : event.clientY,
    });
  };
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    onMenu({ item, left: box.right - 160, top: box.bottom + 4 });
  };

  return (
    <GridPart
      role="row"
      aria-rowindex={index + 2}
      aria-label={name}
      aria-current={props.isOpen || undefined}
      aria-selected={selection?.isOffered ? selection.has(item.id) : undefined}
      data-row={index}
      data-mark={mark}
      tabIndex={isActive ? 0 : -1}
      className="record-row record-grid"
      style={{ height, transform: `translateY(${start}px)` }}
      onMouseDown={(event) => {
        // A range is chosen, no text.
        if (event.shiftKey && selection?.isOffered) event.preventDefault();
      }}
      onClick={onClick}
      onFocus={() => props.onActive(index)}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {selection && hasBox && (
        <GridPart role="gridcell" data-cell="select" style={areaOf('select')}>
          <SelectBox
            label={`Select ${name}`}
            isChecked={selection.has(item.id)}
            onToggle={choose}
          />
        </GridPart>
      )}
      {cells.map(({ column, side }) => (
        <GridPart
          key={column.key}
          role="gridcell"
          data-cell={column.key}
          data-align={column.align}
          data-side={side}
          className={column.className}
          title={column.title?.(item)}
          style={areaOf(column.key)}
        >
          {column.render(item)}
        </GridPart>
      ))}
      <GridPart role="gridcell" data-cell="menu" style={areaOf('menu')}>
        {mark && (
          <span className="row-mark" title={MARKS[mark]}>
            <span className="visually-hidden">{MARKS[mark]}</span>
          </span>
        )}
        <button
          type="button"
          className="row-menu-button"
          tabIndex={isActive ? 0 : -1}
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
          onClick={openMenu}
        >
          <More />
        </button>
      </GridPart>
    </GridPart>
  );
}

/** `memo` forgets that the row is generic. */
export const RecordRow = memo(Row) as typeof Row;

function rowAfterKey(key: string, index: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + PAGE_OF_ROWS;
    case 'PageUp':
      return index - PAGE_OF_ROWS;
    case 'Home':
      return 0;
    case 'End':
      return Number.MAX_SAFE_INTEGER;
    default:
      return null;
  }
}
