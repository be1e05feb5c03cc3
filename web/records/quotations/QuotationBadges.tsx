import type { QuotationWithCustomerFragment } from '../../data/operations.generated';
import { Badge, StatusBadge } from '../../ui/StatusBadge';

interface QuotationBadgesProps {
  quotation: Pick<QuotationWithCustomerFragment, 'status' | 'isPastValidity'>;
}

/** A quotation's status; one that waits for an answer beyond its validity has expired as well. */
export const QuotationBadges = ({ quotation }: QuotationBadgesProps) => (
  <span className="badges">
    <StatusBadge status={quotation.status} />
    {quotation.isPastValidity && <Badge tone="bad">Expired</Badge>}
  </span>
);
