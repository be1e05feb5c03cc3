import { HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import type { Field, Fields } from '@insuremanager/contracts/fields/field';
import type { ChangeEvent, ReactNode } from 'react';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { DayTextInput, TYPED_DAY } from '../ui/DayInput';
import { type FieldProps, FormField } from '../ui/FormField';
import { isAmount } from '../ui/record/fieldsForm';
import { asLeft, choicesOf } from '../ui/record/formFields';
import { CustomerPicker } from './customers/CustomerPicker';
import { InsurerInput } from './policies/InsurerInput';
import './FieldInput.css';

const AMOUNT: InputGroupProps = {
  inputMode: 'decimal',
  className: 'amount-input',
  leftElement: <span className="amount-sign">₹</span>,
  onFocus: (event) => event.target.select(),
};

/** How what needs one line is typed. */
function typingOf(described: Field): InputGroupProps {
  const { stored, typing: { keyboard, example, isUpperCase } = {} } = described;
  if (isAmount(described)) return AMOUNT;
  if (stored === 'date') return TYPED_DAY;
  return {
    type: keyboard && keyboard !== 'numeric' ? keyboard : 'text',
    inputMode: keyboard ?? (stored === 'integer' ? 'numeric' : undefined),
    placeholder: example,
    ...(isUpperCase && { className: 'upper-case', autoCapitalize: 'characters' }),
  };
}

/** Puts what was typed into its form, and leaves the caret where it was. */
function retype({ target: input }: ChangeEvent<HTMLInputElement>, { typing, limit }: Field) {
  const asTyped = (raw: string) => (typing?.accept?.(raw) ?? raw).slice(0, limit);
  const next = asTyped(input.value);
  if (next === input.value) return;
  const caret = asTyped(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = next;
  input.setSelectionRange(caret, caret);
}

interface FieldInputProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  fields: Fields;
  name: Path<Values>;
  field: FieldProps;
  autoFocus?: boolean;
  placeholder?: string;
  /** Called with a day that was typed or chosen, before it stands there. */
  onText?: (text: string) => void;
  /** Called once what was typed is left. */
  onLeft?: () => void;
}

/** The input of a field, by its description. */
export function FieldInput<Values extends FieldValues>(props: FieldInputProps<Values>) {
  const { form, fields, name, field, autoFocus, placeholder, onText, onLeft } = props;
  const described = fields[name] as Field;
  const { limit, hasLines, references, stored, isPast, typing } = described;
  const options = choicesOf(described);
  if (options) {
    const select = { ...field, ...form.register(name) };
    return <HTMLSelect {...select} fill options={options} autoFocus={autoFocus} />;
  }
  if (hasLines || typing?.lines) {
    const { ref, ...registered } = form.register(name);
    const area = { ...field, ...registered, autoFocus, rows: typing?.lines };
    return <TextArea {...area} inputRef={ref} fill maxLength={hasLines ? limit : undefined} />;
  }
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const common = { ...field, inputRef: ref, onBlur };
        if (references) {
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
        if (stored === 'date' && !isPast) {
          const take = (text: string) => {
            onText?.(text);
            onChange(text);
          };
          return <DayTextInput {...common} text={value} onChange={take} autoFocus={autoFocus} />;
        }
        return (
          <InputGroup
            {...common}
            {...typingOf(described)}
            {...(placeholder && { placeholder })}
            value={value}
            onChange={(event) => {
              if (typing?.accept) retype(event, described);
              onChange(event);
            }}
            onBlur={() => {
              const left = asLeft(described, value);
              if (left !== value) onChange(left);
              onLeft?.();
              onBlur();
            }}
            autoComplete="off"
            autoFocus={autoFocus}
          />
        );
      }}
    />
  );
}

interface DescribedFieldProps<Values extends FieldValues>
  extends Omit<FieldInputProps<Values>, 'field'> {
  label?: string;
  required?: boolean;
  hint?: ReactNode;
  warning?: string;
}

/** A field that stands by itself, with its label and what is to be said of it. */
export function DescribedField<Values extends FieldValues>(props: DescribedFieldProps<Values>) {
  const { hint, warning, ...input } = props;
  const { form, name } = props;
  const described = props.fields[name] as Field;
  const { label = described.label, required = described.isRequired } = props;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <FormField {...{ label, required, hint, warning }} error={error?.message}>
      {(field) => <FieldInput {...input} field={field} />}
    </FormField>
  );
}
