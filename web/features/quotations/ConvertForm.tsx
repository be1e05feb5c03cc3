import { useApolloClient } from '@apollo/client/react';
import { Callout, Intent } from '@blueprintjs/core';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { operation } from '../../data/operation';
import {
  ConvertQuotationDocument,
  type PolicyInput as WireInput,
} from '../../data/operations.generated';
import { INVALIDATED_BY_POLICIES } from '../../records/policies/invalidatedByPolicies';
import { PolicyFields } from '../../records/policies/PolicyFields';
import { POLICY_FIELD_GROUPS } from '../../records/policies/policyFieldGroups';
import {
  inputOf,
  labelsOf,
  type PolicyFormValues,
  policyFormSchema,
} from '../../records/policies/policyForm';
import { wordsOf } from '../../records/policies/policyLabels';
import { useOpenRecord } from '../../records/useOpenRecord';
import { formatText } from '../../ui/record/fieldsForm';
import { RecordForm } from '../../ui/record/RecordForm';
import { forgetFields, target } from '../../ui/record/recordType';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useChangeRecord } from '../../ui/record/useSaveRecord';
import { conversionWarningsOf, policyFormFrom } from './conversion';
import { QUOTATION, type Quotation } from './quotation';
import './NextStep.css';

const formatField = (field: string, text: string) => formatText(policyFields, field, text);

type ConvertFormProps = FormEnds & { quotation: Quotation };

const convert = (base: Quotation, input: WireInput, commandId: string) =>
  operation(ConvertQuotationDocument, { ...target(base), input, commandId });

/** Issues the policy that an accepted quotation becomes; what was quoted stands filled in. */
export function ConvertForm({ quotation, ...ends }: ConvertFormProps) {
  const { quotationNumber, insuranceType: kind } = quotation;
  const [today] = useState(() => kolkataDay(new Date()));
  const formOf = (now: Quotation) => policyFormFrom(now, today);
  const form = useValidatedForm<PolicyFormValues>(formOf(quotation), policyFormSchema(kind));
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const { cache } = useApolloClient();
  const openRecord = useOpenRecord();
  const edit = useRecordForm({
    ...ends,
    onSaved: (id) => {
      forgetFields(cache, ['policies', ...INVALIDATED_BY_POLICIES]);
      return ends.onSaved(id);
    },
    type: QUOTATION,
    opened: quotation,
    form,
    rules: { labels: labelsOf(kind), formOf, format: formatField },
    changesOf: (_base, typed) => inputOf(kind, typed),
    save: useChangeRecord(QUOTATION, convert),
    failed: 'Failed to save policy. Please try again.',
    view: ({ policyId }) => policyId !== null && openRecord({ kind, id: policyId }),
    done: () => ({
      title: 'Policy Created',
      description: `${form.getValues('policyNumber').trim()} has been issued from ${quotationNumber}.`,
    }),
  });
  // What is to become a policy is what it says now, whatever it said as the form was opened.
  const quoted = edit.base ?? quotation;
  const submitLabel = `Issue ${wordsOf(kind).titled}`;
  if (quoted.insuranceType !== kind) {
    return (
      <div className="record-form-fields">
        <Callout role="alert" intent={Intent.WARNING} icon={null}>
          The insurance type of this quotation has changed. Close this form and convert it again.
        </Callout>
      </div>
    );
  }
  // It is for whom it was quoted.
  const groups = POLICY_FIELD_GROUPS[kind].map(({ heading, fields }) => ({
    heading,
    fields: fields.filter((field) => field !== 'customerId'),
  }));
  return (
    <RecordForm edit={edit} submitLabel={submitLabel} staleLabel={submitLabel}>
      <p className="muted convert-for">
        For {quoted.customer?.name ?? 'a deleted customer'}, as quoted in {quotationNumber}.
      </p>
      <PolicyFields
        kind={kind}
        form={form}
        groups={groups}
        warnings={conversionWarningsOf(quoted, values, today)}
        warnsAtOnce={false}
        autoFocus="policyNumber"
      />
    </RecordForm>
  );
}
