import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import type { RevealedField } from '@insuremanager/contracts/customers/revealing';
import { isHidden } from '@insuremanager/contracts/rules/masks';
import type { ReactNode } from 'react';
import { Hidden, Phone } from '../../ui/Phone';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { CUSTOMER, type Customer } from './customer';
import { CUSTOMER_GROUPS } from './customerForm';
import { IdentityNumber } from './IdentityNumber';
import { useOwners } from './owners';

/** The name is the title. */
const DETAIL_GROUPS = CUSTOMER_GROUPS.map(({ heading, fields }) => ({
  heading,
  fields: fields.filter((field) => field !== 'name'),
}));

function ownLook(customer: Customer, field: CustomerField): ReactNode {
  const value = customer[field];
  if (!value) return undefined;
  if (isHidden(value)) return <Hidden />;
  switch (field) {
    case 'aadhaarNumber':
    case 'panNumber':
      return <Identity {...{ customer, field, value }} />;
    case 'kycStatus':
      return <StatusBadge status={value} />;
    case 'phone':
      return <Phone number={value} />;
    case 'email':
      return <a href={`mailto:${value}`}>{value}</a>;
    default:
      return undefined;
  }
}

interface IdentityProps {
  customer: Customer;
  field: RevealedField;
  value: string;
}

/** Masked as it came, it can be revealed; else it is whole already. */
const Identity = ({ customer, field, value }: IdentityProps) =>
  /X{4}/.test(value) ? (
    <IdentityNumber
      key={customer.id}
      customer={customer}
      field={field}
      label={CUSTOMER_LABELS[field]}
      masked={value}
    />
  ) : (
    value
  );

export function CustomerDetails({ customer }: { customer: Customer }) {
  const { areSeveral, nameOf } = useOwners();
  const { ownerId } = customer;
  const owner = { label: 'Owner', value: ownerId === null ? 'No owner' : nameOf(ownerId) };
  return (
    <Details
      groups={[
        ...fieldGroups(CUSTOMER, DETAIL_GROUPS, customer, (field) => ownLook(customer, field)),
        {
          heading: 'Record',
          rows: [...(areSeveral ? [owner] : []), ...recordRows(customer)],
        },
      ]}
    />
  );
}
