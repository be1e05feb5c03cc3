import type { Intent } from '@blueprintjs/core';
import type { Fields } from '@insuremanager/contracts/fields/field';
import { emptyFormOf, fieldNames } from '@insuremanager/contracts/fields/fields';
import { Fragment, type ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { FormFrame } from '../ui/record/FormFrame';
import type { FieldGroup, FormValues } from '../ui/record/fieldsForm';
import { type MarkUnsaved, RecordDialog } from '../ui/record/RecordDialog';
import { type CommandFormOptions, useCommandForm } from '../ui/record/useCommandForm';
import { DescribedField, type FieldExtras, FieldGroups } from './FormFields';

interface CommandDialogProps<Of extends Fields, Input, Answer>
  extends Omit<CommandFormOptions<FormValues<Of>, Input, Answer>, 'initial' | 'markUnsaved'> {
  /** Such as "Close Request". */
  title: string;
  /** Of the form, in words of its own. */
  label?: string;
  submitLabel: string;
  keyHint?: string;
  /** What cannot be taken back is `danger`. */
  intent?: Intent;
  fields: Of;
  /** What does not begin as its field says. */
  initial?: Partial<FormValues<Of>>;
  /** The fields under headings; one under the other when left out. */
  groups?: readonly FieldGroup<keyof Of & string>[];
  /** What else fields are given, by what stands in the form. */
  extras?: (values: FormValues<Of>) => FieldExtras<keyof Of & string>;
  /** Inputs that are unlike all others. */
  inputs?: Partial<
    Record<keyof Of & string, (value: string, onChange: (value: string) => void) => ReactNode>
  >;
  /** Over the fields. */
  children?: ReactNode;
}

/** The dialog of a command that is made of described fields. */
export const CommandDialog = <Of extends Fields, Input, Answer>(
  props: CommandDialogProps<Of, Input, Answer>,
) => (
  <RecordDialog title={props.title} onClose={props.onClose}>
    {(markUnsaved) => <CommandForm {...props} markUnsaved={markUnsaved} />}
  </RecordDialog>
);

function CommandForm<Of extends Fields, Input, Answer>({
  title,
  label = title,
  submitLabel,
  keyHint,
  intent,
  fields,
  initial,
  groups,
  extras,
  inputs = {},
  children,
  ...options
}: CommandDialogProps<Of, Input, Answer> & { markUnsaved: MarkUnsaved }) {
  const { form: typed, frame } = useCommandForm({
    ...options,
    initial: { ...emptyFormOf(fields), ...initial } as FormValues<Of>,
  });
  const form = typed as unknown as UseFormReturn<FieldValues>;
  const values = useWatch({ control: form.control }) as FormValues<Of>;
  const given: FieldExtras<string> = extras?.(values) ?? {};
  return (
    <FormFrame {...frame} {...(keyHint && { keyHint })} {...{ label, submitLabel, intent }}>
      {children}
      {groups ? (
        <FieldGroups {...{ form, fields, groups, extras: given }} warnsAtOnce={false} />
      ) : (
        fieldNames(fields).map((name) => (
          <Fragment key={name}>
            {inputs[name]?.(String(values[name]), (value) =>
              form.setValue(name as string, value, { shouldDirty: true, shouldValidate: true }),
            ) ?? <DescribedField {...{ form, fields, name }} {...given[name]} />}
          </Fragment>
        ))
      )}
    </FormFrame>
  );
}
