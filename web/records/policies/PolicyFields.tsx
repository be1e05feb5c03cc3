import { type PolicyField, policyFields } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type ReactNode, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FieldGroups } from '../../ui/record/formFields';
import { FieldInput } from '../FieldInput';
import type { FieldGroup } from './policyFieldGroups';
import { endAfterStart, labelsOf, type PolicyFormValues, wholeDay } from './policyForm';
import { useInsurerWarning } from './useInsurerWarning';

interface PolicyFieldsProps {
  kind: PolicyKind;
  form: UseFormReturn<PolicyFormValues>;
  groups: readonly FieldGroup[];
  warnings: Partial<Record<PolicyField, string>>;
  /** Warnings also of fields that nobody has been in. */
  warnsAtOnce: boolean;
  autoFocus?: PolicyField;
  /** Under a field. */
  notes?: Partial<Record<PolicyField, ReactNode>>;
}

export function PolicyFields(props: PolicyFieldsProps) {
  const { kind, form, warnsAtOnce, autoFocus } = props;
  const { errors, touchedFields } = form.formState;
  const labels = labelsOf(kind);
  const proposeEnd = useProposedEnd(form);
  const insurerWarning = useInsurerWarning(
    useWatch({ control: form.control, name: 'insuranceCompany' }),
  );
  return (
    <FieldGroups
      groups={props.groups}
      labelOf={(name) => labels[name]}
      fields={policyFields}
      errors={errors}
      warnings={{ insuranceCompany: insurerWarning, ...props.warnings }}
      // A customer is chosen whole; what is being typed may not be what is meant.
      isRemarked={(name) => warnsAtOnce || touchedFields[name] || name === 'customerId'}
      notes={props.notes}
    >
      {(name, field) => (
        <FieldInput
          {...{ form, name, field }}
          fields={policyFields}
          autoFocus={autoFocus === name}
          onText={name === 'startDate' ? proposeEnd : undefined}
        />
      )}
    </FieldGroups>
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
