import { UPCOMING_RENEWALS_SHOWN } from '@insuremanager/contracts/dashboard/dashboardViews';
import type { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { Card } from './Card';
import { CardRows } from './CardRows';
import { DueBadge } from './DueBadge';

/** What a row shows of a renewal. */
type Renewal = Pick<
  UpcomingRenewal,
  'id' | 'customerName' | 'policyType' | 'policyNumber' | 'daysUntilExpiry'
>;

export const UPCOMING_RENEWALS_ID = 'upcoming-renewals';

export const UpcomingRenewals = ({ renewals }: { renewals: readonly Renewal[] | undefined }) => (
  <Card title="Upcoming Renewals" id={UPCOMING_RENEWALS_ID}>
    <CardRows
      items={renewals}
      keyOf={({ id }) => id}
      recordOf={({ id, policyType }) => ({ kind: policyType, id })}
      row={(renewal) => <Row {...renewal} />}
      nothing="No upcoming renewals"
      shown={UPCOMING_RENEWALS_SHOWN}
    />
  </Card>
);

const Row = ({ customerName, policyNumber, daysUntilExpiry }: Renewal) => (
  <>
    <span className="card-row-who">
      <strong className="ellipsis" title={customerName}>
        {customerName}
      </strong>
      <span className="ellipsis tabular" title={policyNumber}>
        {policyNumber}
      </span>
    </span>
    <DueBadge days={daysUntilExpiry} />
  </>
);
