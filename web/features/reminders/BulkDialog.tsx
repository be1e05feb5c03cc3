import { useApolloClient } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  type BulkPreviewQuery,
  BulkRemindersDocument,
  StartBulkRemindersDocument,
} from '../../data/operations.generated';
import { needsToast, reasonOf } from '../../data/problems';
import { EmailKept } from '../../records/reminders/EmailKept';
import { formatCount } from '../../ui/format';
import { Phone } from '../../ui/Phone';
import { FormFrame } from '../../ui/record/FormFrame';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { BULK_FAILED, countReminders, NO_RENEWALS } from './bulk';

type Preview = BulkPreviewQuery['bulkPreview'];

interface BulkDialogProps {
  preview: Preview;
  onClose: () => void;
}

/** Asks before everybody is reminded, and says whom that means. */
export function BulkDialog({ preview, onClose }: BulkDialogProps) {
  const { renewals, leftOut, unreachable } = preview;
  const { cache } = useApolloClient();
  const showToast = useToast();
  const send = useCommands();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const due = Math.max(0, renewals - leftOut - unreachable);

  const start = async () => {
    if (isBusy) return;
    setBusy(true);
    const answer = await send((commandId) => operation(StartBulkRemindersDocument, { commandId }));
    setBusy(false);
    if (!answer.failure) {
      const { bulk } = answer.data.startBulkReminders;
      cache.writeQuery({ query: BulkRemindersDocument, data: { bulkReminders: bulk } });
      return onClose();
    }
    const { failure: failed } = answer;
    if (failed.problem?.code === 'no-renewals') {
      showToast(NO_RENEWALS);
      return onClose();
    }
    if (needsToast(failed)) {
      showToast({ title: 'Error', description: BULK_FAILED, tone: 'destructive' });
    }
    setFailure(reasonOf(failed));
  };
  return (
    <RecordDialog title="Send Bulk Reminders" onClose={onClose}>
      {() =>
        due === 0 ? (
          <NobodyLeft preview={preview} onClose={onClose} />
        ) : (
          <FormFrame
            label="Bulk reminders"
            message={failure === null ? null : { text: failure }}
            keyHint="Ctrl+Enter sends"
            closeLabel="Cancel"
            submitLabel={`Send ${countReminders(due)}`}
            isReady
            isBusy={isBusy}
            onClose={onClose}
            onSubmit={() => void start()}
          >
            <EmailKept />
            <dl className="bulk-counts">
              <div>
                <dt>End within 30 days</dt>
                <dd className="tabular">{formatCount(renewals)}</dd>
              </div>
              <div>
                <dt>Already reminded today (skipped)</dt>
                <dd className="tabular">{formatCount(leftOut)}</dd>
              </div>
              {unreachable > 0 && (
                <div>
                  <dt>Cannot be reached: to be called</dt>
                  <dd className="tabular">{formatCount(unreachable)}</dd>
                </div>
              )}
              <div>
                <dt>To be reminded now</dt>
                <dd className="tabular">{formatCount(due)}</dd>
              </div>
            </dl>
            <p className="muted">
              Each customer gets one message for all their policies. You can close this page while
              reminders are sent.
            </p>
            <Unreachable {...preview} />
          </FormFrame>
        )
      }
    </RecordDialog>
  );
}

/** There is nobody left to remind today. */
const NobodyLeft = ({ preview, onClose }: BulkDialogProps) => (
  <>
    <div className="record-form-fields">
      <p>{whyNobody(preview)}</p>
      <Unreachable {...preview} />
    </div>
    <footer className="record-form-foot">
      <Button onClick={onClose} autoFocus>
        Close
      </Button>
    </footer>
  </>
);

function whyNobody({ renewals, unreachable }: Preview): string {
  if (unreachable >= renewals) return 'No customer of an upcoming renewal can be reached.';
  if (unreachable > 0) return 'All who can be reached were already reminded today.';
  return renewals === 1
    ? 'The only upcoming renewal was already reminded today.'
    : `All ${formatCount(renewals)} upcoming renewals were already reminded today.`;
}

/** Who is left out, why, and how they are called instead. */
function Unreachable({ unreachable, unreachablePolicies }: Preview) {
  if (unreachable === 0) return null;
  const more = unreachable - unreachablePolicies.length;
  return (
    <ul className="bulk-unreachable" aria-label="To be called">
      {unreachablePolicies.map(({ id, policyNumber, customer, contact }) => (
        <li key={id}>
          <span className="two-lines">
            <span className="ellipsis" dir="auto">
              {customer?.name ?? 'Deleted customer'}
            </span>
            <span className="muted">
              {policyNumber} · {contact?.missing}
            </span>
          </span>
          {customer && <Phone number={customer.phone} message={contact?.text} />}
        </li>
      ))}
      {more > 0 && <li className="muted">and {formatCount(more)} more</li>}
    </ul>
  );
}
