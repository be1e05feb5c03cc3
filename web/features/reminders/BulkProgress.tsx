import { useApolloClient } from '@apollo/client/react';
import { Intent, ProgressBar } from '@blueprintjs/core';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { BulkRemindersDocument } from '../../data/operations.generated';
import { useEmailKept, useEmailKeptOnceKnown } from '../../records/reminders/EmailKept';
import { formatCount, formatInstant } from '../../ui/format';
import { forgetFields } from '../../ui/record/recordType';
import { useToast } from '../../ui/toaster/Toaster';
import { type Bulk, describeResult, isUnderWay, progressOf, resultOf } from './bulk';

/**
 * Milliseconds between two looks at a bulk that is under way. Changes are reported; this is for a
 * page that they do not reach.
 */
const LOOK_MS = 10_000;

/** How far the last bulk is, whoever began it and in whichever tab. */
export function BulkProgress() {
  const bulk = useLastBulk();
  if (!bulk) return null;
  if (!isUnderWay(bulk)) return <Ended bulk={bulk} />;
  const done = bulk.sent + bulk.failed;
  const text =
    bulk.state === 'running'
      ? `Preparing reminders: ${formatCount(bulk.requested)} of ${formatCount(bulk.renewals)}`
      : `Sending reminders: ${formatCount(done)} of ${formatCount(bulk.requested)}`;
  return (
    <div className="bulk-progress">
      <span role="status" className="tabular">
        {text}
      </span>
      <ProgressBar
        aria-label="Bulk reminders"
        intent={Intent.PRIMARY}
        value={progressOf(bulk)}
        animate={false}
        stripes={false}
      />
    </div>
  );
}

/** What became of it, for the rest of the day. */
function Ended({ bulk }: { bulk: Bulk }) {
  const isEmailKept = useEmailKept();
  const dayOf = (instant: Date) => kolkataDay(instant);
  if (dayOf(new Date(bulk.startedAt)) !== dayOf(new Date())) return null;
  return (
    <p className="bulk-ended">
      Bulk of {formatInstant(bulk.startedAt)} by {bulk.startedBy}:{' '}
      {describeResult(bulk, isEmailKept)}.{' '}
      <Link to={{ search: '?view=history&trigger=bulk' }}>Show</Link>
    </p>
  );
}

function useLastBulk(): Bulk | null {
  const { cache } = useApolloClient();
  const showToast = useToast();
  const isEmailKept = useEmailKeptOnceKnown();
  const { data, startPolling, stopPolling } = useGatewayQuery(
    operation(BulkRemindersDocument, {}),
    { fetchPolicy: 'cache-and-network' },
  );
  const bulk = (data?.bulkReminders ?? null) as Bulk | null;
  const isActive = bulk !== null && isUnderWay(bulk);
  useEffect(() => {
    if (!isActive) return;
    startPolling(LOOK_MS);
    return stopPolling;
  }, [isActive, startPolling, stopPolling]);

  /** The one that was under way when it was last looked at. */
  const followed = useRef<number | null>(null);
  useEffect(() => {
    if (!bulk) return;
    if (isUnderWay(bulk)) {
      followed.current = bulk.id;
      return;
    }
    if (followed.current !== bulk.id || isEmailKept === undefined) return;
    followed.current = null;
    forgetFields(cache, ['reminders', 'reminderCards', 'policies', 'bulkPreview']);
    showToast(resultOf(bulk, isEmailKept));
  }, [bulk, cache, showToast, isEmailKept]);
  return bulk;
}
