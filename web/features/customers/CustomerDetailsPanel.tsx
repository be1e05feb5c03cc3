import { useQuery } from '@apollo/client/react';
import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import type { ReactNode } from 'react';
import { CustomerAsOfDocument } from '../../data/operations.generated';
import { AsOfSwitch, PastRecord } from '../../ui/record/AsOf';
import { Details } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { shownInstant } from '../../ui/shownInstant';
import type { Customer } from './customerForm';

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
      <AsOfSwitch day={day} onDay={onDay} />
      {day ? <AsOf id={id} day={day} /> : <Now customer={customer} />}
    </>
  );
}

const Now = ({ customer }: { customer: Customer | null }) =>
  customer ? (
    <CustomerDetails customer={customer} />
  ) : (
    <p className="muted">There is no such customer in the lists now. The history tells the rest.</p>
  );

/** The past must not reach the cache: there the same customer is who they are now. */
function AsOf({ id, day }: { id: number; day: Day }) {
  const { data, error, refetch } = useQuery(CustomerAsOfDocument, {
    variables: { id, day },
    fetchPolicy: 'no-cache',
  });
  return (
    <PastRecord
      one="customer"
      day={day}
      record={data?.customerAsOf}
      error={error}
      onRetry={refetch}
    >
      {(customer) => <CustomerDetails customer={customer} />}
    </PastRecord>
  );
}

const GROUPS: { heading: string; fields: CustomerField[] }[] = [
  { heading: 'Contact', fields: ['phone', 'email'] },
  { heading: 'Identity', fields: ['kycStatus', 'aadhaarNumber', 'panNumber', 'dateOfBirth'] },
  { heading: 'Address', fields: ['address', 'city', 'state', 'pincode'] },
];

function shownValue(customer: Customer, field: CustomerField): ReactNode {
  const value = customer[field];
  if (!value) return null;
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

const CustomerDetails = ({ customer }: { customer: Customer }) => {
  const groups = GROUPS.map(({ heading, fields }) => ({
    heading,
    rows: fields.map((field) => ({
      label: CUSTOMER_LABELS[field],
      value: shownValue(customer, field),
    })),
  }));
  const record = {
    heading: 'Record',
    rows: [
      { label: 'Added', value: shownInstant(customer.createdAt) },
      { label: 'Last changed', value: shownInstant(customer.updatedAt) },
    ],
  };
  return <Details groups={[...groups, record]} />;
};
