import { HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import {
  CUSTOMER_LABELS,
  CUSTOMER_LIMITS,
  type CustomerField,
  type CustomerInput,
  KYC_STATUSES,
} from '@insuremanager/contracts/customers/customerFields';
import { normalAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { normalPan } from '@insuremanager/contracts/rules/pan';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '../../ui/FormField';
import { statusLook } from '../../ui/statusTones';
import { AadhaarHint } from './AadhaarHint';
import {
  type Customer,
  type CustomerFormValues,
  IDENTIFYING_FIELDS,
  warningsOf,
} from './customerForm';
import { DuplicateNotes } from './DuplicateNotes';
import type { Duplicates } from './useDuplicates';

interface CustomerFieldsProps {
  form: UseFormReturn<CustomerFormValues, unknown, CustomerInput>;
  values: CustomerFormValues;
  base: Customer | null;
  duplicates: Duplicates;
  onOpenDuplicate: (id: number) => void;
  isAadhaarRemoved: boolean;
  onAadhaarRemoved: (isRemoved: boolean) => void;
}

const GROUPS: { heading: string; fields: CustomerField[] }[] = [
  { heading: 'Contact', fields: ['name', 'phone', 'email'] },
  { heading: 'Identity', fields: ['kycStatus', 'aadhaarNumber', 'panNumber', 'dateOfBirth'] },
  { heading: 'Address', fields: ['address', 'city', 'state', 'pincode'] },
];
const REQUIRED: readonly CustomerField[] = ['name', 'phone'];

/** What a field takes while it is typed: the form without spaces, and no more than fits. */
const AS_TYPED: Partial<Record<CustomerField, (raw: string) => string>> = {
  aadhaarNumber: (raw) => normalAadhaar(raw).slice(0, CUSTOMER_LIMITS.aadhaarNumber),
  panNumber: (raw) => normalPan(raw).slice(0, CUSTOMER_LIMITS.panNumber),
  pincode: (raw) => digitsOf(raw).slice(0, CUSTOMER_LIMITS.pincode),
};

const INPUTS: Partial<Record<CustomerField, InputGroupProps>> = {
  name: { autoComplete: 'off', autoFocus: true },
  phone: { type: 'tel', inputMode: 'tel', placeholder: '98765 43210' },
  email: { type: 'email', inputMode: 'email', placeholder: 'name@example.com' },
  aadhaarNumber: { inputMode: 'numeric' },
  panNumber: { className: 'upper-case', placeholder: 'ABCPE1234F', autoCapitalize: 'characters' },
  dateOfBirth: { inputMode: 'numeric', placeholder: 'DD/MM/YYYY' },
  pincode: { inputMode: 'numeric' },
};

/** Puts what was typed into its form, and leaves the caret where it was. */
function retype(event: ChangeEvent<HTMLInputElement>, asTyped: (raw: string) => string) {
  const input = event.target;
  const next = asTyped(input.value);
  if (next === input.value) return;
  const caret = asTyped(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = next;
  input.setSelectionRange(caret, caret);
}

export function CustomerFields(props: CustomerFieldsProps) {
  const { form, values, base, duplicates, onOpenDuplicate } = props;
  const { errors, touchedFields } = form.formState;
  const warnings = warningsOf(values, kolkataDay(new Date()));

  const identifies = (name: CustomerField) => IDENTIFYING_FIELDS.some((field) => field === name);
  const registered = (name: CustomerField) => {
    const { onChange, onBlur, ref } = form.register(name);
    const asTyped = AS_TYPED[name];
    return {
      name,
      inputRef: ref,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        if (asTyped) retype(event, asTyped);
        return onChange(event);
      },
      onBlur: (event: unknown) => {
        if (identifies(name)) void duplicates.check(form.getValues());
        return onBlur(event as Parameters<typeof onBlur>[0]);
      },
    };
  };

  const inputOf = (name: CustomerField, field: object): ReactNode => {
    switch (name) {
      case 'kycStatus': {
        const { ref, ...select } = form.register('kycStatus');
        return (
          <HTMLSelect
            {...field}
            {...select}
            ref={ref}
            fill
            options={KYC_STATUSES.map((value) => ({ value, label: statusLook(value).label }))}
          />
        );
      }
      case 'address': {
        const { ref, ...area } = form.register('address');
        return <TextArea {...field} {...area} inputRef={ref} fill />;
      }
      case 'aadhaarNumber': {
        const mask = props.isAadhaarRemoved ? undefined : (base?.aadhaarNumber ?? undefined);
        return <InputGroup {...field} {...INPUTS[name]} {...registered(name)} placeholder={mask} />;
      }
      default:
        return <InputGroup {...field} {...INPUTS[name]} autoComplete="off" {...registered(name)} />;
    }
  };

  const hintOf = (name: CustomerField) =>
    name === 'aadhaarNumber' && base?.aadhaarNumber ? (
      <AadhaarHint
        mask={base.aadhaarNumber}
        isRemoved={props.isAadhaarRemoved}
        onRemoved={props.onAadhaarRemoved}
      />
    ) : undefined;

  return GROUPS.map(({ heading, fields }) => (
    <fieldset key={heading}>
      <legend>{heading}</legend>
      {fields.map((name) => (
        <FormField
          key={name}
          label={CUSTOMER_LABELS[name]}
          required={REQUIRED.includes(name)}
          error={errors[name]?.message}
          warning={base || touchedFields[name] ? warnings[name] : undefined}
          hint={hintOf(name)}
          notes={
            identifies(name) && (
              <DuplicateNotes
                field={name}
                duplicates={duplicates.of(name, values)}
                onOpen={onOpenDuplicate}
                onIgnore={duplicates.ignore}
              />
            )
          }
        >
          {(field) => inputOf(name, field)}
        </FormField>
      ))}
    </fieldset>
  ));
}
