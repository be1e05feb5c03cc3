import type { KycStatus } from '../customers/kycStatuses.js';
import { addDays, addYears, daysBetween } from '../rules/calendar.js';
import { gstRateOn } from '../rules/gst.js';
import { type Day, formatDay } from '../rules/kolkataDay.js';
import { formatMoney } from '../rules/money.js';
import { plateWarning } from '../rules/vehicleNumber.js';
import { vehicleYearWarning } from '../rules/vehicleYear.js';
import type { Warning } from '../rules/warning.js';
import type { PolicyTerm } from './policyInputs.js';
import type { PolicyKind, PolicyStatus } from './policyKinds.js';
import { partsOfPremium, ROUNDED_BY } from './premiumParts.js';

/** Longer terms exist only for third-party cover of new vehicles: three and five years. */
const LONGEST_USUAL_TERM_DAYS = 5 * 366;

/** What is accepted of a term and yet looks wrong, for values in normal form. */
export function policyWarnings(
  kind: PolicyKind,
  term: PolicyTerm,
  status: PolicyStatus,
  today: Day,
): Warning[] {
  const { startDate, endDate, sumAssured, premiumAmount, vehicleNumber, vehicleYear } = term;
  return [
    kind === 'vehicle' && vehicleNumber
      ? plateWarning(vehicleNumber, term.chassisNumber !== null)
      : null,
    vehicleYear === null ? null : vehicleYearWarning(vehicleYear, today),
    sumAssured === 0 ? warning('sumAssured', 'amount-zero', 'The sum assured is zero.') : null,
    premiumAmount === 0 ? warning('premiumAmount', 'amount-zero', 'The premium is zero.') : null,
    premiumAmount > sumAssured && sumAssured > 0
      ? warning('premiumAmount', 'premium-above-cover', 'The premium is higher than the cover.')
      : null,
    ...(kind === 'vehicle' ? partWarnings(term) : []),
    isMinor(term.nomineeBirthDate, today) && !term.appointeeName
      ? warning(
          'nomineeBirthDate',
          'nominee-minor',
          'The nominee is under 18: name an appointee, who is paid for them.',
        )
      : null,
    status === 'active' && endDate < today
      ? warning('endDate', 'already-ended', 'This term is over: the policy will be set to expired.')
      : null,
    daysBetween(startDate, endDate) > LONGEST_USUAL_TERM_DAYS
      ? warning('endDate', 'term-unusual', 'This term is longer than five years.')
      : null,
  ].filter((one) => one !== null);
}

/**
 * Whether a nominee cannot give a receipt yet: not before the 18th birthday (Indian Majority Act
 * 1875, section 3). The policyholder may then appoint somebody who is paid while that is so
 * (Insurance Act 1938, section 39(1), proviso, of life policies); health insurers ask for an
 * appointee in the same case. It is a warning, as the law allows it and demands it of nobody.
 */
const isMinor = (birthDate: Day | null, today: Day): boolean =>
  birthDate ? addYears(birthDate, 18) > today : false;

/** Vehicles of which third-party cover may be taxed less: goods carriages. */
const LESS_TAXED = ['truck', 'other'];

/** What of the parts of a motor premium does not go with its cover, or with the tax on it. */
function partWarnings(term: PolicyTerm): (Warning | null)[] {
  const { coverType, ownDamagePremium, thirdPartyPremium, premiumGst, vehicleType } = term;
  const parts = partsOfPremium(term);
  const percent = gstRateOn('motor', term.startDate);
  const net = parts === null ? 0 : parts.ownDamage + parts.thirdParty;
  const usual = Math.round((net * percent) / 100);
  const over = parts === null ? 0 : parts.gst - usual;
  const isLess = over < -ROUNDED_BY - 1 && !LESS_TAXED.includes(vehicleType ?? 'other');
  return [
    coverType === 'third_party' && ownDamagePremium
      ? warning('ownDamagePremium', 'part-not-covered', 'Third-party cover has no own damage.')
      : null,
    coverType === 'own_damage' && thirdPartyPremium
      ? warning('thirdPartyPremium', 'part-not-covered', 'Own-damage cover has no third party.')
      : null,
    over > ROUNDED_BY + 1 || isLess
      ? warning(
          premiumGst === null ? 'premiumAmount' : 'premiumGst',
          'gst-unusual',
          `${percent} % GST of ${formatMoney(net)} would be ${formatMoney(usual)}.`,
        )
      : null,
  ];
}

/** KYC is mandatory at purchase since 1 January 2023 (IRDAI). */
export const kycWarning = (kycStatus: KycStatus): Warning | null =>
  kycStatus === 'verified'
    ? null
    : warning('customerId', 'kyc-not-verified', 'The KYC of this customer is not verified.');

/** A renewal that does not begin on the day after. `ended`: the last day of the term before. */
export const breakWarning = (kind: PolicyKind, ended: Day, starts: Day): Warning | null => {
  if (starts <= addDays(ended, 1)) return null;
  const days = daysBetween(ended, starts) - 1;
  const consequence =
    kind === 'health'
      ? 'waiting periods may begin again.'
      : days > 90
        ? 'the no-claim bonus is lost after 90 days.'
        : 'there is no cover and no grace in between.';
  return warning(
    'startDate',
    'break-in-cover',
    `${days} ${days === 1 ? 'day' : 'days'} without cover: ${consequence}`,
  );
};

/** A term that was renewed and made longer since. `ends`: its last day. */
export const overlapWarning = (ends: Day, nextStarts: Day): Warning | null =>
  ends < nextStarts
    ? null
    : warning(
        'endDate',
        'overlaps-next-term',
        `The next term begins on ${formatDay(nextStarts)}, before this one has ended.`,
      );

const warning = (field: string, code: string, message: string): Warning => ({
  field,
  code,
  message,
});
