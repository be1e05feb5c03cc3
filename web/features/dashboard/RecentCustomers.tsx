import {
  RECENT_CUSTOMERS_SHOWN,
  type RecentCustomer,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { Phone } from '../../ui/Phone';
import { Card } from './Card';
import { CardRows } from './CardRows';

export const RecentCustomers = ({
  customers,
}: {
  customers: readonly RecentCustomer[] | undefined;
}) => (
  <Card
    title="Recent Customers"
    action={
      <Link to="/customers" aria-label="View All customers">
        View All
      </Link>
    }
  >
    <CardRows
      items={customers}
      keyOf={({ id }) => id}
      recordOf={({ id }) => ({ kind: 'customer', id })}
      action={({ phone }) => <Phone number={phone} />}
      row={(customer) => <Row {...customer} />}
      nothing="No recent customers"
      shown={RECENT_CUSTOMERS_SHOWN}
    />
  </Card>
);

function Row({ name, createdAt }: RecentCustomer) {
  const day = kolkataDay(new Date(createdAt));
  return (
    <>
      <Avatar name={name} />
      <span className="card-row-who">
        <strong className="ellipsis" title={name}>
          {name}
        </strong>
        <time className="tabular" dateTime={day}>
          {formatDay(day)}
        </time>
      </span>
    </>
  );
}
