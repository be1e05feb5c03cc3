import { Button, Radio } from '@blueprintjs/core';
import {
  CUSTOMER_LABELS,
  type CustomerField,
  customerFields,
} from '@insuremanager/contracts/customers/customerFields';
import type { Field } from '@insuremanager/contracts/fields/field';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/Avatar';
import { optionLabel } from '../../../ui/record/fieldsForm';
import { StatusBadge } from '../../../ui/StatusBadge';
import type { Customer } from '../customer';
import { useOwners } from '../owners';
import { type Pair, SIDES, type Side } from './comparison';

interface WhoRemainsProps {
  customers: Pair<Customer>;
  remains: Side;
  onRemains: (side: Side) => void;
  /** Takes all that differs from one of them. */
  onAll: (side: Side) => void;
}

/** The heads of the two columns: whose number remains. */
export const WhoRemains = ({ customers, remains, onRemains, onAll }: WhoRemainsProps) => (
  <div className="merge-row merge-who" role="radiogroup" aria-label="Who remains">
    <span className="merge-label">Who remains</span>
    {SIDES.map((side) => {
      const { id, name, createdAt } = customers[side];
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
                    Customer {id} · added {formatDay(kolkataDay(new Date(createdAt)))}
                    <OwnerName of={customers[side]} />
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

function OwnerName({ of: { ownerId } }: { of: Customer }) {
  const { areSeveral, nameOf } = useOwners();
  return areSeveral && ownerId !== null && ` · ${nameOf(ownerId)}`;
}

interface ChoiceRowsProps {
  customers: Pair<Customer>;
  differing: readonly CustomerField[];
  /** Whose value of each will stand. */
  outcome: ReadonlyMap<CustomerField, Side>;
  onChoose: (field: CustomerField, side: Side) => void;
}

/** What differs, with a choice for each. */
export const ChoiceRows = ({ customers, differing, outcome, onChoose }: ChoiceRowsProps) =>
  differing.length === 0 ? (
    <p className="muted merge-note">Both say the same in every field.</p>
  ) : (
    differing.map((field) => (
      <div
        key={field}
        className="merge-row"
        role="radiogroup"
        aria-label={CUSTOMER_LABELS[field]}
        data-field={field}
      >
        <span className="merge-label">{CUSTOMER_LABELS[field]}</span>
        {SIDES.map((side) => (
          <div key={side} className="merge-cell" data-chosen={outcome.get(field) === side}>
            <Radio
              name={`merge-${field}`}
              checked={outcome.get(field) === side}
              onChange={() => onChoose(field, side)}
              labelElement={<span className="merge-value">{heldIn(customers[side], field)}</span>}
            />
          </div>
        ))}
        {field === 'aadhaarNumber' && isMaskedAlike(customers) && (
          <span className="muted merge-hint">They may differ in digits that are not shown.</span>
        )}
      </div>
    ))
  );

const isMaskedAlike = ({ one, other }: Pair<Customer>): boolean =>
  one.aadhaarNumber === other.aadhaarNumber;

/** What both say. */
export const Alike = ({
  customer,
  alike,
}: {
  customer: Customer;
  alike: readonly CustomerField[];
}) => (
  <section className="merge-card" aria-labelledby="merge-alike">
    <h3 id="merge-alike">The same in both</h3>
    <dl className="merge-alike">
      {alike.map((field) => (
        <div key={field}>
          <dt>{CUSTOMER_LABELS[field]}</dt>
          <dd className="tabular">{heldIn(customer, field)}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function heldIn(customer: Customer, name: CustomerField): ReactNode {
  const value = customer[name];
  if (value === null || value === '') return <span className="muted">Empty</span>;
  if (name === 'kycStatus') return <StatusBadge status={value} />;
  const field = customerFields[name] as Field;
  const text = field.options ? optionLabel(field, value) : field.format(value as never);
  return <bdi className="tabular">{text}</bdi>;
}
