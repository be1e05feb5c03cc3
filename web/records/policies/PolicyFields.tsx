import { type PolicyField, policyFieldsOf } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { FieldGroup } from '../../ui/record/fieldsForm';
import { type FieldExtras, FieldGroups } from '../FormFields';
import { endAfterStart, type PolicyFormValues, wholeDay } from './policyForm';
import { useInsurerWarning } from './useInsurerWarning';

interface PolicyFieldsProps {
  kind: PolicyKind;
  form: UseFormReturn<PolicyFormValues>;
  groups: readonly FieldGroup<PolicyField>[];
  warnings: Partial<Record<PolicyField, string>>;
  /** Warnings also of fields that nobody has been in. */
  warnsAtOnce: boolean;
  autoFocus?: PolicyField;
  extras?: FieldExtras<PolicyField>;
}

export function PolicyFields(props: PolicyFieldsProps) {
  const { kind, form, warnings, extras, ...rest } = props;
  const proposeEnd = useProposedEnd(form);
  const insurerWarning = useInsurerWarning(
    useWatch({ control: form.control, name: 'insuranceCompany' }),
  );
  return (
    <FieldGroups
      {...rest}
      form={form}
      fields={policyFieldsOf(kind)}
      warnings={{ insuranceCompany: insurerWarning, ...warnings }}
      extras={{ ...extras, startDate: { onText: proposeEnd, ...extras?.startDate } }}
    />
  );
}

/** Takes the end date along when another start date is chosen. */
function useProposedEnd(form: UseFormReturn<PolicyFormValues>) {
  // While a date is typed it is none; the end follows the last that was one.
  const lastStart = useRef(form.getValues('startDate'));
  return (start: string) => {
    const values = form.getValues();
    const end = endAfterStart({ ...values, startDate: lastStart.current }, start);
    if (wholeDay(start) !== null) lastStart.current = start;
    if (end === values.endDate) return;
    const shouldValidate = form.getFieldState('endDate').isTouched;
    form.setValue('endDate', end, { shouldDirty: true, shouldValidate });
  };
}
