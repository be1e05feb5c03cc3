import type { Field as Described } from '@insuremanager/contracts/fields/field';
import { formatAmount, parsePaise } from '@insuremanager/contracts/rules/money';
import type { ReactNode } from 'react';
import { type FieldProps, FormField } from '../FormField';
import { isAmount, optionLabel } from './fieldsForm';

/** What can be chosen in a field that is a choice; where it may be left open, that as well. */
export function choicesOf(field: Described) {
  const { options, numbers, isRequired, view } = field;
  const choices =
    options?.map((value) => ({ value, label: optionLabel(field, value) })) ??
    numbers?.map((number) => ({ value: `${number}`, label: field.format(number as never) }));
  if (!choices) return null;
  const isOptional = !isRequired && view.safeParse(null).success;
  const { none = isOptional ? 'Not specified' : undefined } = field;
  return none ? [{ value: '', label: none }, ...choices] : choices;
}

/** What stands in a field once it is left: what is understood, as it is written here. */
export function asLeft(field: Described, text: string): string {
  if (isAmount(field)) {
    const paise = parsePaise(text);
    return paise === null ? text : formatAmount(paise);
  }
  if (field.stored !== 'date' && !field.typing?.isUpperCase) return text;
  const { data } = field.input.safeParse(text);
  return data ? field.format(data as never) : text;
}

interface FieldGroupsProps<Field extends string> {
  groups: readonly { heading: string; fields: readonly Field[] }[];
  labelOf: (field: Field) => string;
  fields: Readonly<Record<Field, Pick<Described, 'isRequired'>>>;
  errors: Partial<Record<Field, { message?: string }>>;
  warnings: Partial<Record<Field, string>>;
  /** Whether the warning of a field is to be said already. */
  isRemarked: (field: Field) => boolean;
  hints?: Partial<Record<Field, ReactNode>>;
  /** Under a field. */
  notes?: Partial<Record<Field, ReactNode>>;
  /** What is at the end of a group, by its heading. */
  groupEnds?: Readonly<Record<string, ReactNode>>;
  children: (field: Field, props: FieldProps) => ReactNode;
}

/** The fields of a form under headings, each with what is to be said of it. */
export const FieldGroups = <Field extends string>(props: FieldGroupsProps<Field>) =>
  props.groups.map(({ heading, fields }) => (
    <fieldset key={heading}>
      <legend>{heading}</legend>
      {fields.map((name) => (
        <FormField
          key={name}
          label={props.labelOf(name)}
          required={props.fields[name].isRequired}
          error={props.errors[name]?.message}
          warning={props.isRemarked(name) ? props.warnings[name] : undefined}
          hint={props.hints?.[name]}
          notes={props.notes?.[name]}
        >
          {(field) => props.children(name, field)}
        </FormField>
      ))}
      {props.groupEnds?.[heading]}
    </fieldset>
  ));
