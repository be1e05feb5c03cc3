import { Button } from '@blueprintjs/core';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactNode, useState } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  RemindedPolicyDocument,
  type RemindedPolicyQuery,
  ReminderPreviewDocument,
  type ReminderPreviewQuery,
} from '../../data/operations.generated';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { FormFrame } from '../../ui/record/FormFrame';
import { LoadFailure } from '../../ui/record/Loaded';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { PolicyBadges } from '../policies/PolicyBadges';
import { ChannelMessages } from './ChannelMessages';
import { EmailKept } from './EmailKept';
import { useSendReminder } from './useSendReminder';
import './remind.css';

type Reminded = NonNullable<RemindedPolicyQuery['policy']>;
type Preview = ReminderPreviewQuery['reminderPreview'];

interface RemindDialogProps {
  /** Of the term. */
  id: number;
  onAsked: () => void;
  onClose: () => void;
}

/** What a customer would be told now of a policy that ends; sends it. */
export default function RemindDialog({ id, ...ends }: RemindDialogProps) {
  return (
    <RecordDialog title="Send Reminder" onClose={ends.onClose}>
      {() => <LoadedPolicy id={id} {...ends} />}
    </RecordDialog>
  );
}

function LoadedPolicy({ id, ...ends }: RemindDialogProps) {
  const { data, error, retry } = useGatewayQuery(operation(RemindedPolicyDocument, { id }));
  if (error) return <LoadFailure what="the policy" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what="the reminder" />;
  if (data.policy) return <LoadedPreview policy={data.policy} {...ends} />;
  return <Refused text="This policy no longer exists." onClose={ends.onClose} />;
}

type Ends = Pick<RemindDialogProps, 'onAsked' | 'onClose'>;

const inputOf = ({ id, customerId, kind }: Reminded) => ({
  customerId,
  policyId: id,
  policyType: kind,
});

/** Always of now: consents, addresses and the last reminder may have changed. */
function LoadedPreview({ policy, ...ends }: Ends & { policy: Reminded }) {
  const { data, error, retry } = useGatewayQuery(
    operation(ReminderPreviewDocument, { input: inputOf(policy) }),
    { fetchPolicy: 'no-cache' },
  );
  if (error) return <LoadFailure what="the reminder" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what="the reminder" />;
  return <PreviewForm policy={policy} preview={data.reminderPreview as Preview} {...ends} />;
}

interface PreviewFormProps extends Ends {
  policy: Reminded;
  preview: Preview;
}

function PreviewForm({ policy, preview, onAsked, onClose }: PreviewFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { send, isSending } = useSendReminder({ onSent: onClose, onAsked, onFailed: setFailure });
  const { channels, refusal, lastReminderDate } = preview;
  const input = inputOf(policy);
  const about = (
    <>
      <div className="remind-about">
        <strong className="ellipsis" dir="auto">
          {policy.customer?.name ?? 'Deleted customer'}
        </strong>
        <span className="muted tabular">
          {policy.policyNumber} · until {formatDay(policy.endDate)}
        </span>
        <PolicyBadges policy={policy} />
      </div>
      <p className="remind-last">
        {lastReminderDate
          ? `Last reminded on ${formatDay(lastReminderDate)}`
          : 'No reminder sent for this policy yet'}
      </p>
    </>
  );
  if (refusal !== null) {
    return (
      <Refused text={refusal} about={about} onClose={onClose}>
        <ChannelMessages channels={channels} input={input} />
      </Refused>
    );
  }
  return (
    <FormFrame
      label="Reminder"
      message={failure === null ? null : { text: failure }}
      keyHint="Ctrl+Enter sends"
      closeLabel="Cancel"
      submitLabel="Send"
      isReady
      isBusy={isSending}
      onClose={onClose}
      onSubmit={() => {
        setFailure(null);
        void send(input);
      }}
    >
      {about}
      <EmailKept />
      <ChannelMessages channels={channels} input={input} />
    </FormFrame>
  );
}

interface RefusedProps {
  text: string;
  about?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}

/** No reminder can be sent, and why. */
const Refused = ({ text, about, onClose, children }: RefusedProps) => (
  <>
    <div className="record-form-fields">
      {about}
      <p className="remind-refusal" role="alert">
        {text}
      </p>
      {children}
    </div>
    <footer className="record-form-foot">
      <Button onClick={onClose} autoFocus>
        Close
      </Button>
    </footer>
  </>
);
