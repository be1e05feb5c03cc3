import { Button, Checkbox } from '@blueprintjs/core';
import { Calculator, Comparison, Plus } from '@blueprintjs/icons';
import { refusalToCompare } from '@insuremanager/contracts/quotations/lowestOffers';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  QuotationsOfCustomerDocument,
  type QuotationWithCustomerFragment,
} from '../../data/operations.generated';
import { OPENED_HERE, RECORD_PLACES } from '../../records/addresses';
import { HeldRecord } from '../../records/HeldRecord';
import { formatDecimal } from '../../records/policies/Premium';
import { InsuredIcon } from '../../records/quotations/InsuredIcon';
import { QuotationBadges } from '../../records/quotations/QuotationBadges';
import { offerLabel } from '../../records/quotations/quotationLabels';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';

interface CustomerQuotationsPanelProps {
  id: number;
  /** Without it, quotations are only to be read. */
  canAdd: boolean;
}

const PATH = RECORD_PLACES.quotation.path;

/** What a customer has been quoted; a few can be compared. */
export function CustomerQuotationsPanel({ id, canAdd }: CustomerQuotationsPanelProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data, error, retry } = useGatewayQuery(
    operation(QuotationsOfCustomerDocument, { customerId: id }),
    { fetchPolicy: 'cache-and-network' },
  );
  if (error && !data) return <LoadFailure what="the quotations" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what="the quotations" />;

  const { items, nextCursor } = data.quotations;
  const chosenItems = items.filter(({ id }) => chosen.includes(id));
  const compared = chosenItems.map((one) => one.id);
  const refusal = refusalToCompare(chosenItems);
  const go = (search: string) => navigate(`${PATH}?${search}`, { state: OPENED_HERE });
  const choose = (quotationId: number, isChosen: boolean) =>
    setChosen(
      isChosen ? [...compared, quotationId] : compared.filter((one) => one !== quotationId),
    );
  return (
    <section className="held-panel" aria-label="Quotations">
      <header>
        {items.length > 1 && (
          <Button
            size="small"
            icon={<Comparison />}
            disabled={compared.length < 2 || refusal !== null}
            onClick={() => go(`compare=${compared.join(',')}`)}
          >
            {compared.length < 2 ? 'Compare' : `Compare ${compared.length}`}
          </Button>
        )}
        {canAdd && (
          <Button size="small" icon={<Plus />} onClick={() => go(`add=1&customerId=${id}`)}>
            Add quotation
          </Button>
        )}
      </header>
      {refusal && <p role="status">{refusal}</p>}
      {items.length === 0 && <EmptyState icon={<Calculator size={20} />} text="No quotations" />}
      <ul className="held-records">
        {items.map((quotation) => (
          <li key={quotation.id}>
            {items.length > 1 && (
              <Checkbox
                aria-label={`Compare ${quotation.quotationNumber}`}
                checked={compared.includes(quotation.id)}
                disabled={compared.length >= MOST_COMPARED && !compared.includes(quotation.id)}
                onChange={({ currentTarget: { checked } }) => choose(quotation.id, checked)}
              />
            )}
            <HeldQuotation quotation={quotation} />
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <p className="muted">Only the newest {items.length} are shown here.</p>
      )}
    </section>
  );
}

const HeldQuotation = ({ quotation }: { quotation: QuotationWithCustomerFragment }) => (
  <HeldRecord
    record={{ kind: 'quotation', id: quotation.id }}
    icon={<InsuredIcon quotation={quotation} />}
    name={quotation.quotationNumber}
    cover={offerLabel(quotation)}
    days={`Valid until ${formatDay(quotation.validUntil)}`}
    badges={<QuotationBadges quotation={quotation} />}
    amount={<span className="tabular">{formatDecimal(quotation.totalAmount)}</span>}
  />
);
