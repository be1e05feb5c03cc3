import { useMutation } from '@apollo/client/react';
import { Checkbox } from '@blueprintjs/core';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type RenewalInput, RenewPolicyDocument } from '../../../data/operations.generated';
import { PolicyFields } from '../../../ui/policies/PolicyFields';
import { type FieldGroup, REQUIRED_POLICY_FIELDS } from '../../../ui/policies/policyFieldGroups';
import { labelsOf, shownValue } from '../../../ui/policies/policyFieldWords';
import { type PolicyFormValues, warningsOf } from '../../../ui/policies/policyForm';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, validatedBy } from '../../../ui/record/useRecordForm';
import type { Policy } from '../policy';
import { FormNote } from './FormNote';
import { breakBefore, renewalFormOf, renewalOf, renewalSchema } from './renewal';
import { useChangePolicy } from './useChangePolicy';

const TERM: FieldGroup = { heading: 'Next term', fields: ['startDate', 'endDate'] };
const NUMBER: FieldGroup = { heading: 'Policy', fields: ['policyNumber', 'insuranceCompany'] };

const GROUPS: Readonly<Record<PolicyKind, FieldGroup[]>> = {
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
        'coverType',
        'ncbPercent',
        'thirdPartyEndDate',
      ],
    },
  ],
};

const done = ({ policyNumber, startDate, endDate }: Policy) => ({
  title: 'Policy Renewed',
  description: `${policyNumber} runs from ${shownDay(startDate)} to ${shownDay(endDate)}.`,
});

/** Makes the next term of a policy, which stands filled in already. */
export function RenewForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const { kind } = policy;
  const form = useForm<PolicyFormValues>({
    defaultValues: renewalFormOf(policy),
    resolver: validatedBy(renewalSchema(policy)),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const save = useChangePolicy(kind, 'renew', useSendRenewal());
  const edit = useRecordForm({
    ...ends,
    one: 'policy',
    opened: policy,
    form,
    rules: { labels: labelsOf(kind), formOf: renewalFormOf, shown: shownValue },
    changesOf: (_base, typed) => renewalOf(kind, typed),
    save,
    done,
  });

  const kycStatus = policy.customer?.kycStatus ?? null;
  const { customerId: kyc, ...warnings } = warningsOf(
    kind,
    values,
    kycStatus,
    kolkataDay(new Date()),
  );
  const gap = breakBefore(policy, values);
  const keepsNumber = values.policyNumber === policy.policyNumber;
  const keepNumber = (keeps: boolean) => {
    form.setValue('policyNumber', keeps ? policy.policyNumber : '', { shouldDirty: true });
    if (!keeps) form.setFocus('policyNumber');
  };
  return (
    <RecordForm
      edit={edit}
      one="policy"
      addLabel="Renew Policy"
      saveLabel="Renew Policy"
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <p className="muted">
        {policy.policyNumber} of {policy.customer?.name ?? 'an erased customer'} ends on{' '}
        {shownDay(policy.endDate)}.
      </p>
      {kyc && <FormNote>{kyc}</FormNote>}
      <PolicyFields
        kind={kind}
        form={form}
        groups={GROUPS[kind]}
        required={REQUIRED_POLICY_FIELDS}
        warnings={gap ? { ...warnings, startDate: gap } : warnings}
        warnsAtOnce
        autoFocus="startDate"
        notes={{
          policyNumber: (
            <Checkbox
              className="keep-number"
              label={`Keep the number ${policy.policyNumber}`}
              checked={keepsNumber}
              onChange={({ currentTarget: { checked } }) => keepNumber(checked)}
            />
          ),
        }}
      />
    </RecordForm>
  );
}

function useSendRenewal() {
  const [renew] = useMutation(RenewPolicyDocument);
  return useCallback(
    async ({ id, kind, version }: Policy, input: RenewalInput, commandId: string) => {
      const variables = { id, kind, expectedVersion: version, input, commandId };
      return (await renew({ variables })).data?.renewPolicy.policy;
    },
    [renew],
  );
}
