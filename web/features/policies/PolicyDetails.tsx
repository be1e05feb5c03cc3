import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import { NOMINEE_FIELDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { SourceQuotationDocument } from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { customerGroup } from '../../records/customers/CustomerLink';
import { PolicyBadges } from '../../records/policies/PolicyBadges';
import { VEHICLE_FIELDS } from '../../records/policies/policyFieldGroups';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import type { FieldGroup } from '../../ui/record/fieldsForm';
import { PolicyPhone } from './PolicyPhone';
import { POLICY, type Policy } from './policy';

const GROUPS: Readonly<Record<PolicyKind, FieldGroup<PolicyField>[]>> = {
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
        'ownDamagePremium',
        'thirdPartyPremium',
        'premiumGst',
        'ncbPercent',
      ],
    },
  ],
};

export const PolicyDetails = ({ policy }: { policy: Policy }) => {
  const { kind, quotationId } = policy;
  const { lastReminderDate } = policy;
  // That there is none is said once.
  const said = NOMINEE_FIELDS.filter((field) => field === 'nomineeName' || policy[field] !== null);
  const nominee = kind === 'health' ? [{ heading: 'Nominee', fields: said }] : [];
  const groups = fieldGroups(POLICY[kind], [...GROUPS[kind], ...nominee], policy, (field) =>
    field === 'status' ? <PolicyBadges policy={policy} /> : undefined,
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
  return (
    <Details groups={[customerGroup(policy, <PolicyPhone policy={policy} />), ...groups, record]} />
  );
};

/** The quotation that a policy came from; opens it. */
function SourceQuotation({ id }: { id: number }) {
  const { data } = useGatewayQuery(operation(SourceQuotationDocument, { id }));
  return (
    <Link to={addressOfRecord({ kind: 'quotation', id })} state={OPENED_HERE}>
      {data?.quotation?.quotationNumber ?? 'Quotation'}
    </Link>
  );
}
