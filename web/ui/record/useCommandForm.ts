import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { ZodType } from 'zod';
import { useCommands } from '../../data/commands';
import type { Operation } from '../../data/operation';
import { sentenceFor } from '../../data/problems';
import type { FormMessage } from './FormFrame';
import type { MarkUnsaved } from './RecordDialog';
import { SESSION_ENDED, useValidatedForm } from './useRecordForm';

export interface CommandFormOptions<Values extends FieldValues, Input, Answer> {
  /** What stands in the form at first. */
  initial: Values;
  /** What the form must be, and what is sent of it. */
  schema: ZodType<Input>;
  toSend: (input: Input, commandId: string) => Operation<Answer>;
  /** Said where the server gives no reason. */
  failed: string;
  /** Which field a refusal is about that names none, by its code. */
  fieldOf?: Readonly<Record<string, string>>;
  /** Asks anew for what a screen shows, whatever became of the command. */
  reload?: () => Promise<void>;
  markUnsaved: MarkUnsaved;
  onSaved: (answer: Answer, input: Input) => void;
  onClose: () => void;
}

/** A form that is checked by a contract and sent as one command, and what its frame needs. */
export function useCommandForm<Values extends FieldValues, Input, Answer>(
  options: CommandFormOptions<Values, Input, Answer>,
) {
  const { schema, toSend, failed, fieldOf, markUnsaved, onSaved, onClose } = options;
  const form = useValidatedForm<Values>(options.initial, schema);
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => markUnsaved(isDirty), [markUnsaved, isDirty]);
  const send = useCommands();
  const [message, setMessage] = useState<FormMessage | null>(null);
  const isBusy = useRef(false);

  const save = form.handleSubmit(async (values) => {
    const input = schema.parse(values);
    setMessage(null);
    const answer = await send((commandId) => toSend(input, commandId), {
      content: JSON.stringify(input),
    });
    await options.reload?.();
    if (!answer.failure) {
      markUnsaved(false);
      return onSaved(answer.data, input);
    }
    const { code, problem } = answer.failure;
    const field = fieldOf?.[problem?.code ?? ''];
    const named = problem && field ? [{ field, message: problem.error }] : (problem?.fields ?? []);
    for (const [nth, one] of named.entries())
      form.setError(one.field as Path<Values>, one, { shouldFocus: nth === 0 });
    if (code === 'UNAUTHENTICATED') setMessage({ text: SESSION_ENDED });
    else if (named.length === 0) setMessage({ text: sentenceFor(answer.failure, failed) });
  });
  const submit = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    await save().finally(() => {
      isBusy.current = false;
    });
  };
  const frame = {
    ...{ message, isBusy: isSubmitting, closeLabel: 'Cancel', keyHint: 'Ctrl+Enter saves' },
    ...{ onClose, onSubmit: () => void submit() },
  };
  return { form, frame };
}
