import { useQuery } from '@apollo/client/react';
import { Checkbox } from '@blueprintjs/core';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { QuotationsOfCustomerDocument } from '../../../data/operations.generated';
import { useRetryAfterSignIn } from '../../../session/useRetryAfterSignIn';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { shownDecimal } from '../../../ui/policies/Premium';
import { insuredWords } from '../../../ui/quotations/quotationWords';
import { LoadFailure } from '../../../ui/record/LoadFailure';
import type { Quotation } from '../quotation';
import { toggled } from './comparison';

interface CompareChoicesProps {
  customerId: number;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

/** All quotations of the customer, of which a few are compared. */
export function CompareChoices({ customerId, chosen, onChange }: CompareChoicesProps) {
  const { data, error, refetch } = useQuery(QuotationsOfCustomerDocument, {
    variables: { customerId },
    fetchPolicy: 'cache-and-network',
  });
  useRetryAfterSignIn(error, refetch);
  if (error && !data) return <LoadFailure what="the quotations" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows height={44} what="the customer’s quotations" />;
  const isFull = chosen.length >= MOST_COMPARED;
  // Without any there would be nobody whose quotations to choose from.
  const isLast = chosen.length === 1;
  return (
    <fieldset className="compare-choices">
      <legend>Quotations of this customer</legend>
      <p className="muted">Up to four are compared.</p>
      {data.quotations.items.map((quotation) => {
        const isChosen = chosen.includes(quotation.id);
        return (
          <Checkbox
            key={quotation.id}
            checked={isChosen}
            disabled={isChosen ? isLast : isFull}
            onChange={() => onChange(toggled(chosen, quotation.id))}
          >
            <Choice quotation={quotation} />
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

const Choice = ({ quotation }: { quotation: Quotation }) => (
  <span className="compare-choice">
    <span className="tabular">{quotation.quotationNumber}</span>
    <span className="muted ellipsis">
      {[insuredWords(quotation), quotation.insuranceCompany].filter(Boolean).join(' · ')}
    </span>
    <span className="tabular">{shownDecimal(quotation.totalAmount)}</span>
  </span>
);
