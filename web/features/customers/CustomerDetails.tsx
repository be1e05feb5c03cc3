import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import type { ReactNode } from 'react';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { CUSTOMER_GROUPS, type Customer, describeReminding } from './customerForm';
import { useOwners } from './owners';

/** The name is the title. */
const DETAIL_GROUPS = CUSTOMER_GROUPS.map(({ heading, fields }) => ({
  heading,
  fields: fields.filter((field) => field !== 'name'),
}));

function formatField(customer: Customer, field: CustomerField): ReactNode {
  const value = customer[field];
  const reminding = describeReminding(field, value);
  if (reminding !== null) return value ? reminding : <span className="muted">{reminding}</span>;
  if (!value) return null;
  switch (field) {
    case 'kycStatus':
      return <StatusBadge status={value} />;
    case 'phone':
      return <a href={`tel:${value}`}>{formatPhone(value)}</a>;
    case 'email':
      return <a href={`mailto:${value}`}>{value}</a>;
    case 'dateOfBirth':
      return formatDay(value);
    default:
      return value;
  }
}

export function CustomerDetails({ customer }: { customer: Customer }) {
  const { areSeveral, nameOf } = useOwners();
  const { ownerId } = customer;
  const owner = { label: 'Owner', value: ownerId === null ? 'Nobody' : nameOf(ownerId) };
  return (
    <Details
      groups={[
        ...fieldGroups(
          DETAIL_GROUPS,
          (field) => CUSTOMER_LABELS[field],
          (field) => formatField(customer, field),
        ),
        {
          heading: 'Record',
          rows: [...(areSeveral ? [owner] : []), ...recordRows(customer)],
        },
      ]}
    />
  );
}
