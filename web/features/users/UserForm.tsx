import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { useCommands } from '../../data/commands';
import type { Operation } from '../../data/operation';
import { type Failure, sentenceFor } from '../../data/problems';
import { FormFrame } from '../../ui/record/FormFrame';
import type { MarkUnsaved } from '../../ui/record/RecordDialog';
import { type Toast, useToast } from '../../ui/toaster/Toaster';
import { useReloadUsers } from './useReloadUsers';

export interface UserFormState<Values> {
  values: Values;
  errors: Partial<Record<keyof Values & string, string>>;
  set: (changed: Partial<Values>) => void;
}

interface UserFormProps<Values extends object, Input, Answer> {
  label: string;
  submitLabel: string;
  opened: Values;
  schema: z.ZodType<Input>;
  toSend: (input: Input, commandId: string) => Operation<Answer>;
  /** Null: what was done is said otherwise. */
  done: (input: Input, answer: Answer) => Toast | null;
  /** Said where the server gives no reason. */
  failed: string;
  markUnsaved: MarkUnsaved;
  onClose: () => void;
  children: (form: UserFormState<Values>) => ReactNode;
}

const SESSION_ENDED = 'Your session has ended. Sign in again, then save once more.';
/** What the server says of a value that another user has. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  'username-taken': 'username',
  'email-taken': 'email',
};

/** A user's few fields, checked and sent as one command. */
export function UserForm<Values extends object, Input, Answer>(
  props: UserFormProps<Values, Input, Answer>,
) {
  const { opened, schema, toSend, done, failed, markUnsaved, onClose } = props;
  const send = useCommands();
  const showToast = useToast();
  const reload = useReloadUsers();
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);

  const isUnsaved = JSON.stringify(values) !== JSON.stringify(opened);
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);

  const show = (wrong: Record<string, string>) => {
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    fields.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const save = async () => {
    if (isBusy) return;
    setMessage(null);
    const { data: input, error } = schema.safeParse(values);
    show(
      Object.fromEntries((error?.issues ?? []).map((one) => [String(one.path[0]), one.message])),
    );
    if (!input) return;
    if (!isUnsaved) return onClose();
    setBusy(true);
    const answer = await send((commandId) => toSend(input, commandId), {
      content: JSON.stringify(input),
    });
    await reload();
    setBusy(false);
    if (answer.failure) return fail(answer.failure);
    markUnsaved(false);
    const toast = done(input, answer.data);
    if (toast) showToast(toast);
    onClose();
  };
  const fail = (failure: Failure) => {
    const { code, problem } = failure;
    if (code === 'UNAUTHENTICATED') return setMessage(SESSION_ENDED);
    const field = FIELD_OF_CODE[problem?.code ?? ''];
    const named = (problem?.fields ?? []).map(({ field, message }) => [field, message] as const);
    if (named.length > 0) return show(Object.fromEntries(named));
    if (problem && field) return show({ [field]: problem.error });
    setMessage(sentenceFor(failure, `${failed} Please try again.`));
  };

  return (
    <FormFrame
      label={props.label}
      message={message === null ? null : { text: message }}
      keyHint="Ctrl+Enter saves"
      closeLabel="Cancel"
      submitLabel={props.submitLabel}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div ref={fields}>
        {props.children({
          values,
          errors: errors as UserFormState<Values>['errors'],
          set: (changed) => {
            setValues((now) => ({ ...now, ...changed }));
            const names = Object.keys(changed);
            setErrors((now) =>
              Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))),
            );
          },
        })}
      </div>
    </FormFrame>
  );
}
