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
import { formatCount } from '../../ui/format';
import { FormFrame } from '../../ui/record/FormFrame';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { BULK_FAILED, countReminders, NO_RENEWALS } from './bulk';

interface BulkDialogProps {
  preview: BulkPreviewQuery['bulkPreview'];
  onClose: () => void;
}

/** Asks before everybody is reminded, and says whom that means. */
export function BulkDialog({ preview: { renewals, leftOut }, onClose }: BulkDialogProps) {
  const { cache } = useApolloClient();
  const showToast = useToast();
  const send = useCommands();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const due = Math.max(0, renewals - leftOut);

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
          <AllReminded renewals={renewals} onClose={onClose} />
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
            <dl className="bulk-counts">
              <div>
                <dt>End within 30 days</dt>
                <dd className="tabular">{formatCount(renewals)}</dd>
              </div>
              <div>
                <dt>Already reminded today (skipped)</dt>
                <dd className="tabular">{formatCount(leftOut)}</dd>
              </div>
              <div>
                <dt>To be reminded now</dt>
                <dd className="tabular">{formatCount(due)}</dd>
              </div>
            </dl>
            <p className="muted">
              Each customer gets one message for all their policies. Customers who have opted out
              are skipped and listed in the history. You can close this page while reminders are
              sent.
            </p>
          </FormFrame>
        )
      }
    </RecordDialog>
  );
}

/** There is nobody left to remind today. */
const AllReminded = ({ renewals, onClose }: { renewals: number; onClose: () => void }) => (
  <>
    <p className="record-form-fields">
      {renewals === 1
        ? 'The only upcoming renewal was already reminded today.'
        : `All ${formatCount(renewals)} upcoming renewals were already reminded today.`}
    </p>
    <footer className="record-form-foot">
      <Button onClick={onClose} autoFocus>
        Close
      </Button>
    </footer>
  </>
);
