import { HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import {
  CUSTOMER_LABELS,
  type CustomerField,
  customerFields,
  KYC_STATUSES,
} from '@insuremanager/contracts/customers/customerFields';
import { IDENTIFYING_FIELDS } from '@insuremanager/contracts/customers/customerViews';
import { normalizeAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { normalizePan } from '@insuremanager/contracts/rules/pan';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { optionsOf } from '../../ui/labels';
import { FieldGroups } from '../../ui/record/formFields';
import {
  CUSTOMER_GROUPS,
  type Customer,
  type CustomerFormValues,
  remindingOptions,
  warningsOf,
} from './customerForm';
import { DuplicateNotes } from './DuplicateNotes';
import type { Duplicates } from './useDuplicates';

interface CustomerFieldsProps {
  form: UseFormReturn<CustomerFormValues>;
  values: CustomerFormValues;
  base: Customer | null;
  duplicates: Duplicates;
  onOpenDuplicate: (id: number) => void;
  isAadhaarRemoved: boolean;
  onAadhaarRemoved: (isRemoved: boolean) => void;
}

/** What a field takes while it is typed: the form without spaces, and no more than fits. */
const AS_TYPED: Partial<Record<CustomerField, (raw: string) => string>> = {
  aadhaarNumber: (raw) => normalizeAadhaar(raw).slice(0, customerFields.aadhaarNumber.limit),
  panNumber: (raw) => normalizePan(raw).slice(0, customerFields.panNumber.limit),
  pincode: (raw) => digitsOf(raw).slice(0, customerFields.pincode.limit),
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

/** What is understood as a day becomes what is written here: 5/3/85 is 05/03/1985. */
function settleDay(form: UseFormReturn<CustomerFormValues>) {
  const { data: day } = customerFields.dateOfBirth.input.safeParse(form.getValues('dateOfBirth'));
  if (day) form.setValue('dateOfBirth', formatDay(day), { shouldDirty: true });
}

interface AadhaarHintProps {
  mask: string;
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
}

/** The number itself stays on the server: here it is kept, replaced by typing, or removed. */
const AadhaarHint = ({ mask, isRemoved, onRemoved }: AadhaarHintProps) => (
  <>
    {isRemoved ? 'Will be removed when you save. ' : `On file: ${mask}. Type to replace it, or `}
    <button type="button" className="link-button" onClick={() => onRemoved(!isRemoved)}>
      {isRemoved ? 'keep it' : 'remove it'}
    </button>
  </>
);

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
        if (name === 'dateOfBirth') settleDay(form);
        return onBlur(event as Parameters<typeof onBlur>[0]);
      },
    };
  };

  const inputOf = (name: CustomerField, field: object): ReactNode => {
    switch (name) {
      case 'kycStatus': {
        const { ref, ...select } = form.register('kycStatus');
        return (
          <HTMLSelect {...field} {...select} ref={ref} fill options={optionsOf(KYC_STATUSES)} />
        );
      }
      case 'language':
      case 'emailConsent':
      case 'smsConsent':
      case 'whatsappConsent': {
        const { ref, ...select } = form.register(name);
        const options = remindingOptions(name) ?? [];
        return <HTMLSelect {...field} {...select} ref={ref} fill options={options} />;
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

  const aadhaarHint = base?.aadhaarNumber && (
    <AadhaarHint
      mask={base.aadhaarNumber}
      isRemoved={props.isAadhaarRemoved}
      onRemoved={props.onAadhaarRemoved}
    />
  );
  const notesOf = (name: CustomerField) => (
    <DuplicateNotes
      field={name}
      duplicates={duplicates.of(name, values)}
      onOpen={onOpenDuplicate}
      onIgnore={duplicates.ignore}
    />
  );
  return (
    <FieldGroups
      groups={CUSTOMER_GROUPS}
      labelOf={(name) => CUSTOMER_LABELS[name]}
      fields={customerFields}
      errors={errors}
      warnings={warnings}
      isRemarked={(name) => base !== null || Boolean(touchedFields[name])}
      hints={{ aadhaarNumber: aadhaarHint }}
      notes={Object.fromEntries(IDENTIFYING_FIELDS.map((name) => [name, notesOf(name)]))}
    >
      {inputOf}
    </FieldGroups>
  );
}
