import { useQuery } from '@apollo/client/react';
import { Button, Checkbox } from '@blueprintjs/core';
import { Calculator, Comparison, Plus } from '@blueprintjs/icons';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { addressOfRecord, OPENED_HERE, RECORD_PLACES } from '../../app/records';
import {
  type QuotationFieldsFragment,
  QuotationsOfCustomerDocument,
} from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { shownDecimal } from '../../ui/policies/Premium';
import { InsuredIcon } from '../../ui/quotations/InsuredIcon';
import { QuotationBadges } from '../../ui/quotations/QuotationBadges';
import { insuredWords } from '../../ui/quotations/quotationWords';
import { LoadFailure } from '../../ui/record/LoadFailure';
import './CustomerQuotationsPanel.css';

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
  const { data, error, refetch } = useQuery(QuotationsOfCustomerDocument, {
    variables: { customerId: id },
    fetchPolicy: 'cache-and-network',
  });
  useRetryAfterSignIn(error, refetch);
  if (error && !data) return <LoadFailure what="the quotations" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows height={56} what="the quotations" />;

  const { items, nextCursor } = data.quotations;
  const compared = items.map((one) => one.id).filter((one) => chosen.includes(one));
  const go = (search: string) => navigate(`${PATH}?${search}`, { state: OPENED_HERE });
  const choose = (quotationId: number, isChosen: boolean) =>
    setChosen(
      isChosen ? [...compared, quotationId] : compared.filter((one) => one !== quotationId),
    );
  return (
    <section className="held-quotations" aria-label="Quotations">
      <header>
        {items.length > 1 && (
          <Button
            size="small"
            icon={<Comparison />}
            disabled={compared.length < 2}
            onClick={() => go(`compare=${compared.join(',')}`)}
          >
            {compared.length < 2 ? 'Compare' : `Compare ${compared.length}`}
          </Button>
        )}
        {canAdd && (
          <Button size="small" icon={<Plus />} onClick={() => go(`add=1&holder=${id}`)}>
            Add quotation
          </Button>
        )}
      </header>
      {items.length === 0 && <EmptyState icon={<Calculator size={20} />} text="No quotations" />}
      <ul>
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

const HeldQuotation = ({ quotation }: { quotation: QuotationFieldsFragment }) => (
  <Link
    to={addressOfRecord({ kind: 'quotation', id: quotation.id })}
    state={OPENED_HERE}
    className="held-quotation"
  >
    <InsuredIcon quotation={quotation} />
    <span className="held-quotation-text">
      <strong className="ellipsis">{quotation.quotationNumber}</strong>
      <span className="muted ellipsis">
        {[insuredWords(quotation), quotation.insuranceCompany].filter(Boolean).join(' · ')}
      </span>
      <span className="muted tabular">Valid until {shownDay(quotation.validUntil)}</span>
      <QuotationBadges quotation={quotation} />
    </span>
    <span className="tabular">{shownDecimal(quotation.totalAmount)}</span>
  </Link>
);
