import { More } from '@blueprintjs/icons';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import type { CustomerFieldsFragment } from '../../data/operations.generated';
import { Avatar } from '../../ui/Avatar';
import { GridPart } from '../../ui/list/GridPart';
import { StatusBadge } from '../../ui/StatusBadge';
import type { OpenMenu } from './CustomerRowMenu';
import './CustomerRow.css';

interface CustomerRowProps {
  customer: CustomerFieldsFragment;
  /** Among all rows, from 0. */
  index: number;
  /** Of the row's upper edge and of the row, in CSS pixels. */
  start: number;
  height: number;
  /** The one row that the Tab key reaches; arrows go on from there. */
  isActive: boolean;
  onOpen: (customer: CustomerFieldsFragment) => void;
  onMenu: (menu: OpenMenu) => void;
  onFocusRow: (index: number) => void;
  onActive: (index: number) => void;
}

const PAGE_OF_ROWS = 10;

export const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
  const { customer, index, start, height, isActive, onOpen, onMenu, onFocusRow, onActive } = props;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const to = rowAfterKey(event.key, index);
    if (to !== null) {
      event.preventDefault();
      onFocusRow(to);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(customer);
    }
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // The menu key has no pointer to open at.
    const isByKey = event.button !== 2;
    onMenu({
      customer,
      left: isByKey ? box.left + 48 : event.clientX,
      top: isByKey ? box.bottom - 8 : event.clientY,
    });
  };
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    onMenu({ customer, left: box.right - 160, top: box.bottom + 4 });
  };

  return (
    <GridPart
      role="row"
      aria-rowindex={index + 2}
      aria-label={customer.name}
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      className="customer-row customer-row-grid"
      style={{ height, transform: `translateY(${start}px)` }}
      onClick={() => onOpen(customer)}
      onFocus={() => onActive(index)}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      <GridPart role="gridcell" data-cell="name" title={customer.name}>
        <Avatar name={customer.name} />
        <span className="ellipsis">{customer.name}</span>
      </GridPart>
      <GridPart role="gridcell" data-cell="kyc">
        <StatusBadge status={customer.kycStatus} />
      </GridPart>
      <GridPart role="gridcell" data-cell="phone" className="tabular">
        {shownPhone(customer.phone)}
      </GridPart>
      <Cell name="email" text={customer.email} />
      <Cell name="city" text={customer.city} />
      <Cell name="aadhaar" text={customer.aadhaarNumber} />
      <GridPart role="gridcell" data-cell="added" className="tabular">
        {shownDay(kolkataDay(new Date(customer.createdAt)))}
      </GridPart>
      <GridPart role="gridcell" data-cell="menu">
        <button
          type="button"
          className="row-menu-button"
          tabIndex={isActive ? 0 : -1}
          aria-label={`Actions for ${customer.name}`}
          aria-haspopup="menu"
          onClick={openMenu}
        >
          <More />
        </button>
      </GridPart>
    </GridPart>
  );
});

const Cell = ({ name, text }: { name: string; text: string | null }) => (
  <GridPart role="gridcell" data-cell={name} className="ellipsis tabular" title={text ?? undefined}>
    {text ?? (
      <span className="nothing">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">none</span>
      </span>
    )}
  </GridPart>
);

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
