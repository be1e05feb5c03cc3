import type { QuotationFieldsFragment } from '../../data/operations.generated';
import { Badge, StatusBadge } from '../StatusBadge';
import './QuotationBadges.css';

interface QuotationBadgesProps {
  quotation: Pick<QuotationFieldsFragment, 'status' | 'isPastValidity'>;
}

/** A quotation's status; one that waits for an answer beyond its validity has expired as well. */
export const QuotationBadges = ({ quotation }: QuotationBadgesProps) => (
  <span className="quotation-badges">
    <StatusBadge status={quotation.status} />
    {quotation.isPastValidity && <Badge tone="bad">Expired</Badge>}
  </span>
);
