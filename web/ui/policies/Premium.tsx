import { paiseFrom, shownMoney } from '@insuremanager/contracts/rules/money';
import { frequencyOf } from '../../data/frequency';
import type { PremiumFrequency } from '../../data/operations.generated';
import { FREQUENCY_WORDS } from './policyWords';
import './Premium.css';

/** `₹12,500.50`, from a decimal as the gateway tells it. */
export const shownDecimal = (decimal: string): string => shownMoney(paiseFrom(decimal) ?? 0);

/** As `shownDecimal`, without paise where there are none: for sums that are mostly round. */
export const shownSum = (decimal: string): string => shownDecimal(decimal).replace(/\.00$/, '');

interface PremiumProps {
  policy: { premiumAmount: string; premiumFrequency: PremiumFrequency };
}

/** A premium and how often it falls due. */
export const Premium = ({ policy }: PremiumProps) => (
  <span className="premium">
    <span>{shownDecimal(policy.premiumAmount)}</span>
    <span className="muted">{FREQUENCY_WORDS[frequencyOf(policy.premiumFrequency)]}</span>
  </span>
);
