import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import type { PremiumFrequency } from '../../data/operations.generated';
import type { Column } from '../../ui/list/listDesign';
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

/** The same as a column of a list. */
export const PREMIUM_COLUMN: Column<PremiumProps['policy'], 'premium'> = {
  key: 'premium',
  label: 'Premium',
  sort: 'premium',
  align: 'end',
  room: { whole: ({ premiumAmount }) => formatDecimal(premiumAmount) },
  height: 40,
  className: 'tabular whole',
  render: (policy) => <Premium policy={policy} />,
};
