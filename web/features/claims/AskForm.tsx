import { AnchorButton } from '@blueprintjs/core';
import { Chat } from '@blueprintjs/icons';
import type { RequestChannel } from '@insuremanager/contracts/claims/claimKinds';
import { whatsAppUrl } from '@insuremanager/contracts/rules/phone';
import { useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  ClaimRequestDocument,
  type ClaimRequestQuery,
  RequestClaimDocumentsDocument,
} from '../../data/operations.generated';
import { sentenceOfAction } from '../../data/problems';
import { FormFrame } from '../../ui/record/FormFrame';
import { Loaded } from '../../ui/record/Loaded';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { useToast } from '../../ui/toaster/Toaster';
import type { Claim } from './claim';

const FAILED = 'Failed to ask for the documents. Please try again.';

/** Shows what would ask the customer for the missing documents, and sends it. */
export const AskForm = ({ claim, ...ends }: FormEnds & { claim: Claim }) => (
  <Loaded
    query={operation(ClaimRequestDocument, { id: claim.id })}
    fetchPolicy="network-only"
    what="the message"
    rowHeight={56}
  >
    {({ claimRequest }) => <LoadedAskForm claim={claim} message={claimRequest} {...ends} />}
  </Loaded>
);

interface LoadedProps extends FormEnds {
  claim: Claim;
  message: ClaimRequestQuery['claimRequest'];
}

function LoadedAskForm({ claim, message, onSaved, onClose }: LoadedProps) {
  const { email, phone, subject, text } = message;
  const send = useCommands();
  const showToast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const whatsApp = phone && whatsAppUrl(phone, text);

  const ask = async (channel: RequestChannel) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const input = { channel };
    const answer = await send(
      (commandId) => operation(RequestClaimDocumentsDocument, { id: claim.id, input, commandId }),
      { subject: `${claim.id}-${claim.version}-${channel}` },
    );
    setBusy(false);
    if (answer.failure) return setFailure(sentenceOfAction(answer.failure, FAILED));
    showToast({
      title: 'Documents Requested',
      description: `${claim.claimNumber}: ${channel === 'email' ? `asked for by email to ${email}` : 'written down; send the message in WhatsApp'}.`,
    });
    await onSaved(claim.id);
    onClose();
  };
  return (
    <FormFrame
      message={failure === null ? null : { text: failure }}
      keyHint="Ctrl+Enter sends"
      closeLabel="Cancel"
      submitLabel="Send Email"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void ask('email')}
    >
      <section className="claim-message" aria-label="Message">
        <p className="muted">{email ? `To ${email}` : 'This customer has no email address.'}</p>
        <h3 dir="auto">{subject}</h3>
        <p dir="auto">{text}</p>
      </section>
      {whatsApp && (
        <AnchorButton
          role="link"
          icon={<Chat />}
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => void ask('whatsapp')}
        >
          Open in WhatsApp
        </AnchorButton>
      )}
    </FormFrame>
  );
}
