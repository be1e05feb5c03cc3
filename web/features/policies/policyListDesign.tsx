import { DriveTime, Heart } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicySort } from '@insuremanager/contracts/policies/policyViews';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { HolderLink } from '../../app/HolderLink';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { textColumn } from '../../ui/list/textColumn';
import { PolicyBadges } from '../../ui/policies/PolicyBadges';
import { Premium } from '../../ui/policies/Premium';
import { POLICY_TYPE_WORDS, wordsOf } from '../../ui/policies/policyWords';
import { VehicleTypeIcon } from '../../ui/policies/VehicleTypeIcon';
import type { Policy } from './policy';
import { POLICY_SORT_RULES } from './policyListAddress';
import './policyTable.css';

type PolicyColumn = Column<Policy, PolicySort>;

/** `Maruti Suzuki Swift 2021`, as far as it is known. */
export const vehicleName = ({ vehicleMake, vehicleModel, vehicleYear }: Policy): string =>
  [vehicleMake, vehicleModel, vehicleYear].filter(Boolean).join(' ');

const number: PolicyColumn = {
  key: 'number',
  label: 'Policy',
  sort: 'number',
  className: 'policy-number tabular',
  title: ({ policyNumber }) => policyNumber,
  render: ({ policyNumber }) => <span className="ellipsis">{policyNumber}</span>,
};
const holder: PolicyColumn = {
  key: 'holder',
  label: 'Customer',
  className: 'ellipsis',
  title: ({ customer }) => customer?.name,
  render: ({ customer }) => <HolderLink customer={customer} isInRow />,
};
const insurer = textColumn<Policy, PolicySort>({
  key: 'insurer',
  label: 'Insurer',
  text: ({ insuranceCompany }) => insuranceCompany,
});
const type = textColumn<Policy, PolicySort>({
  key: 'type',
  label: 'Type',
  text: ({ policyType }) => policyType && POLICY_TYPE_WORDS[policyType],
});
const vehicle: PolicyColumn = {
  key: 'vehicle',
  label: 'Vehicle',
  className: 'policy-vehicle',
  title: (policy) => `${shownPlate(policy.vehicleNumber ?? '')} ${vehicleName(policy)}`.trim(),
  render: (policy) => (
    <>
      {policy.vehicleType && <VehicleTypeIcon type={policy.vehicleType} />}
      <span className="policy-vehicle-text">
        <span className="tabular">{shownPlate(policy.vehicleNumber ?? '')}</span>
        <span className="muted ellipsis">{vehicleName(policy)}</span>
      </span>
    </>
  ),
};
const premium: PolicyColumn = {
  key: 'premium',
  label: 'Premium',
  sort: 'premium',
  className: 'tabular',
  render: (policy) => <Premium policy={policy} />,
};
const term: PolicyColumn = {
  key: 'term',
  label: 'Term',
  sort: 'ends',
  className: 'policy-term tabular quiet',
  render: ({ startDate, endDate }) => `${shownDay(startDate)} – ${shownDay(endDate)}`,
};
const status: PolicyColumn = {
  key: 'status',
  label: 'Status',
  render: (policy) => <PolicyBadges policy={policy} />,
};
const added: PolicyColumn = {
  key: 'added',
  label: 'Added',
  sort: 'added',
  className: 'tabular quiet',
  render: ({ createdAt }) => shownDay(kolkataDay(new Date(createdAt))),
};

const COMMON = {
  sortRules: POLICY_SORT_RULES,
  nameOf: ({ policyNumber }: Policy) => policyNumber,
} as const;

const designOf = (
  kind: PolicyKind,
  parts: Pick<ListDesign<Policy, PolicySort>, 'columns' | 'rowHeights' | 'addLabel'>,
): ListDesign<Policy, PolicySort> => ({
  ...COMMON,
  label: wordsOf(kind).heading,
  className: `policy-table ${kind}-policies`,
  words: { one: wordsOf(kind).one, many: wordsOf(kind).many },
  empty: {
    icon: kind === 'health' ? <Heart size={20} /> : <DriveTime size={20} />,
    text: 'Get started by adding your first policy',
  },
  noneMatch: 'No policies match your search criteria',
  ...parts,
});

export const POLICY_LISTS: Readonly<Record<PolicyKind, ListDesign<Policy, PolicySort>>> = {
  health: designOf('health', {
    columns: [number, holder, insurer, type, premium, term, status, added],
    rowHeights: { wide: 56, medium: 64, card: 140 },
    addLabel: 'Add Health Policy',
  }),
  vehicle: designOf('vehicle', {
    columns: [number, vehicle, holder, insurer, premium, term, status, added],
    rowHeights: { wide: 56, medium: 64, card: 168 },
    addLabel: 'Add Vehicle Policy',
  }),
};
