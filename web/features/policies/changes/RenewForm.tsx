import { Checkbox } from '@blueprintjs/core';
import { lostBonus } from '@insuremanager/contracts/claims/claimWarnings';
import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useWatch } from 'react-hook-form';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  ClaimsOfDocument,
  type RenewalInput,
  RenewPolicyDocument,
} from '../../../data/operations.generated';
import { PolicyFields } from '../../../records/policies/PolicyFields';
import { labelsOf, type PolicyFormValues, warningsOf } from '../../../records/policies/policyForm';
import { useOpenRecord } from '../../../records/useOpenRecord';
import type { FieldGroup } from '../../../ui/record/fieldsForm';
import { FormNote, RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../../ui/record/useRecordForm';
import { formatValue, POLICY, type Policy, target } from '../policy';
import { breakBefore, renewalFormOf, renewalOf, renewalSchema } from './renewal';
import { useChangePolicy } from './useChangePolicy';
import './changes.css';

const TERM: FieldGroup<PolicyField> = { heading: 'Next term', fields: ['startDate', 'endDate'] };
const NUMBER: FieldGroup<PolicyField> = {
  heading: 'Policy',
  fields: ['policyNumber', 'insuranceCompany'],
};

const GROUPS: Readonly<Record<PolicyKind, FieldGroup<PolicyField>[]>> = {
  health: [
    TERM,
    { ...NUMBER, fields: [...NUMBER.fields, 'policyType'] },
    { heading: 'Cover and premium', fields: ['sumAssured', 'premiumAmount', 'premiumFrequency'] },
  ],
  vehicle: [
    TERM,
    { ...NUMBER, fields: [...NUMBER.fields, 'vehicleNumber'] },
    {
      heading: 'Cover and premium',
      fields: [
        'sumAssured',
        'premiumAmount',
        'premiumFrequency',
        'ownDamagePremium',
        'thirdPartyPremium',
        'premiumGst',
        'coverType',
        'ncbPercent',
        'thirdPartyEndDate',
      ],
    },
  ],
};

const done = ({ policyNumber, startDate, endDate }: Policy) => ({
  title: 'Policy Renewed',
  description: `${policyNumber} runs from ${formatDay(startDate)} to ${formatDay(endDate)}.`,
});

const renew = (policy: Policy, input: RenewalInput, commandId: string) =>
  operation(RenewPolicyDocument, { ...target(policy), input, commandId });

/** Makes the next term of a policy, which stands filled in already. */
export function RenewForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const { kind } = policy;
  const form = useValidatedForm<PolicyFormValues>(renewalFormOf(policy), renewalSchema(policy));
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const save = useChangePolicy(policy.kind, 'renew', renew);
  const openRecord = useOpenRecord();
  const edit = useRecordForm({
    ...ends,
    type: POLICY[policy.kind],
    opened: policy,
    form,
    rules: { labels: labelsOf(kind), formOf: renewalFormOf, format: formatValue },
    changesOf: (_base, typed) => renewalOf(kind, typed),
    save,
    done,
    view: openRecord,
  });

  const kycStatus = policy.customer?.kycStatus ?? null;
  const { customerId: kyc, ...warnings } = warningsOf(
    kind,
    values,
    kycStatus,
    kolkataDay(new Date()),
  );
  const gap = breakBefore(policy, values);
  const ncbPercent = useLostBonus(policy, values);
  const keepsNumber = values.policyNumber === policy.policyNumber;
  const keepNumber = (keeps: boolean) => {
    form.setValue('policyNumber', keeps ? policy.policyNumber : '', { shouldDirty: true });
    if (!keeps) form.setFocus('policyNumber');
  };
  return (
    <RecordForm edit={edit} submitLabel="Renew Policy">
      <p className="muted">
        {policy.policyNumber} of {policy.customer?.name ?? 'an erased customer'} ends on{' '}
        {formatDay(policy.endDate)}.
      </p>
      {kyc && <FormNote>{kyc}</FormNote>}
      <PolicyFields
        kind={kind}
        form={form}
        groups={GROUPS[kind]}
        warnings={{
          ...warnings,
          ...(gap && { startDate: gap }),
          ...(ncbPercent && { ncbPercent }),
        }}
        warnsAtOnce
        autoFocus="premiumAmount"
        extras={{
          policyNumber: {
            notes: (
              <Checkbox
                className="keep-number"
                label={`Keep the number ${policy.policyNumber}`}
                checked={keepsNumber}
                onChange={({ currentTarget: { checked } }) => keepNumber(checked)}
              />
            ),
          },
        }}
      />
    </RecordForm>
  );
}

/** A claim for damage or theft in the term that ends takes the No-Claim Bonus of the next one. */
function useLostBonus(policy: Policy, { ncbPercent }: PolicyFormValues): string | undefined {
  const filter = { policyId: policy.id };
  const { data } = useGatewayQuery(operation(ClaimsOfDocument, { filter }), {
    skip: policy.kind !== 'vehicle',
  });
  return lostBonus(data?.claims.items ?? [], Number(ncbPercent))?.message;
}
