import { People } from '@blueprintjs/icons';
import type { CustomerSort } from '@insuremanager/contracts/customers/customerViews';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import { Avatar } from '../../ui/Avatar';
import type { ListDesign } from '../../ui/list/listDesign';
import { textColumn } from '../../ui/list/textColumn';
import { StatusBadge } from '../../ui/StatusBadge';
import type { Customer } from './customerForm';
import { CUSTOMER_SORTING } from './listAddress';
import './customerTable.css';

export const CUSTOMER_LIST: ListDesign<Customer, CustomerSort> = {
  label: 'Customers',
  className: 'customer-table',
  columns: [
    {
      key: 'name',
      label: 'Name',
      sort: 'name',
      className: 'record-name',
      title: ({ name }) => name,
      render: ({ name }) => (
        <>
          <Avatar name={name} />
          <span className="ellipsis">{name}</span>
        </>
      ),
    },
    {
      key: 'kyc',
      label: 'KYC',
      sort: 'kyc',
      render: ({ kycStatus }) => <StatusBadge status={kycStatus} />,
    },
    {
      key: 'phone',
      label: 'Phone',
      className: 'tabular',
      render: ({ phone }) => shownPhone(phone),
    },
    textColumn({ key: 'email', label: 'Email', className: 'quiet', text: ({ email }) => email }),
    textColumn({ key: 'city', label: 'City', text: ({ city }) => city }),
    textColumn({
      key: 'aadhaar',
      label: 'Aadhaar',
      className: 'quiet',
      text: ({ aadhaarNumber }) => aadhaarNumber,
    }),
    {
      key: 'added',
      label: 'Added',
      sort: 'added',
      className: 'tabular quiet',
      render: ({ createdAt }) => shownDay(kolkataDay(new Date(createdAt))),
    },
  ],
  sortRules: CUSTOMER_SORTING,
  rowHeights: { wide: 44, medium: 56, card: 116 },
  nameOf: ({ name }) => name,
  words: { one: 'customer', many: 'customers' },
  empty: { icon: <People size={20} />, text: 'Get started by adding your first customer' },
  addLabel: 'Add Customer',
};
