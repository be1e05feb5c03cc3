import { HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import type { Field, Fields } from '@insuremanager/contracts/fields/field';
import type { ChangeEvent, ReactNode } from 'react';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { Combobox } from '../ui/Combobox';
import { DayTextInput, TYPED_DAY } from '../ui/DayInput';
import { type FieldProps, FormField } from '../ui/FormField';
import { type FieldGroup, isAmount } from '../ui/record/fieldsForm';
import { asLeft, choicesOf } from '../ui/record/fieldTyping';
import { CustomerPicker } from './customers/CustomerPicker';
import { PolicyPicker } from './documents/PolicyPicker';
import { InsurerInput } from './policies/InsurerInput';
import './FormFields.css';

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

interface SuggestedInputProps extends Partial<FieldProps> {
  text: string;
  onText: (text: string) => void;
  suggestions: readonly string[];
  onBlur: () => void;
  inputRef: (input: HTMLInputElement | null) => void;
}

/** A text, with those under it that begin as it does. */
function SuggestedInput(props: SuggestedInputProps) {
  const { text, onText, suggestions, onBlur, inputRef, ...field } = props;
  const typed = text.trim().toLowerCase();
  const options = suggestions.filter(
    (one) => one.toLowerCase().startsWith(typed) && one.toLowerCase() !== typed,
  );
  return (
    <Combobox
      {...{ field, text, onText, options, onBlur, inputRef }}
      keyOf={(one) => one}
      render={(one) => one}
      onChoose={onText}
      isFree
    />
  );
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
  /** What is offered under a text; anything else may be typed. */
  suggestions?: readonly string[];
  /** Called once what was typed is left. */
  onLeft?: () => void;
}

/** The input of a field, by its description. */
function FieldInput<Values extends FieldValues>(props: FieldInputProps<Values>) {
  const { form, fields, name, field, autoFocus, placeholder, suggestions, onText, onLeft } = props;
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
        if (references === 'policy') {
          return (
            <PolicyPicker
              {...common}
              customerId={null}
              kind={null}
              policyId={value === '' ? null : Number(value)}
              onChange={(policy) => onChange(policy ? String(policy.id) : '')}
              autoFocus={autoFocus}
            />
          );
        }
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
        if (suggestions) {
          return (
            <SuggestedInput {...common} text={value} onText={onChange} suggestions={suggestions} />
          );
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
  sign?: ReactNode;
  hint?: ReactNode;
  warning?: string;
  /** Under it all. */
  notes?: ReactNode;
}

/** A field by its description: its label, its input, and what is to be said of it. */
export function DescribedField<Values extends FieldValues>(props: DescribedFieldProps<Values>) {
  const { sign, hint, warning, notes, ...input } = props;
  const { form, name } = props;
  const described = props.fields[name] as Field;
  const { label = described.label, required = described.isRequired } = props;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <FormField {...{ label, required, sign, hint, warning, notes }} error={error?.message}>
      {(field) => <FieldInput {...input} field={field} />}
    </FormField>
  );
}

/** What else some fields of a form are given than follows from their descriptions. */
export type FieldExtras<Name extends string> = Partial<
  Record<Name, Partial<Omit<DescribedFieldProps<FieldValues>, 'form' | 'fields' | 'name'>>>
>;

export interface FieldGroupsProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  fields: Fields;
  groups: readonly FieldGroup<Path<Values>>[];
  warnings?: Partial<Record<Path<Values>, string>>;
  /** Warnings also of fields that nobody has been in. */
  warnsAtOnce: boolean;
  autoFocus?: Path<Values>;
  extras?: FieldExtras<Path<Values>>;
  /** What is at the end of a group, by its heading. */
  groupEnds?: Readonly<Record<string, ReactNode>>;
}

/** The fields of a form under headings. */
export function FieldGroups<Values extends FieldValues>(props: FieldGroupsProps<Values>) {
  const { form, fields, warnings, warnsAtOnce, extras = {}, groupEnds } = props;
  // What is being typed may not be what is meant; another record is chosen whole.
  const isRemarked = (name: Path<Values>) =>
    warnsAtOnce ||
    fields[name]?.references !== undefined ||
    form.getFieldState(name, form.formState).isTouched;
  return props.groups.map(({ heading, fields: names }) => (
    <fieldset key={heading}>
      <legend>{heading}</legend>
      {names.map((name) => (
        <DescribedField
          key={name}
          {...{ form, fields, name }}
          warning={isRemarked(name) ? warnings?.[name] : undefined}
          autoFocus={props.autoFocus === name}
          {...(extras as FieldExtras<string>)[name]}
        />
      ))}
      {groupEnds?.[heading]}
    </fieldset>
  ));
}
