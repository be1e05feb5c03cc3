import { Checkbox } from '@blueprintjs/core';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { operation, useGatewayQuery } from '../../../data/operation';
import { QuotationsOfCustomerDocument } from '../../../data/operations.generated';
import { formatDecimal } from '../../../records/policies/Premium';
import { offerLabel } from '../../../records/quotations/quotationLabels';
import { labelOf } from '../../../ui/labels';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import type { Quotation } from '../quotation';
import { toggled } from './comparison';

interface CompareChoicesProps {
  /** Of those that are compared. */
  first: Quotation;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

/** The customer's quotations for the same type of insurance, of which a few are compared. */
export function CompareChoices({ first, chosen, onChange }: CompareChoicesProps) {
  const { data, error, retry } = useGatewayQuery(
    operation(QuotationsOfCustomerDocument, { customerId: first.customerId }),
    { fetchPolicy: 'cache-and-network' },
  );
  if (error && !data) return <LoadFailure what="the quotations" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="the customer’s quotations" />;
  const isFull = chosen.length >= MOST_COMPARED;
  // Without any there would be nobody whose quotations to choose from.
  const isLast = chosen.length === 1;
  const { insuranceType } = first;
  return (
    <fieldset className="compare-choices">
      <legend>{labelOf(insuranceType)} quotations of this customer</legend>
      <p className="muted">Up to four are compared.</p>
      {data.quotations.items
        .filter((quotation) => quotation.insuranceType === insuranceType)
        .map((quotation) => {
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
    <span className="muted ellipsis">{offerLabel(quotation)}</span>
    <span className="tabular">{formatDecimal(quotation.totalAmount)}</span>
  </span>
);
