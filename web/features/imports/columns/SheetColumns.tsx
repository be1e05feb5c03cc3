import { HTMLSelect } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import {
  SHEET_KIND_LABELS,
  SHEET_KINDS,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import { DATE_ORDERS } from '@insuremanager/contracts/imports/importViews';
import { type RefObject, useEffect } from 'react';
import { FormField } from '../../../ui/FormField';
import { Badge } from '../../../ui/StatusBadge';
import type { SheetOf } from '../useImports';
import { ColumnRow } from './ColumnRow';
import { DATE_ORDER_LABELS, missingOf, withKind } from './mapping';
import { useMapping } from './useMapping';

interface SheetColumnsProps {
  id: number;
  sheet: SheetOf;
  /** Somebody wanted to go on: what is missing is an error by now. */
  isAsked: boolean;
  saidRef: RefObject<HTMLDivElement | null>;
  /** What was chosen is on its way: nothing is to be checked without it. */
  onSaving: (isSaving: boolean) => void;
}

const KINDS = [
  { value: '', label: 'Do not import this sheet' },
  ...SHEET_KINDS.map((value) => ({ value, label: SHEET_KIND_LABELS[value] })),
];
const ORDERS = DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }));

/** What a sheet is, and what its columns are. */
export function SheetColumns({ id, sheet, isAsked, saidRef, onSaving }: SheetColumnsProps) {
  const { mapping, isSaving, save } = useMapping(id, sheet);
  useEffect(() => onSaving(isSaving), [onSaving, isSaving]);
  const { kind, dateOrder } = mapping;
  const missing = missingOf(mapping);
  const kindOf = (value: string): SheetKind | null =>
    SHEET_KINDS.find((one) => one === value) ?? null;
  return (
    <section className="import-card" aria-label={sheet.name || 'Columns'} aria-busy={isSaving}>
      <div className="import-sheet-head">
        <FormField label="What the rows are">
          {({ intent: _intent, ...field }) => (
            <HTMLSelect
              {...field}
              fill
              options={KINDS}
              value={kind ?? ''}
              onChange={({ currentTarget: { value } }) => save(withKind(mapping, kindOf(value)))}
            />
          )}
        </FormField>
        <FormField label="Dates">
          {({ intent: _intent, ...field }) => (
            <HTMLSelect
              {...field}
              fill
              options={ORDERS}
              value={dateOrder}
              onChange={({ currentTarget: { value } }) => {
                const order = DATE_ORDERS.find((one) => one === value) ?? dateOrder;
                save({ ...mapping, dateOrder: order });
              }}
            />
          )}
        </FormField>
        {sheet.isRemembered && <Badge tone="good">As you chose for such a sheet before</Badge>}
      </div>
      <div
        ref={saidRef}
        tabIndex={-1}
        className="import-missing"
        role={isAsked ? 'alert' : 'status'}
      >
        {isAsked && kind === null && (
          <p className="import-bad">
            <WarningSign size={14} /> Say what the rows are, or choose another sheet
          </p>
        )}
        {missing.length > 0 && (
          <ul className={isAsked ? 'import-bad' : 'import-wait'}>
            {missing.map((sentence) => (
              <li key={sentence}>
                <WarningSign size={14} /> {sentence}
              </li>
            ))}
          </ul>
        )}
      </div>
      {kind !== null && (
        <table className="import-columns-table">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Examples</th>
              <th scope="col">Becomes</th>
            </tr>
          </thead>
          <tbody>
            {sheet.columns.map((column) => (
              <ColumnRow key={column.index} {...{ column, kind, mapping, save }} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
