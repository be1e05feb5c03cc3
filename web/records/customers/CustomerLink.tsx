import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import type { ReactNode } from 'react';
import { columnsOf, NOTHING } from '../../ui/list/columns';
import type { Column } from '../../ui/list/listDesign';
import { PHONE_LINKS_WIDTH, Phone } from '../../ui/Phone';
import type { DetailGroup } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { RecordLink } from '../RecordLink';

interface CustomerLinkProps {
  /** Null for one who was deleted. */
  customer: { id: number; name: string } | null;
  isInRow?: boolean;
}

/** The customer whom a record belongs to; opens theirs. */
export const CustomerLink = ({ customer, isInRow }: CustomerLinkProps) =>
  customer ? (
    <RecordLink record={{ kind: 'customer', id: customer.id }} isInRow={isInRow}>
      {customer.name}
    </RecordLink>
  ) : (
    <span className="muted">Deleted customer</span>
  );

/** Their name as a column of a list, where the whole row opens what the list is of. */
export const CUSTOMER_COLUMN = columnsOf<Pick<CustomerLinkProps, 'customer'>>().text(
  'customer',
  'Customer',
  ({ customer }) => customer?.name ?? 'Deleted customer',
  { least: 132 },
);

interface OfCustomer {
  customer: { id: number; name: string; phone: string; kycStatus: string } | null;
}

/** How that customer is called, as a column. */
export const PHONE_COLUMN: Column<Pick<OfCustomer, 'customer'>, never> = {
  key: 'phone',
  label: 'Phone',
  room: {
    whole: ({ customer }) => customer && formatPhone(customer.phone),
    extra: PHONE_LINKS_WIDTH,
  },
  className: 'whole tabular',
  height: 44,
  render: ({ customer }) => (customer ? <Phone number={customer.phone} isInRow /> : NOTHING),
};

/** The same as a group of details. */
export const customerGroup = (
  { customer }: OfCustomer,
  phone: ReactNode = customer && <Phone number={customer.phone} />,
): DetailGroup => ({
  heading: 'Customer',
  rows: [
    { label: policyFields.customerId.label, value: <CustomerLink customer={customer} /> },
    { label: 'Phone', value: phone },
    { label: 'KYC', value: customer && <StatusBadge status={customer.kycStatus} /> },
  ],
});
