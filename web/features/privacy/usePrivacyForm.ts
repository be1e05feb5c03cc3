import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import { useCommands } from '../../data/commands';
import type { Operation } from '../../data/operation';
import { sentenceFor } from '../../data/problems';
import type { FormMessage } from '../../ui/record/FormFrame';
import type { MarkUnsaved } from '../../ui/record/RecordDialog';

interface PrivacyFormOptions<Values extends object, Input, Answer> {
  opened: Values;
  schema: z.ZodType<Input>;
  toSend: (input: Input, commandId: string) => Operation<Answer>;
  /** What is checked, where that is not what stands in the form. */
  prepare?: (values: Values) => object;
  /** Said where the server gives no reason. */
  failed: string;
  markUnsaved: MarkUnsaved;
  onSaved: (answer: Answer) => void;
}

/** A form of the privacy desk: checked by the contract, and sent as one command. */
export function usePrivacyForm<Values extends object, Input, Answer>(
  options: PrivacyFormOptions<Values, Input, Answer>,
) {
  const { opened, schema, toSend, failed, markUnsaved, onSaved } = options;
  const { prepare = (values: Values): object => values } = options;
  const send = useCommands();
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [isBusy, setBusy] = useState(false);

  const isUnsaved = JSON.stringify(values) !== JSON.stringify(opened);
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);

  const set = useCallback((changed: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changed }));
    const names = Object.keys(changed);
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))),
    );
  }, []);

  const submit = async () => {
    if (isBusy) return;
    setMessage(null);
    const { data: input, error } = schema.safeParse(prepare(values));
    const issues = error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map((one) => [one.path.join('.'), one.message])));
    if (!input) {
      const [first] = issues;
      if (first && first.path.length === 0) setMessage({ text: first.message });
      return;
    }
    setBusy(true);
    const answer = await send((commandId) => toSend(input, commandId), {
      content: JSON.stringify(input),
    });
    setBusy(false);
    if (!answer.failure) {
      markUnsaved(false);
      return onSaved(answer.data);
    }
    // A sign-in lies over the dialog.
    if (answer.failure.code === 'UNAUTHENTICATED') return;
    const named = answer.failure.problem?.fields ?? [];
    setErrors(Object.fromEntries(named.map(({ field, message: text }) => [field, text])));
    if (named.length === 0) setMessage({ text: sentenceFor(answer.failure, failed) });
  };
  return { values, errors, message, isBusy, set, submit: () => void submit() };
}
