import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Callout, Intent, Radio, RadioGroup } from '@blueprintjs/core';
import { KYC_STATUSES, type KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { useRef, useState } from 'react';
import { newCommandId } from '../../data/commandId';
import { SetKycStatusDocument } from '../../data/operations.generated';
import { failureOf, isDecided } from '../../data/problems';
import { useCustomer } from '../CustomerPicker';
import { StatusBadge } from '../StatusBadge';
import { statusLook } from '../statusTones';
import { useToast } from '../toaster/Toaster';

interface KycOfferProps {
  /** The KYC document that was uploaded, which the change names. */
  document: DocumentView;
  onSet: (customerId: number) => void;
  onClose: () => void;
}

/** Offers to say what follows from a KYC document; nothing changes when it is declined. */
export function KycOffer({ document, onSet, onClose }: KycOfferProps) {
  const { customerId, fileName } = document;
  const customer = useCustomer(customerId);
  const [status, setStatus] = useState<KycStatus>('verified');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = useSetKycStatus(document);

  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    const failed = await save(status, customer?.name ?? 'the customer');
    setBusy(false);
    setFailure(failed);
    if (failed !== null) return;
    onSet(customerId);
    onClose();
  };
  return (
    <form
      className="record-form"
      aria-label="Set KYC Status"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="record-form-fields">
        {failure !== null && (
          <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
            {failure}
          </Callout>
        )}
        <p>
          <bdi>{fileName}</bdi> has been stored. What does it say about{' '}
          <strong>{customer?.name ?? 'the customer'}</strong>
          {customer && (
            <>
              , who is <StatusBadge status={customer.kycStatus} /> now
            </>
          )}
          ?
        </p>
        <RadioGroup
          name="kycStatus"
          label="KYC status"
          selectedValue={status}
          onChange={({ currentTarget: { value } }) =>
            setStatus(KYC_STATUSES.find((one) => one === value) ?? status)
          }
        >
          {KYC_STATUSES_OFFERED.map((one, index) => (
            <Radio key={one} value={one} label={statusLook(one).label} autoFocus={index === 0} />
          ))}
        </RadioGroup>
      </div>
      <footer className="record-form-foot">
        <Button onClick={onClose}>Not Now</Button>
        <Button type="submit" intent={Intent.PRIMARY} loading={isBusy}>
          Set KYC Status
        </Button>
      </footer>
    </form>
  );
}

/** The likeliest first. */
const KYC_STATUSES_OFFERED: readonly KycStatus[] = ['verified', 'rejected', 'pending'];

const FAILED = 'Failed to save customer. Please try again.';

/** Sets the status and says so; what went wrong, null when nothing did. */
function useSetKycStatus({ id: documentId, customerId }: DocumentView) {
  const client = useApolloClient();
  const [mutate] = useMutation(SetKycStatusDocument);
  const showToast = useToast();
  // One choice is one command, however often it is sent.
  const command = useRef<{ id: string; status: KycStatus } | null>(null);

  return async (kycStatus: KycStatus, name: string): Promise<string | null> => {
    if (command.current?.status !== kycStatus) {
      command.current = { id: newCommandId(), status: kycStatus };
    }
    try {
      const commandId = command.current.id;
      await mutate({ variables: { id: customerId, kycStatus, documentId, commandId } });
    } catch (error) {
      const { problem, ...failure } = failureOf(error);
      if (isDecided({ problem, ...failure })) command.current = null;
      return problem?.error ?? FAILED;
    }
    client.cache.modify({
      id: client.cache.identify({ __typename: 'PolicyCustomer', id: customerId }),
      fields: { kycStatus: () => kycStatus },
    });
    const description = `KYC of ${name}: ${statusLook(kycStatus).label}.`;
    showToast({ title: 'Customer Updated', description });
    return null;
  };
}
