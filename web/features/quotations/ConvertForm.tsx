import { useMutation } from '@apollo/client/react';
import { Callout, Intent } from '@blueprintjs/core';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  ConvertQuotationDocument,
  type PolicyInput as WireInput,
} from '../../data/operations.generated';
import { PolicyFields } from '../../ui/policies/PolicyFields';
import { POLICY_FIELD_GROUPS, REQUIRED_POLICY_FIELDS } from '../../ui/policies/policyFieldGroups';
import { labelsOf, shownValue as shownInPolicy } from '../../ui/policies/policyFieldWords';
import { inputOf, type PolicyFormValues, policyFormSchema } from '../../ui/policies/policyForm';
import { wordsOf } from '../../ui/policies/policyWords';
import { RecordForm } from '../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, validatedBy } from '../../ui/record/useRecordForm';
import { type Save, useSaveRecord } from '../../ui/record/useSaveRecord';
import { conversionWarningsOf, policyFormFrom } from './conversion';
import type { Quotation } from './quotation';
import { shownValue } from './quotationEdit';
import { useForgetFigures } from './useForgetFigures';
import { useLoadNow } from './useSaveQuotation';
import './ConvertForm.css';

type ConvertFormProps = FormEnds & { quotation: Quotation };

/** Issues the policy that an accepted quotation becomes; what was quoted stands filled in. */
export function ConvertForm({ quotation, ...ends }: ConvertFormProps) {
  const { quotationNumber, insuranceType: kind } = quotation;
  const form = useForm<PolicyFormValues>({
    defaultValues: policyFormFrom(quotation),
    resolver: validatedBy(policyFormSchema(kind)),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const forgetFigures = useForgetFigures();
  const edit = useRecordForm({
    ...ends,
    onSaved: (id) => {
      forgetFigures(true);
      return ends.onSaved(id);
    },
    one: 'quotation',
    opened: quotation,
    form,
    rules: { labels: labelsOf(kind), formOf: policyFormFrom, shown: shownInPolicy },
    changesOf: (_base, typed) => inputOf(kind, typed),
    save: useConvert(),
    failed: 'Failed to save policy. Please try again.',
    done: () => ({
      title: 'Policy Created',
      description: `${form.getValues('policyNumber').trim()} has been issued from ${quotationNumber}.`,
    }),
  });
  // What is to become a policy is what it says now, whatever it said as the form was opened.
  const quoted = edit.base ?? quotation;
  const addLabel = `Issue ${wordsOf(kind).titled}`;
  if (quoted.insuranceType !== kind) {
    return (
      <div className="record-form-fields">
        <Callout role="alert" intent={Intent.WARNING} icon={null}>
          This quotation is of another type of insurance now. Close this, then convert it anew.
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
    <RecordForm
      edit={edit}
      one="quotation"
      addLabel={addLabel}
      saveLabel={addLabel}
      staleLabel={addLabel}
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <p className="muted convert-for">
        For {quoted.customer?.name ?? `customer ${quoted.customerId}`}, as quoted in{' '}
        {quotationNumber}.
      </p>
      <PolicyFields
        kind={kind}
        form={form}
        groups={groups}
        required={REQUIRED_POLICY_FIELDS}
        warnings={conversionWarningsOf(quoted, values, kolkataDay(new Date()))}
        warnsAtOnce={false}
        autoFocus="policyNumber"
      />
    </RecordForm>
  );
}

function useConvert(): Save<Quotation, WireInput> {
  const [convert] = useMutation(ConvertQuotationDocument);
  const loadNow = useLoadNow();
  const send = useCallback(
    async (base: Quotation | null, input: WireInput, commandId: string) => {
      if (!base) throw new Error('A conversion needs a quotation');
      const { id, version: expectedVersion } = base;
      const { data } = await convert({ variables: { id, input, expectedVersion, commandId } });
      return data?.convertQuotation.quotation;
    },
    [convert],
  );
  const save = useSaveRecord<Quotation, WireInput>({ send, loadNow });
  return useCallback(
    async (base, input) => {
      const outcome = await save(base, input);
      // What was refused may have become a policy meanwhile, or be accepted no more.
      const isRefused = outcome.kind === 'refused' && outcome.failure.code === 'CONFLICT';
      if (base && isRefused) await loadNow(base.id).catch(() => null);
      return outcome;
    },
    [save, loadNow],
  );
}
