import { type ReactNode, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { RecordForm } from '../ui/record/RecordForm';
import type { SavedRecord } from '../ui/record/recordType';
import {
  type FormEnds,
  type RecordFormOptions,
  useRecordForm,
  useValidatedForm,
} from '../ui/record/useRecordForm';
import { useSaveRecord } from '../ui/record/useSaveRecord';
import { useNameOfCustomer } from './customers/useNameOfCustomer';
import { FieldGroups, type FieldGroupsProps } from './FormFields';
import type { FormDesign } from './formDesign';
import { useOpenRecord } from './useOpenRecord';

interface FieldsFormProps<
  Saved extends SavedRecord,
  Values extends FieldValues,
  Input extends object,
> extends FormEnds,
    Pick<RecordFormOptions<Saved, Values, Input>, 'holdUp' | 'beside'> {
  design: FormDesign<Saved, Values, Input>;
  /** The record as the edit begins; null for a new one. */
  base: Saved | null;
  /** What stands in the form of a new one; its fields are empty when left out. */
  initial?: Values;
  /** The fields, where they are more than what the design says. */
  children?: (shown: ShownFields<Saved, Values>) => ReactNode;
}

/** A form, as `FieldGroups` shows it. */
export interface ShownFields<Saved, Values extends FieldValues>
  extends Omit<FieldGroupsProps<Values>, 'warnings'> {
  form: UseFormReturn<Values>;
  values: Values;
  /** What the fields are compared with; null for a new record. */
  base: Saved | null;
}

/** The form in which a record is added or changed, by its design. */
export function useFieldsForm<
  Saved extends SavedRecord,
  Values extends FieldValues,
  Input extends object,
>(props: FieldsFormProps<Saved, Values, Input>) {
  const { design, base: opened, initial = design.empty, ...options } = props;
  const { type, kind, rules, groups, inputOf, changesOf, linkOf, onAdded } = design;
  const [before] = useState(() => (opened ? rules.formOf(opened) : initial));
  const form = useValidatedForm<Values>(before, design.schema);
  const values = useWatch({ control: form.control }) as Values;
  const nameOf = useNameOfCustomer();
  const openRecord = useOpenRecord();
  const edit = useRecordForm({
    ...options,
    type,
    opened,
    form,
    rules: {
      ...rules,
      format: (field, value) =>
        type.fields[field]?.references === 'customer' ? nameOf(value) : rules.format(field, value),
    },
    changesOf: (base, typed) => (base ? changesOf(base, typed) : inputOf(typed)),
    save: useSaveRecord(type, design.save),
    ...(linkOf && { linkOf }),
    ...(opened === null && {
      onAdded,
      view: ({ id }: Saved) => openRecord({ kind, id }),
    }),
  });
  const [first, second] = groups.flatMap((group) => group.fields);
  const isKnown = first && type.fields[first]?.references && before[first] !== '';
  const shown: ShownFields<Saved, Values> = {
    ...{ form, values, groups, fields: type.fields, base: edit.base },
    warnsAtOnce: opened !== null,
    autoFocus: isKnown ? second : first,
  };
  return { edit, shown };
}

/** The same with its fields. */
export function FieldsForm<
  Saved extends SavedRecord,
  Values extends FieldValues,
  Input extends object,
>({ children, ...form }: FieldsFormProps<Saved, Values, Input>) {
  const { edit, shown } = useFieldsForm(form);
  return <RecordForm edit={edit}>{children?.(shown) ?? <FieldGroups {...shown} />}</RecordForm>;
}
