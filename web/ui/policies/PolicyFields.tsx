import { HTMLSelect, InputGroup, type InputGroupProps } from '@blueprintjs/core';
import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import {
  NCB_PERCENTS,
  POLICY_STATUSES,
  type PolicyKind,
} from '@insuremanager/contracts/policies/policyKinds';
import { dayFrom } from '@insuremanager/contracts/rules/kolkataDay';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { type ReactNode, useRef } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { CustomerPicker } from '../CustomerPicker';
import { DayTextInput } from '../DayTextInput';
import { type FieldProps, FormField } from '../FormField';
import { InsurerInput } from '../InsurerInput';
import type { FieldGroup } from './policyFieldGroups';
import { labelsOf, shownValue } from './policyFieldWords';
import { asLeft, endAfterStart, type PolicyFormValues } from './policyForm';
import { COVER_TYPE_WORDS, POLICY_TYPE_WORDS, VEHICLE_TYPE_WORDS } from './policyWords';
import './policyFields.css';

interface PolicyFieldsProps {
  kind: PolicyKind;
  form: UseFormReturn<PolicyFormValues>;
  groups: readonly FieldGroup[];
  required: readonly PolicyField[];
  warnings: Partial<Record<PolicyField, string>>;
  /** Warnings also of fields that nobody has been in. */
  warnsAtOnce: boolean;
  autoFocus?: PolicyField;
  /** Under a field. */
  notes?: Partial<Record<PolicyField, ReactNode>>;
}

const wordsAsOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const NOT_KNOWN = { value: '', label: 'Not stated' };

const OPTIONS: Partial<Record<PolicyField, { value: string; label: string }[]>> = {
  policyType: wordsAsOptions(POLICY_TYPE_WORDS),
  vehicleType: wordsAsOptions(VEHICLE_TYPE_WORDS),
  coverType: [NOT_KNOWN, ...wordsAsOptions(COVER_TYPE_WORDS)],
  premiumFrequency: PREMIUM_FREQUENCIES.map((value) => ({
    value,
    label: shownValue('premiumFrequency', value),
  })),
  ncbPercent: [NOT_KNOWN, ...NCB_PERCENTS.map((one) => ({ value: `${one}`, label: `${one} %` }))],
  status: POLICY_STATUSES.map((value) => ({ value, label: shownValue('status', value) })),
};

const INPUTS: Partial<Record<PolicyField, InputGroupProps>> = {
  vehicleNumber: {
    className: 'upper-case',
    placeholder: 'KL 07 AB 1234',
    autoCapitalize: 'characters',
  },
  vehicleYear: { inputMode: 'numeric', placeholder: 'YYYY' },
  engineNumber: { className: 'upper-case' },
  chassisNumber: { className: 'upper-case' },
  sumAssured: { inputMode: 'decimal', className: 'amount-input' },
  premiumAmount: { inputMode: 'decimal', className: 'amount-input' },
};

const AMOUNTS: readonly PolicyField[] = ['sumAssured', 'premiumAmount'];
const DAYS: readonly PolicyField[] = ['startDate', 'endDate', 'thirdPartyEndDate'];

export function PolicyFields(props: PolicyFieldsProps) {
  const { kind, form, groups, required, warnings, warnsAtOnce } = props;
  const { errors, touchedFields } = form.formState;
  const labels = labelsOf(kind);
  // A customer is chosen whole; what is being typed may not be what is meant.
  const isRemarked = (name: PolicyField) =>
    warnsAtOnce || touchedFields[name] || name === 'customerId';
  return groups.map(({ heading, fields }) => (
    <fieldset key={heading}>
      <legend>{heading}</legend>
      {fields.map((name) => (
        <FormField
          key={name}
          label={labels[name]}
          required={required.includes(name)}
          error={errors[name]?.message}
          warning={isRemarked(name) ? warnings[name] : undefined}
          notes={props.notes?.[name]}
        >
          {(field) => (
            <PolicyFieldInput
              form={form}
              name={name}
              field={field}
              autoFocus={props.autoFocus === name}
            />
          )}
        </FormField>
      ))}
    </fieldset>
  ));
}

interface PolicyFieldInputProps {
  form: UseFormReturn<PolicyFormValues>;
  name: PolicyField;
  field: FieldProps;
  autoFocus: boolean;
}

function PolicyFieldInput({ form, name, field, autoFocus }: PolicyFieldInputProps) {
  const proposeEnd = useProposedEnd(form);
  const options = OPTIONS[name];
  if (options) return <HTMLSelect {...field} {...form.register(name)} fill options={options} />;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const common = { ...field, inputRef: ref, onBlur };
        if (name === 'customerId') {
          return (
            <CustomerPicker
              {...common}
              customerId={value === '' ? null : Number(value)}
              onChange={(customer) => onChange(customer ? String(customer.id) : '')}
              autoFocus={autoFocus}
            />
          );
        }
        if (name === 'insuranceCompany') {
          return <InsurerInput {...common} insurer={value} onChange={onChange} />;
        }
        if (DAYS.includes(name)) {
          const take = (text: string) => {
            if (name === 'startDate') proposeEnd(text);
            onChange(text);
          };
          return <DayTextInput {...common} text={value} onChange={take} autoFocus={autoFocus} />;
        }
        return (
          <InputGroup
            {...common}
            {...INPUTS[name]}
            value={value}
            onChange={onChange}
            onBlur={() => {
              if (asLeft(name, value) !== value) onChange(asLeft(name, value));
              onBlur();
            }}
            onFocus={(event) => AMOUNTS.includes(name) && event.target.select()}
            leftElement={
              AMOUNTS.includes(name) ? <span className="amount-sign">₹</span> : undefined
            }
            autoComplete="off"
            autoFocus={autoFocus}
          />
        );
      }}
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
    if (dayFrom(start) !== null) lastStart.current = start;
    if (end === values.endDate) return;
    const shouldValidate = form.getFieldState('endDate').isTouched;
    form.setValue('endDate', end, { shouldDirty: true, shouldValidate });
  };
}
