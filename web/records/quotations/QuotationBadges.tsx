import type { QuotationWithCustomerFragment } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { Badge, StatusBadge } from '../../ui/StatusBadge';

interface QuotationBadgesProps {
  quotation: Pick<QuotationWithCustomerFragment, 'status' | 'isPastValidity'>;
}

/** The same as texts. */
export const quotationBadges = ({ status, isPastValidity }: QuotationBadgesProps['quotation']) => [
  labelOf(status),
  ...(isPastValidity ? ['Expired'] : []),
];

/** A quotation's status; one that waits for an answer beyond its validity has expired as well. */
export const QuotationBadges = ({ quotation }: QuotationBadgesProps) => (
  <span className="badges">
    <StatusBadge status={quotation.status} />
    {quotation.isPastValidity && <Badge tone="bad">Expired</Badge>}
  </span>
);
