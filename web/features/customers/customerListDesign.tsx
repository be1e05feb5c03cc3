import { LANGUAGE_LABELS } from '@insuremanager/contracts/customers/customerFields';
import { type CustomerSort, customerList } from '@insuremanager/contracts/customers/customerViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { CustomerListDocument } from '../../data/operations.generated';
import { Avatar } from '../../ui/Avatar';
import { labelOf } from '../../ui/labels';
import { ADDED, columnsOf, QUIET } from '../../ui/list/columns';
import type { ListDesign } from '../../ui/list/listDesign';
import { PeopleIcon } from '../../ui/navIcons';
import { PHONE_LINKS_WIDTH, Phone } from '../../ui/Phone';
import { StatusBadge } from '../../ui/StatusBadge';
import { CUSTOMER, type Customer } from './customer';
import { KYC_CHANGE } from './kycChange';
import { OwnerChip } from './owners';

export type CustomerCriteria = typeof customerList.criteria;
const column = columnsOf<Customer, CustomerSort>();

export const CUSTOMER_LIST: ListDesign<Customer, CustomerSort, CustomerCriteria> = {
  type: CUSTOMER,
  label: 'Customers',
  names: CUSTOMER,
  className: 'customer-table',
  columns: [
    {
      key: 'name',
      label: 'Name',
      sort: 'name',
      // The avatar and the owner beside it.
      room: { cut: ({ name }) => name, least: 132, extra: 76 },
      className: 'icon-cell record-name',
      title: ({ name }) => name,
      render: ({ name, ownerId }) => (
        <>
          <Avatar name={name} />
          <span className="ellipsis" dir="auto">
            {name}
          </span>
          <OwnerChip ownerId={ownerId} />
        </>
      ),
    },
    {
      key: 'kyc',
      label: 'KYC',
      sort: 'kyc',
      room: { badges: ({ kycStatus }) => [labelOf(kycStatus)] },
      render: ({ kycStatus }) => <StatusBadge status={kycStatus} />,
    },
    {
      key: 'phone',
      label: 'Phone',
      room: { whole: ({ phone }) => formatPhone(phone), extra: PHONE_LINKS_WIDTH },
      className: 'whole tabular',
      height: 44,
      render: ({ phone }) => <Phone number={phone} isInRow />,
    },
    column.text('email', 'Email', ({ email }) => email, QUIET),
    column.text('city', 'City', ({ city }) => city),
    column.whole('aadhaar', 'Aadhaar', ({ aadhaarNumber }) => aadhaarNumber, QUIET),
    ADDED,
  ],
  furtherColumns: [
    column.text('state', 'State', ({ state }) => state),
    column.whole('pincode', 'Pincode', ({ pincode }) => pincode),
    column.whole(
      'born',
      'Date of birth',
      ({ dateOfBirth }) => dateOfBirth && formatDay(dateOfBirth),
      QUIET,
    ),
    column.text('occupation', 'Occupation', ({ occupation }) => occupation),
    column.whole('pan', 'PAN', ({ panNumber }) => panNumber, QUIET),
    column.text('language', 'Language', ({ language }) => language && LANGUAGE_LABELS[language]),
  ],
  list: customerList,
  document: CustomerListDocument,
  views: 'customers',
  rowHeights: { wide: 44, medium: 56 },
  stacks: [['name'], ['kyc'], ['phone', 'email'], ['city', 'aadhaar'], ['added']],
  beside: [['name', 'phone'], ['kyc']],
  card: [['name', 'kyc'], ['phone'], ['city', 'added']],
  icon: <PeopleIcon size={20} />,
  exported: 'customers',
  changes: [KYC_CHANGE],
  addLabel: 'Add Customer',
};
