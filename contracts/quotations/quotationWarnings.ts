import type { PolicyInput } from '../policies/policyInputs.js';
import { formatMoney, type Paise } from '../rules/money.js';
import { plateWarning } from '../rules/vehicleNumber.js';
import type { Warning } from '../rules/warning.js';
import type { QuotationInput } from './quotationFields.js';

/** What is accepted of a quotation and yet looks wrong, for values in normal form. */
export function quotationWarnings(
  offer: Pick<
    QuotationInput,
    'insuranceCompany' | 'sumAssured' | 'premiumAmount' | 'vehicleNumber'
  >,
): Warning[] {
  const { insuranceCompany, sumAssured, premiumAmount, vehicleNumber } = offer;
  return [
    insuranceCompany === null
      ? warning('insuranceCompany', 'insurer-missing', 'No insurance company is entered.')
      : null,
    sumAssured === 0 ? warning('sumAssured', 'amount-zero', 'The sum assured is zero.') : null,
    premiumAmount === 0 ? warning('premiumAmount', 'amount-zero', 'The premium is zero.') : null,
    premiumAmount > sumAssured && sumAssured > 0
      ? warning('premiumAmount', 'premium-above-cover', 'The premium is higher than the cover.')
      : null,
    vehicleNumber ? plateWarning(vehicleNumber, false) : null,
  ].filter((one) => one !== null);
}

type Quoted = Pick<QuotationInput, 'insuranceCompany' | 'sumAssured' | 'premiumAmount'>;
type Issued = Partial<Pick<PolicyInput, 'insuranceCompany' | 'sumAssured' | 'premiumAmount'>>;

/** Where a policy differs from the offer that it comes of; of what is absent nothing is said. */
export const conversionWarnings = (quoted: Quoted, issued: Issued): Warning[] =>
  [
    isOther(quoted.insuranceCompany, issued.insuranceCompany)
      ? differs('insuranceCompany', quoted.insuranceCompany)
      : null,
    differsInMoney('sumAssured', quoted.sumAssured, issued.sumAssured),
    differsInMoney('premiumAmount', quoted.premiumAmount, issued.premiumAmount),
  ].filter((one) => one !== null);

/** An insurer is the same in any letter case; where none was quoted, none is another. */
const isOther = (quoted: string | null, issued: string | undefined): quoted is string =>
  quoted !== null && issued !== undefined && quoted.toLowerCase() !== issued.toLowerCase();

const differsInMoney = (field: string, quoted: Paise, issued: Paise | undefined): Warning | null =>
  issued === undefined || issued === quoted ? null : differs(field, formatMoney(quoted));

const differs = (field: string, quoted: string): Warning =>
  warning(field, 'quotation-differs', `${quoted} was quoted.`);

const warning = (field: string, code: string, message: string): Warning => ({
  field,
  code,
  message,
});
