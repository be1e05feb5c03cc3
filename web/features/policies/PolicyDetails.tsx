import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { frequencyOf } from '../../data/frequency';
import { operation, useGatewayQuery } from '../../data/operation';
import { SourceQuotationDocument } from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { customerGroup } from '../../records/customers/CustomerLink';
import { PolicyBadges } from '../../records/policies/PolicyBadges';
import { formatDecimal } from '../../records/policies/Premium';
import type { FieldGroup } from '../../records/policies/policyFieldGroups';
import { VEHICLE_FIELDS } from '../../records/policies/policyFieldGroups';
import { formatValue, labelsOf } from '../../records/policies/policyForm';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import type { Policy } from './policy';

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
      fields: VEHICLE_FIELDS,
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

function formatField(policy: Policy, field: PolicyField): ReactNode {
  const value = policy[field];
  if (value === null || value === '') return null;
  switch (field) {
    case 'status':
      return <PolicyBadges policy={policy} />;
    case 'sumAssured':
    case 'premiumAmount':
      return formatDecimal(String(value));
    case 'premiumFrequency':
      return formatValue(field, frequencyOf(policy.premiumFrequency));
    case 'startDate':
    case 'endDate':
    case 'thirdPartyEndDate':
      return formatDay(String(value));
    case 'vehicleNumber':
      return formatPlate(String(value));
    default:
      return formatValue(field, String(value));
  }
}

export const PolicyDetails = ({ policy }: { policy: Policy }) => {
  const { kind, quotationId } = policy;
  const { lastReminderDate } = policy;
  const groups = fieldGroups(
    GROUPS[kind],
    (field) => labelsOf(kind)[field],
    (field) => formatField(policy, field),
  );
  const source = quotationId && {
    label: 'From quotation',
    value: <SourceQuotation id={quotationId} />,
  };
  const reminded = {
    label: 'Last reminder',
    value: lastReminderDate && formatDay(lastReminderDate),
  };
  const record = {
    heading: 'Record',
    rows: [...recordRows(policy), reminded, source || []].flat(),
  };
  return <Details groups={[customerGroup(policy), ...groups, record]} />;
};

/** The quotation that a policy came from; opens it. */
function SourceQuotation({ id }: { id: number }) {
  const { data } = useGatewayQuery(operation(SourceQuotationDocument, { id }));
  return (
    <Link to={addressOfRecord({ kind: 'quotation', id })} state={OPENED_HERE}>
      {data?.quotation?.quotationNumber ?? `Quotation ${id}`}
    </Link>
  );
}
