import { useQuery } from '@apollo/client/react';
import {
  POLICY_LABELS,
  type PolicyField,
  policyLabel,
} from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { ReactNode } from 'react';
import { HolderLink } from '../../app/HolderLink';
import { frequencyOf } from '../../data/frequency';
import { PolicyAsOfDocument } from '../../data/operations.generated';
import { PolicyBadges } from '../../ui/policies/PolicyBadges';
import { shownDecimal } from '../../ui/policies/Premium';
import { shownValue } from '../../ui/policies/policyFieldWords';
import { AsOfSwitch, PastRecord } from '../../ui/record/AsOf';
import { type DetailGroup, Details } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { shownInstant } from '../../ui/shownInstant';
import type { Policy } from './policy';
import { SourceQuotation } from './SourceQuotation';

interface PolicyDetailsPanelProps {
  id: number;
  kind: PolicyKind;
  /** As of now; null for one that is in no list. */
  policy: Policy | null;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onDay: (day: Day | null) => void;
}

export function PolicyDetailsPanel({ id, kind, policy, day, onDay }: PolicyDetailsPanelProps) {
  return (
    <>
      <AsOfSwitch day={day} onDay={onDay} />
      {day ? <AsOf id={id} kind={kind} day={day} /> : <Now policy={policy} />}
    </>
  );
}

const Now = ({ policy }: { policy: Policy | null }) =>
  policy ? (
    <PolicyDetails policy={policy} />
  ) : (
    <p className="muted">There is no such policy in the lists now. The history tells the rest.</p>
  );

/** The past must not reach the cache: there the same policy is what it is now. */
function AsOf({ id, kind, day }: { id: number; kind: PolicyKind; day: Day }) {
  const { data, error, refetch } = useQuery(PolicyAsOfDocument, {
    variables: { id, kind, day },
    fetchPolicy: 'no-cache',
  });
  return (
    <PastRecord one="policy" day={day} record={data?.policyAsOf} error={error} onRetry={refetch}>
      {(policy) => <PolicyDetails policy={policy} />}
    </PastRecord>
  );
}

interface FieldGroup {
  heading: string;
  fields: PolicyField[];
}

const GROUPS: Readonly<Record<PolicyKind, FieldGroup[]>> = {
  health: [
    { heading: 'Term', fields: ['status', 'startDate', 'endDate'] },
    { heading: 'Policy', fields: ['insuranceCompany', 'policyType'] },
    { heading: 'Cover and premium', fields: ['sumAssured', 'premiumAmount', 'premiumFrequency'] },
  ],
  vehicle: [
    { heading: 'Term', fields: ['status', 'startDate', 'endDate', 'thirdPartyEndDate'] },
    {
      heading: 'Vehicle',
      fields: [
        'vehicleNumber',
        'vehicleType',
        'vehicleMake',
        'vehicleModel',
        'vehicleYear',
        'engineNumber',
        'chassisNumber',
      ],
    },
    {
      heading: 'Cover and premium',
      fields: [
        'insuranceCompany',
        'coverType',
        'sumAssured',
        'premiumAmount',
        'premiumFrequency',
        'ncbPercent',
      ],
    },
  ],
};

function shown(policy: Policy, field: PolicyField): ReactNode {
  const value = policy[field];
  if (value === null || value === '') return null;
  switch (field) {
    case 'status':
      return <PolicyBadges policy={policy} />;
    case 'sumAssured':
    case 'premiumAmount':
      return shownDecimal(String(value));
    case 'premiumFrequency':
      return shownValue(field, frequencyOf(policy.premiumFrequency));
    case 'startDate':
    case 'endDate':
    case 'thirdPartyEndDate':
      return shownDay(String(value));
    case 'vehicleNumber':
      return shownPlate(String(value));
    default:
      return shownValue(field, String(value));
  }
}

const PolicyDetails = ({ policy }: { policy: Policy }) => {
  const { customer, kind } = policy;
  const holder: DetailGroup = {
    heading: 'Customer',
    rows: [
      { label: POLICY_LABELS.customerId, value: <HolderLink customer={customer} /> },
      { label: 'Phone', value: customer && shownPhone(customer.phone) },
      { label: 'KYC', value: customer && <StatusBadge status={customer.kycStatus} /> },
    ],
  };
  const groups = GROUPS[kind].map(({ heading, fields }) => ({
    heading,
    rows: fields.map((field) => ({
      label: policyLabel(kind, field),
      value: shown(policy, field),
    })),
  }));
  const record: DetailGroup = {
    heading: 'Record',
    rows: [
      { label: 'Added', value: shownInstant(policy.createdAt) },
      { label: 'Last changed', value: shownInstant(policy.updatedAt) },
      ...(policy.quotationId === null
        ? []
        : [{ label: 'From quotation', value: <SourceQuotation id={policy.quotationId} /> }]),
    ],
  };
  return <Details groups={[holder, ...groups, record]} />;
};
