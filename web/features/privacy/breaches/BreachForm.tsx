import { InputGroup } from '@blueprintjs/core';
import { formOf } from '@insuremanager/contracts/fields/fields';
import {
  type BreachField,
  BreachInput,
  breachFields,
} from '@insuremanager/contracts/privacy/breachViews';
import { z } from 'zod';
import { operation } from '../../../data/operation';
import {
  type BreachQuery,
  type BreachShownFragment,
  DescribeBreachDocument,
  OpenBreachDocument,
} from '../../../data/operations.generated';
import { DescribedField } from '../../../records/FormFields';
import { FormField } from '../../../ui/FormField';
import { FormFrame } from '../../../ui/record/FormFrame';
import { type MarkUnsaved, RecordDialog } from '../../../ui/record/RecordDialog';
import { useCommandForm } from '../../../ui/record/useCommandForm';
import { fromLocal, toLocal } from '../moments';

export type BreachAsked = BreachQuery['breach'];

interface BreachDialogProps {
  /** Null: a new one. */
  asked: BreachAsked | null;
  onSaved: (breach: BreachShownFragment) => void;
  onClose: () => void;
}

/** What the agency knows of a breach. */
export const BreachDialog = (props: BreachDialogProps) => (
  <RecordDialog title={props.asked ? 'Describe Breach' : 'Open Breach'} onClose={props.onClose}>
    {(markUnsaved) => <BreachForm {...props} markUnsaved={markUnsaved} />}
  </RecordDialog>
);

const FIELDS = Object.keys(breachFields) as BreachField[];
const HINTS: Partial<Record<BreachField, string>> = {
  title: 'For this screen only. Name no customer.',
  happened: 'Nature and extent, as the Board and the persons are to know it',
  findings: 'For the detailed report to the Board',
};
type Values = Record<BreachField | 'awareAt', string>;
const SCHEMA = z.preprocess(
  (values) => ({ ...(values as Values), awareAt: fromLocal((values as Values).awareAt) }),
  BreachInput,
);

function BreachForm({ asked, onSaved, ...ends }: BreachDialogProps & { markUnsaved: MarkUnsaved }) {
  const { breach } = asked ?? {};
  const { form, frame } = useCommandForm<
    Values,
    BreachInput,
    { saved: { breach: BreachShownFragment } }
  >({
    ...ends,
    initial: {
      ...formOf(breachFields, { ...asked, title: breach?.title }),
      awareAt: toLocal(breach?.awareAt ?? new Date()),
    },
    schema: SCHEMA,
    toSend: ({ awareAt, ...input }, commandId) =>
      breach
        ? operation(DescribeBreachDocument, {
            ...{ id: breach.id, expectedVersion: breach.version },
            ...{ awareAt, input, commandId },
          })
        : operation(OpenBreachDocument, { awareAt, input, commandId }),
    failed: 'Failed to save the breach. Please try again.',
    onSaved: ({ saved }) => onSaved(saved.breach),
  });
  const { ref, ...awareAt } = form.register('awareAt');
  return (
    <FormFrame {...frame} label="Breach" submitLabel={breach ? 'Save' : 'Open Breach'}>
      <FormField
        label="Aware since"
        required
        hint="The clocks run from then on. By the clocks of Kolkata."
        error={form.getFieldState('awareAt', form.formState).error?.message}
      >
        {(field) => (
          <InputGroup
            {...field}
            {...awareAt}
            inputRef={ref}
            type="datetime-local"
            className="privacy-moment"
          />
        )}
      </FormField>
      {FIELDS.map((name) => (
        <DescribedField key={name} {...{ form, fields: breachFields, name, hint: HINTS[name] }} />
      ))}
    </FormFrame>
  );
}
