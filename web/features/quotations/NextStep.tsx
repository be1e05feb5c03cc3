import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import { Link } from 'react-router';
import { QuotedPolicyDocument } from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { useAllowedOf } from '../../ui/allowed';
import { useAddress } from '../../ui/useAddress';
import type { Quotation } from './quotation';
import { QUOTATION_NEEDS, type QuotationAction } from './quotationActions';
import './NextStep.css';
import { labelOf } from '../../ui/labels';

interface NextStepProps {
  quotation: Quotation;
  onAction: (action: QuotationAction, quotation: Quotation) => void;
}

/** What a quotation waits for: the customer's answer, a policy, or nothing any more. */
export function NextStep({ quotation, onAction }: NextStepProps) {
  const { status, policyId } = quotation;
  const may = useAllowedOf(QUOTATION_NEEDS);
  if (policyId !== null) return <Converted policyId={policyId} />;
  if (status === 'accepted') {
    return (
      <div className="next-step">
        <p>Accepted. It can now be issued as a policy.</p>
      </div>
    );
  }
  if (status !== 'pending') return null;
  return (
    <div className="next-step">
      <p>
        {quotation.isPastValidity ? 'The validity has ended.' : 'Waiting for the customer’s reply.'}
      </p>
      {may('accept') && (
        <Button icon={<Tick />} onClick={() => onAction('accept', quotation)}>
          Accept
        </Button>
      )}
      {may('reject') && (
        <Button icon={<Cross />} onClick={() => onAction('reject', quotation)}>
          Reject
        </Button>
      )}
    </div>
  );
}

/** Tells why nothing can be changed, and leads to the policy. */
export function Converted({ policyId }: { policyId: NonNullable<Quotation['policyId']> }) {
  const { data } = useQuery(QuotedPolicyDocument, { variables: { id: policyId } });
  const policy = data?.policy;
  return (
    <p className="next-step" role="note">
      <span>
        This quotation became{' '}
        {policy ? (
          <Link to={addressOfRecord(policy)} state={OPENED_HERE}>
            policy {policy.policyNumber}
          </Link>
        ) : (
          // Deleted meanwhile, or still on its way.
          'a policy'
        )}
        . It can no longer be changed.
      </span>
    </p>
  );
}

/** Tells why it cannot become a policy now, and leads to where that can be changed. */
export function NotAccepted({ quotation }: Pick<NextStepProps, 'quotation'>) {
  const { change } = useAddress();
  const show = () =>
    change({ quotation: String(quotation.id), edit: null, change: null, tab: null, asof: null });
  return (
    <div className="next-step" role="note">
      <p>
        This quotation is {labelOf(quotation.status).toLowerCase()}. It can be issued as a policy
        once it is accepted.
      </p>
      <Button onClick={show}>Open Quotation</Button>
    </div>
  );
}
