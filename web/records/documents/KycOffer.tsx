import { Radio, RadioGroup } from '@blueprintjs/core';
import { KYC_STATUSES, type KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { useState } from 'react';
import { labelOf } from '../../ui/labels';
import { FormFrame } from '../../ui/record/FormFrame';
import { StatusBadge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import { useCustomer } from '../customers/useCustomer';
import { useSetKycStatus } from '../customers/useSetKycStatus';

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
  const showToast = useToast();
  const save = useSetKycStatus({ id: customerId, documentId: document.id });

  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    const failed = await save(status);
    setBusy(false);
    setFailure(failed);
    if (failed !== null) return;
    const description = `KYC of ${customer?.name ?? 'the customer'}: ${labelOf(status)}.`;
    showToast({ title: 'Customer Updated', description });
    onSet(customerId);
    onClose();
  };
  return (
    <FormFrame
      label="Set KYC Status"
      message={failure === null ? null : { text: failure }}
      keyHint={null}
      closeLabel="Not Now"
      submitLabel="Set KYC Status"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p>
        <bdi>{fileName}</bdi> has been uploaded. Set the KYC status of{' '}
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
          <Radio key={one} value={one} label={labelOf(one)} autoFocus={index === 0} />
        ))}
      </RadioGroup>
    </FormFrame>
  );
}

/** The likeliest first. */
const KYC_STATUSES_OFFERED: readonly KycStatus[] = ['verified', 'rejected', 'pending'];
