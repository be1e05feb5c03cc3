import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import { type Day, kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import type { ReactNode } from 'react';
import { CustomerAsOfDocument } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { DayInput } from '../../ui/DayInput';
import { FormField } from '../../ui/FormField';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { StatusBadge } from '../../ui/StatusBadge';
import { shownInstant } from '../../ui/shownInstant';
import type { Customer } from './customerForm';
import './CustomerDetailsPanel.css';

interface CustomerDetailsPanelProps {
  id: number;
  /** As of now; null for one who is in no list. */
  customer: Customer | null;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onDay: (day: Day | null) => void;
}

export function CustomerDetailsPanel({ id, customer, day, onDay }: CustomerDetailsPanelProps) {
  return (
    <>
      <FormField label="As of">
        {(field) => (
          <div className="as-of">
            <DayInput {...field} day={day} onChange={onDay} latest={kolkataDay(new Date())} />
            {day && (
              <Button variant="minimal" onClick={() => onDay(null)}>
                Back to today
              </Button>
            )}
          </div>
        )}
      </FormField>
      {day ? <AsOf id={id} day={day} /> : <Now customer={customer} />}
    </>
  );
}

const Now = ({ customer }: { customer: Customer | null }) =>
  customer ? (
    <Details customer={customer} />
  ) : (
    <p className="muted">There is no such customer in the lists now. The history tells the rest.</p>
  );

/** The past must not reach the cache: there the same customer is who they are now. */
function AsOf({ id, day }: { id: number; day: Day }) {
  const { data, error, refetch } = useQuery(CustomerAsOfDocument, {
    variables: { id, day },
    fetchPolicy: 'no-cache',
  });
  if (error) {
    return (
      <ErrorPanel
        title="Failed to load the customer"
        message={sentenceOf(error, 'Failed to fetch the customer')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <SkeletonRows height={44} what="that day" />;
  return (
    <>
      <p className="as-of-note" role="status">
        <History size={14} />
        {data.customerAsOf
          ? `As it was at the end of ${shownDay(day)}`
          : `There was no such customer on ${shownDay(day)}`}
      </p>
      {data.customerAsOf && <Details customer={data.customerAsOf} />}
    </>
  );
}

const GROUPS: { heading: string; fields: CustomerField[] }[] = [
  { heading: 'Contact', fields: ['phone', 'email'] },
  { heading: 'Identity', fields: ['kycStatus', 'aadhaarNumber', 'panNumber', 'dateOfBirth'] },
  { heading: 'Address', fields: ['address', 'city', 'state', 'pincode'] },
];

function shownValue(customer: Customer, field: CustomerField): ReactNode {
  const value = customer[field];
  if (!value) return <span className="muted">–</span>;
  switch (field) {
    case 'kycStatus':
      return <StatusBadge status={value} />;
    case 'phone':
      return <a href={`tel:${value}`}>{shownPhone(value)}</a>;
    case 'email':
      return <a href={`mailto:${value}`}>{value}</a>;
    case 'dateOfBirth':
      return shownDay(value);
    default:
      return value;
  }
}

const Details = ({ customer }: { customer: Customer }) => (
  <div className="details">
    {GROUPS.map(({ heading, fields }) => (
      <section key={heading}>
        <h3>{heading}</h3>
        <dl>
          {fields.map((field) => (
            <div key={field}>
              <dt>{CUSTOMER_LABELS[field]}</dt>
              <dd className="tabular">{shownValue(customer, field)}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <section>
      <h3>Record</h3>
      <dl>
        <div>
          <dt>Added</dt>
          <dd className="tabular">{shownInstant(customer.createdAt)}</dd>
        </div>
        <div>
          <dt>Last changed</dt>
          <dd className="tabular">{shownInstant(customer.updatedAt)}</dd>
        </div>
      </dl>
    </section>
  </div>
);
