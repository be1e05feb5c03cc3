import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import type { PremiumFrequency } from '../../data/operations.generated';
import './Premium.css';
import { labelOf } from '../../ui/labels';

/** `₹12,500.50`, from a decimal as the gateway tells it. */
export const formatDecimal = (decimal: string): string => formatMoney(parsePaise(decimal) ?? 0);

/** As `formatDecimal`, without paise where there are none: for sums that are mostly round. */
export const formatSum = (decimal: string): string => formatDecimal(decimal).replace(/\.00$/, '');

interface PremiumProps {
  policy: { premiumAmount: string; premiumFrequency: PremiumFrequency };
}

/** A premium and how often it falls due. */
export const Premium = ({ policy }: PremiumProps) => (
  <span className="premium">
    <span>{formatDecimal(policy.premiumAmount)}</span>
    <span className="muted">{labelOf(policy.premiumFrequency)}</span>
  </span>
);
