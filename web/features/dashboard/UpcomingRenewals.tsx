import { Button } from '@blueprintjs/core';
import { UPCOMING_RENEWALS_SHOWN } from '@insuremanager/contracts/dashboard/dashboardViews';
import type { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { Link } from 'react-router';
import { today } from '../../data/pastDay';
import { DueBadge } from '../../records/policies/DueBadge';
import { Remind } from '../../records/reminders/Remind';
import { REMIND } from '../../records/reminders/remind';
import { useAllowed } from '../../ui/allowed';
import { useAddress } from '../../ui/useAddress';
import { Card } from './Card';
import { CardRows } from './CardRows';
import { dueRenewals } from './listsBehind';

/** What a row shows of a renewal. */
type Renewal = Pick<
  UpcomingRenewal,
  'id' | 'customerName' | 'policyType' | 'policyNumber' | 'daysUntilExpiry'
>;

export const UPCOMING_RENEWALS_ID = 'upcoming-renewals';

export function UpcomingRenewals({ renewals }: { renewals: readonly Renewal[] | undefined }) {
  const canSend = useAllowed('reminders.write');
  return (
    <Card title="Upcoming Renewals" id={UPCOMING_RENEWALS_ID} action={<AllDue />}>
      <CardRows
        {...(canSend && { action: (renewal: Renewal) => <RemindButton {...renewal} /> })}
        items={renewals}
        keyOf={({ id }) => id}
        recordOf={({ id, policyType }) => ({ kind: policyType, id })}
        row={(renewal) => <Row {...renewal} />}
        nothing="No upcoming renewals"
        shown={UPCOMING_RENEWALS_SHOWN}
      />
      <Remind />
    </Card>
  );
}

/** Opens the preview, from which it is sent. */
function RemindButton({ id, policyNumber }: Renewal) {
  const { open } = useAddress();
  return (
    <Button
      size="small"
      aria-label={`Remind about ${policyNumber}`}
      onClick={() => open({ [REMIND]: String(id) })}
    >
      Remind
    </Button>
  );
}

/** Policies of two kinds stand in two lists. */
function AllDue() {
  const day = today();
  return (
    <span className="card-links">
      <Link to={dueRenewals('health', day)} aria-label="All due health policies">
        All health
      </Link>
      <Link to={dueRenewals('vehicle', day)} aria-label="All due vehicle policies">
        All vehicle
      </Link>
    </span>
  );
}

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
