import { Button, Radio } from '@blueprintjs/core';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import type { Field } from '@insuremanager/contracts/fields/field';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/Avatar';
import { optionLabel } from '../../../ui/record/fieldsForm';
import { StatusBadge } from '../../../ui/StatusBadge';
import { type Compared, type FieldRow, type Outcome, SIDES, type Side } from './comparison';

interface WhoRemainsProps {
  compared: Compared;
  remains: Side;
  onRemains: (side: Side) => void;
  /** Takes all that differs from one of them. */
  onAll: (side: Side) => void;
}

/** The heads of the two columns: whose number remains. */
export const WhoRemains = ({ compared, remains, onRemains, onAll }: WhoRemainsProps) => (
  <div className="merge-row merge-who" role="radiogroup" aria-label="Who remains">
    <span className="merge-label">Who remains</span>
    {SIDES.map((side) => {
      const { id, name, registeredAt } = compared[side];
      return (
        <div key={side} className="merge-cell" data-chosen={side === remains}>
          <Radio
            name="remains"
            checked={side === remains}
            onChange={() => onRemains(side)}
            labelElement={
              <span className="merge-person">
                <Avatar name={name} />
                <span className="merge-named">
                  <strong dir="auto">{name}</strong>
                  <span className="muted tabular">
                    Customer {id}
                    <span className="merge-added">
                      {' '}
                      · added {formatDay(kolkataDay(new Date(registeredAt)))}
                    </span>
                  </span>
                </span>
              </span>
            }
          />
          <Button
            size="small"
            variant="minimal"
            aria-label={`Use all values of ${name} (${id})`}
            onClick={() => onAll(side)}
          >
            Use all values
          </Button>
        </div>
      );
    })}
  </div>
);

interface ChoiceRowsProps {
  differing: readonly FieldRow[];
  outcome: Outcome;
  onChoose: (field: FieldRow['field'], side: Side) => void;
}

/** What differs, with a choice for each. */
export const ChoiceRows = ({ differing, outcome, onChoose }: ChoiceRowsProps) =>
  differing.length === 0 ? (
    <p className="muted merge-note">Both say the same in every field.</p>
  ) : (
    differing.map((row) => (
      <div
        key={row.field}
        className="merge-row"
        role="radiogroup"
        aria-label={row.label}
        data-field={row.field}
      >
        <span className="merge-label">{row.label}</span>
        {SIDES.map((side) => (
          <div key={side} className="merge-cell" data-chosen={outcome.get(row.field) === side}>
            <Radio
              name={`merge-${row.field}`}
              checked={outcome.get(row.field) === side}
              onChange={() => onChoose(row.field, side)}
              labelElement={<span className="merge-value">{shown(row, side)}</span>}
            />
          </div>
        ))}
        {row.first === row.second && (
          <span className="muted merge-hint">They differ in digits that are not shown.</span>
        )}
      </div>
    ))
  );

/** What both say. */
export const Alike = ({ rows }: { rows: readonly FieldRow[] }) => (
  <section className="merge-card" aria-labelledby="merge-alike">
    <h2 id="merge-alike">The same in both</h2>
    <dl className="merge-alike">
      {rows.map((row) => (
        <div key={row.field}>
          <dt>{row.label}</dt>
          <dd className="tabular">{shown(row, 'first')}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function shown(row: FieldRow, side: Side): ReactNode {
  const value = row[side];
  if (value === null) return <span className="muted">Empty</span>;
  if (row.field === 'kycStatus') return <StatusBadge status={value} />;
  const field: Field = customerFields[row.field];
  return <bdi className="tabular">{field.options ? optionLabel(field, value) : value}</bdi>;
}
