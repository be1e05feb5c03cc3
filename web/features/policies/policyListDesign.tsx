import { DriveTime, Heart } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type PolicySort, policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { PolicyListDocument } from '../../data/operations.generated';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { PolicyBadges, policyBadges } from '../../records/policies/PolicyBadges';
import { formatDecimal, formatSum, Premium } from '../../records/policies/Premium';
import { wordsOf } from '../../records/policies/policyLabels';
import { VehicleTypeIcon } from '../../records/policies/VehicleTypeIcon';
import {
  ADDED,
  LONGEST_INSURER,
  LONGEST_NUMBER,
  textColumn,
  wholeColumn,
} from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { POLICY, type Policy } from './policy';
import './policyTable.css';
import { formatCount } from '../../ui/format';
import { labelOf } from '../../ui/labels';

export type PolicyCriteria = ReturnType<typeof policyListOf>['criteria'];
type PolicyListDesign = ListDesign<Policy, PolicySort, PolicyCriteria>;
type PolicyColumn = Column<Policy, PolicySort>;

/** `Maruti Suzuki Swift 2021`, as far as it is known. */
export const vehicleName = ({ vehicleMake, vehicleModel, vehicleYear }: Policy): string =>
  [vehicleMake, vehicleModel, vehicleYear].filter(Boolean).join(' ');

const number: PolicyColumn = {
  key: 'number',
  label: 'Policy',
  sort: 'number',
  room: { cut: ({ policyNumber }) => policyNumber, least: LONGEST_NUMBER },
  className: 'policy-number tabular ellipsis',
  title: ({ policyNumber }) => policyNumber,
  render: ({ policyNumber }) => policyNumber,
};
const insurer = textColumn<Policy, PolicySort>({
  key: 'insurer',
  label: 'Insurer',
  least: LONGEST_INSURER,
  text: ({ insuranceCompany }) => insuranceCompany,
});
const type = textColumn<Policy, PolicySort>({
  key: 'type',
  label: 'Type',
  text: ({ policyType }) => policyType && labelOf(policyType),
});
const vehicle: PolicyColumn = {
  key: 'vehicle',
  label: 'Vehicle',
  // The plate above the name, and a picture before both.
  room: {
    whole: ({ vehicleNumber }) => formatPlate(vehicleNumber ?? ''),
    cut: vehicleName,
    least: 104,
    extra: 32,
  },
  height: 40,
  className: 'icon-cell',
  title: (policy) => `${formatPlate(policy.vehicleNumber ?? '')} ${vehicleName(policy)}`.trim(),
  render: (policy) => (
    <>
      {policy.vehicleType && <VehicleTypeIcon type={policy.vehicleType} />}
      <span className="two-lines">
        <span className="tabular whole">{formatPlate(policy.vehicleNumber ?? '')}</span>
        <span className="muted ellipsis" dir="auto">
          {vehicleName(policy)}
        </span>
      </span>
    </>
  ),
};
const premium: PolicyColumn = {
  key: 'premium',
  label: 'Premium',
  sort: 'premium',
  align: 'end',
  room: { whole: ({ premiumAmount }) => formatDecimal(premiumAmount) },
  height: 40,
  className: 'tabular whole',
  render: (policy) => <Premium policy={policy} />,
};
const term: PolicyColumn = wholeColumn({
  key: 'term',
  label: 'Term',
  sort: 'ends',
  className: 'quiet',
  text: ({ startDate, endDate }) => `${formatDay(startDate)} – ${formatDay(endDate)}`,
});
const status: PolicyColumn = {
  key: 'status',
  label: 'Status',
  room: { badges: (policy) => policyBadges(policy).map(({ text }) => text) },
  render: (policy) => <PolicyBadges policy={policy} />,
};

const sumAssured = wholeColumn<Policy, PolicySort>({
  key: 'cover',
  label: 'Sum assured',
  align: 'end',
  className: 'quiet',
  text: (policy) => formatSum(policy.sumAssured),
});
const daysLeft = wholeColumn<Policy, PolicySort>({
  key: 'left',
  label: 'Days left',
  align: 'end',
  className: 'quiet',
  // Of what has ended, none are left.
  text: ({ daysUntilExpiry }) => (daysUntilExpiry < 0 ? null : formatCount(daysUntilExpiry)),
});
const reminded = wholeColumn<Policy, PolicySort>({
  key: 'reminded',
  label: 'Reminded',
  className: 'quiet',
  text: ({ lastReminderDate }) => lastReminderDate && formatDay(lastReminderDate),
});
const coverType = textColumn<Policy, PolicySort>({
  key: 'cover-type',
  label: 'Cover',
  text: (policy) => policy.coverType && labelOf(policy.coverType),
});
const bonus = wholeColumn<Policy, PolicySort>({
  key: 'ncb',
  label: 'NCB',
  align: 'end',
  className: 'quiet',
  text: ({ ncbPercent }) => (ncbPercent === null ? null : `${ncbPercent}%`),
});
const thirdPartyEnd = wholeColumn<Policy, PolicySort>({
  key: 'third-party',
  label: 'Third-party cover ends',
  className: 'quiet',
  text: ({ thirdPartyEndDate }) => thirdPartyEndDate && formatDay(thirdPartyEndDate),
});

const designOf = (
  kind: PolicyKind,
  parts: Pick<PolicyListDesign, 'columns' | 'furtherColumns' | 'stacks' | 'beside' | 'card'>,
): PolicyListDesign => ({
  type: POLICY[kind],
  label: wordsOf(kind).heading,
  names: wordsOf(kind),
  className: `policy-table ${kind}-policies`,
  list: policyListOf(kind),
  document: PolicyListDocument,
  views: `${kind}_policies`,
  always: { kind },
  icon: kind === 'health' ? <Heart size={20} /> : <DriveTime size={20} />,
  exported: `${kind}-policies`,
  rowHeights: { wide: 56, medium: 64 },
  addLabel: `Add ${POLICY[kind].title}`,
  ...parts,
});

const BESIDE = [['number', 'customer'], ['left'], ['status']];

export const POLICY_LISTS: Readonly<Record<PolicyKind, PolicyListDesign>> = {
  health: designOf('health', {
    columns: [number, CUSTOMER_COLUMN, insurer, type, premium, term, status, ADDED],
    furtherColumns: [sumAssured, daysLeft, reminded, PHONE_COLUMN],
    stacks: [['number', 'customer'], ['insurer', 'type'], ['premium'], ['term'], ['status']],
    beside: BESIDE,
    card: [['number'], ['customer', 'premium'], ['insurer', 'type'], ['term'], ['status']],
  }),
  vehicle: designOf('vehicle', {
    columns: [number, vehicle, CUSTOMER_COLUMN, insurer, premium, term, status, ADDED],
    furtherColumns: [sumAssured, coverType, bonus, thirdPartyEnd, daysLeft, reminded, PHONE_COLUMN],
    stacks: [['number', 'customer'], ['vehicle'], ['insurer', 'term'], ['premium'], ['status']],
    beside: BESIDE,
    card: [['number'], ['vehicle', 'premium'], ['customer'], ['insurer'], ['term'], ['status']],
  }),
};
