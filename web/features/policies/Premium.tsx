import { paiseFrom, shownMoney } from '@insuremanager/contracts/rules/money';
import { FREQUENCY_WORDS } from '../../ui/policies/policyWords';
import { frequencyOf, type Policy } from './policy';

/** `₹12,500.50`, from a decimal as the gateway tells it. */
export const shownDecimal = (decimal: string): string => shownMoney(paiseFrom(decimal) ?? 0);

/** A premium and how often it falls due. */
export const Premium = ({
  policy,
}: {
  policy: Pick<Policy, 'premiumAmount' | 'premiumFrequency'>;
}) => (
  <span className="premium">
    <span>{shownDecimal(policy.premiumAmount)}</span>
    <span className="muted">{FREQUENCY_WORDS[frequencyOf(policy.premiumFrequency)]}</span>
  </span>
);
