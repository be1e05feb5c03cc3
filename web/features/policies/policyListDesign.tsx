import { DriveTime, Heart } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type PolicySort, policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { PolicyListDocument } from '../../data/operations.generated';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { PolicyBadges, policyBadges } from '../../records/policies/PolicyBadges';
import { formatSum, PREMIUM_COLUMN } from '../../records/policies/Premium';
import { wordsOf } from '../../records/policies/policyLabels';
import { VehicleTypeIcon } from '../../records/policies/VehicleTypeIcon';
import {
  ADDED,
  columnsOf,
  LONGEST_INSURER,
  LONGEST_NUMBER,
  QUIET,
  QUIET_FIGURE,
} from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { POLICY, type Policy } from './policy';
import './policyTable.css';
import { formatCount } from '../../ui/format';
import { labelOf } from '../../ui/labels';

export type PolicyCriteria = ReturnType<typeof policyListOf>['criteria'];
type PolicyListDesign = ListDesign<Policy, PolicySort, PolicyCriteria>;
type PolicyColumn = Column<Policy, PolicySort>;
const column = columnsOf<Policy, PolicySort>();

/** `Maruti Suzuki Swift 2021`, as far as it is known. */
const vehicleName = ({ vehicleMake, vehicleModel, vehicleYear }: Policy): string =>
  [vehicleMake, vehicleModel, vehicleYear].filter(Boolean).join(' ');

const number = column.text('number', 'Policy', ({ policyNumber }) => policyNumber, {
  sort: 'number',
  className: 'policy-number',
  least: LONGEST_NUMBER,
});
const insurer = column.text('insurer', 'Insurer', ({ insuranceCompany }) => insuranceCompany, {
  least: LONGEST_INSURER,
});
const type = column.text('type', 'Type', ({ policyType }) => policyType && labelOf(policyType));
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
const term = column.whole(
  'term',
  'Term',
  ({ startDate, endDate }) => `${formatDay(startDate)} – ${formatDay(endDate)}`,
  { ...QUIET, sort: 'ends' },
);
const status: PolicyColumn = {
  key: 'status',
  label: 'Status',
  room: { badges: (policy) => policyBadges(policy).map(({ text }) => text) },
  render: (policy) => <PolicyBadges policy={policy} />,
};

const sumAssured = column.whole(
  'cover',
  'Sum assured',
  (policy) => formatSum(policy.sumAssured),
  QUIET_FIGURE,
);
const daysLeft = column.whole(
  'left',
  'Days left',

  // Of what has ended, none are left.
  ({ daysUntilExpiry }) => (daysUntilExpiry < 0 ? null : formatCount(daysUntilExpiry)),
  QUIET_FIGURE,
);
const reminded = column.whole(
  'reminded',
  'Reminded',
  ({ lastReminderDate }) => lastReminderDate && formatDay(lastReminderDate),
  QUIET,
);
const coverType = column.text(
  'cover-type',
  'Cover',
  (policy) => policy.coverType && labelOf(policy.coverType),
);
const bonus = column.whole(
  'ncb',
  'NCB',
  ({ ncbPercent }) => (ncbPercent === null ? null : `${ncbPercent}%`),
  QUIET_FIGURE,
);
const thirdPartyEnd = column.whole(
  'third-party',
  'Third-party cover ends',
  ({ thirdPartyEndDate }) => thirdPartyEndDate && formatDay(thirdPartyEndDate),
  QUIET,
);

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
    columns: [number, CUSTOMER_COLUMN, insurer, type, PREMIUM_COLUMN, term, status, ADDED],
    furtherColumns: [sumAssured, daysLeft, reminded, PHONE_COLUMN],
    stacks: [['number', 'customer'], ['insurer', 'type'], ['premium'], ['term'], ['status']],
    beside: BESIDE,
    card: [['number'], ['customer', 'premium'], ['insurer', 'type'], ['term'], ['status']],
  }),
  vehicle: designOf('vehicle', {
    columns: [number, vehicle, CUSTOMER_COLUMN, insurer, PREMIUM_COLUMN, term, status, ADDED],
    furtherColumns: [sumAssured, coverType, bonus, thirdPartyEnd, daysLeft, reminded, PHONE_COLUMN],
    stacks: [['number', 'customer'], ['vehicle'], ['insurer', 'term'], ['premium'], ['status']],
    beside: BESIDE,
    card: [['number'], ['vehicle', 'premium'], ['customer'], ['insurer'], ['term'], ['status']],
  }),
};
