import { InputGroup, TextArea } from '@blueprintjs/core';
import {
  type BreachField,
  BreachInput,
  breachFields,
} from '@insuremanager/contracts/privacy/breachViews';
import { operation } from '../../../data/operation';
import {
  type BreachQuery,
  type BreachShownFragment,
  DescribeBreachDocument,
  OpenBreachDocument,
} from '../../../data/operations.generated';
import { FormField } from '../../../ui/FormField';
import { FormFrame } from '../../../ui/record/FormFrame';
import { type MarkUnsaved, RecordDialog } from '../../../ui/record/RecordDialog';
import { fromLocal, toLocal } from '../moments';
import { usePrivacyForm } from '../usePrivacyForm';

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

function BreachForm({
  asked,
  onSaved,
  onClose,
  markUnsaved,
}: BreachDialogProps & { markUnsaved: MarkUnsaved }) {
  const texts = { title: asked?.breach.title, ...asked } as Partial<Record<BreachField, string>>;
  const form = usePrivacyForm({
    opened: {
      ...(Object.fromEntries(FIELDS.map((name) => [name, texts[name] ?? ''])) as Record<
        BreachField,
        string
      >),
      awareAt: toLocal(asked?.breach.awareAt ?? new Date()),
    },
    schema: BreachInput,
    toSend: ({ awareAt, ...input }, commandId) =>
      asked
        ? operation(DescribeBreachDocument, {
            ...{ id: asked.breach.id, expectedVersion: asked.breach.version },
            ...{ awareAt, input, commandId },
          })
        : operation(OpenBreachDocument, { awareAt, input, commandId }),
    prepare: (values) => ({ ...values, awareAt: fromLocal(values.awareAt) }),
    failed: 'Failed to save the breach. Please try again.',
    markUnsaved,
    onSaved: ({ saved }) => onSaved(saved.breach),
  });
  const { values, errors, set } = form;
  return (
    <FormFrame
      label="Breach"
      message={form.message}
      keyHint="Ctrl+Enter saves"
      closeLabel="Cancel"
      submitLabel={asked ? 'Save' : 'Open Breach'}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <FormField
        label="Aware since"
        required
        hint="The clocks run from then on. By the clocks of Kolkata."
        error={errors.awareAt}
      >
        {(field) => (
          <InputGroup
            {...field}
            type="datetime-local"
            className="privacy-moment"
            value={values.awareAt}
            onValueChange={(awareAt) => set({ awareAt })}
          />
        )}
      </FormField>
      {FIELDS.map((name) => {
        const { label, isRequired, hasLines, limit } = breachFields[name];
        return (
          <FormField
            key={name}
            label={label}
            required={isRequired}
            hint={HINTS[name]}
            error={errors[name]}
          >
            {({ intent, ...field }) =>
              hasLines ? (
                <TextArea
                  {...field}
                  fill
                  rows={name === 'happened' ? 4 : 2}
                  maxLength={limit}
                  value={values[name]}
                  onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
                />
              ) : (
                <InputGroup
                  {...field}
                  intent={intent}
                  fill
                  value={values[name]}
                  onValueChange={(text) => set({ [name]: text })}
                  autoComplete="off"
                />
              )
            }
          </FormField>
        );
      })}
    </FormFrame>
  );
}
