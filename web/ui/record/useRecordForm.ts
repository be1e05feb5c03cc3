import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { type Failure, isOffline, needsToast, reasonOf } from '../../data/problems';
import { type Toast, useToast } from '../toaster/Toaster';
import type { FormMessage } from './FormFrame';
import type { MarkUnsaved } from './RecordDialog';
import { type EditRules, type FieldOf, fieldsOf, type Rebased, rebased } from './rebased';
import type { HistoryEntry, RecordType, SavedRecord } from './recordType';
import type { Whose } from './StaleNotice';
import type { Save, SaveOutcome } from './useSaveRecord';

/** A form that says what is wrong by a schema, and leaves what stands in its fields as it is. */
export const useValidatedForm = <Values extends FieldValues>(initial: Values, schema: ZodType) =>
  useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: zodResolver(schema as ZodType<Values, Values>, undefined, { raw: true }),
    mode: 'onTouched',
  });

/** A form as `RecordForm` shows it. */
export interface RecordEdit<Saved extends SavedRecord, Values> {
  type: RecordType<Saved>;
  /** What the fields are compared with: the record as it was opened, or as others left it. */
  base: Saved | null;
  /** The edit after others were faster; null when nobody was. */
  stale: Rebased<Saved, Values> | null;
  message: FormMessage | null;
  /** What the last submit found wrong. */
  errors: { field: FieldOf<Values>; label: string; message: string }[];
  isSubmitting: boolean;
  submit: () => Promise<void>;
  goTo: (field: string) => void;
  choose: (field: FieldOf<Values>, whose: Whose) => void;
  takeTheirs: () => void;
  onClose: () => void;
}

/** What becomes of a form once it is done with. */
export interface FormEnds {
  onSaved: (id: number) => Promise<void>;
  onClose: () => void;
  markUnsaved: MarkUnsaved;
}

export interface RecordFormOptions<Saved extends SavedRecord, Values extends FieldValues, Changes>
  extends FormEnds {
  type: RecordType<Saved>;
  /** The record as the edit begins; null for a new one. */
  opened: Saved | null;
  form: UseFormReturn<Values>;
  rules: EditRules<Saved, Values>;
  /** What a valid form sends: all of a new record, else what differs from `base`. */
  changesOf: (base: Saved | null, typed: Values) => Changes;
  save: Save<Saved, Changes>;
  /** A warning that holds the save up, null to go on. Asked once the form is valid. */
  holdUp?: (typed: Values) => Promise<string | null>;
  /** What is said when it is not saved; "Failed to save …" when left out. */
  failed?: string;
  /** What is said when it is saved; "… has been added." or "… updated." when left out. */
  done?: (saved: Saved) => Toast;
  /** What the notification leads to beside it. */
  linkOf?: (saved: Saved) => NonNullable<Toast['link']>;
  /** Opens what was saved, where that is a new record: offered by the notification. */
  view?: ((saved: Saved) => void) | undefined;
  onAdded?: ((saved: Saved) => void) | undefined;
  /** What waits to be saved beside the fields, and how it is taken back. */
  beside?: { changes: Changes; undo: () => void } | undefined;
}

/** The type of an error that the server has found. */
const SERVER = 'server';
export const SESSION_ENDED = 'Your session has ended. Sign in again, then save once more.';
const CAME_THROUGH = 'An earlier attempt was saved. Check the list before saving again.';

/** The life of a form: what a submit does, how each outcome is reported, edits of others meanwhile. */
export function useRecordForm<
  Saved extends SavedRecord,
  Values extends FieldValues,
  Changes extends object,
>(options: RecordFormOptions<Saved, Values, Changes>): RecordEdit<Saved, Values> {
  const { type, opened, form, rules, markUnsaved, onClose } = options;
  const [base, setBase] = useState(opened);
  const [stale, setStale] = useState<Rebased<Saved, Values> | null>(null);
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [isSaidOffline, setOffline] = useState(false);
  const isBusy = useRef(false);
  const showToast = useToast();
  const fields = fieldsOf<Values>(rules);
  const { formState } = form;

  // An error goes when its cause does, whoever filled the field, and in whichever field it lay. What
  // the server refused stays until that field is changed.
  const checkErrors = useEffectEvent((changed: string | undefined) => {
    const wrong = fields.filter((field) => {
      const { error } = form.getFieldState(field as Path<Values>);
      return error !== undefined && (error.type !== SERVER || field === changed);
    });
    if (wrong.length > 0) void form.trigger(wrong as Path<Values>[]);
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name }) => checkErrors(name));
    return unsubscribe;
  }, [form]);
  useEffect(() => {
    if (!isSaidOffline) return;
    const onOnline = () => {
      setOffline(false);
      setMessage(null);
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isSaidOffline]);

  const isUnsaved = formState.isDirty || options.beside !== undefined;
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);

  const setField = (field: FieldOf<Values>, value: Values[FieldOf<Values>], check: boolean) =>
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
      shouldDirty: true,
      shouldValidate: check,
    });
  const say = (text: string, isWarning = false) => setMessage({ text, isWarning });
  /** What stands beside a field, or says that one is offline, is not said by a toast as well. */
  const refuse = (failure: Failure) => {
    const { problem } = failure;
    if (problem?.code === 'idempotency-key-reused') return say(CAME_THROUGH);
    const atFields = (problem?.fields ?? []).filter(({ field }) =>
      fields.some((known) => known === field),
    );
    for (const [index, { field, message }] of atFields.entries()) {
      const error = { type: SERVER, message };
      form.setError(field as Path<Values>, error, { shouldFocus: index === 0 });
    }
    if (atFields.length > 0) return;
    const reason = reasonOf(failure);
    if (reason !== null) say(reason);
    setOffline(isOffline(failure));
    if (!needsToast(failure)) return;
    const description = options.failed ?? `Failed to save ${type.one}. Please try again.`;
    showToast({ title: 'Error', description, tone: 'destructive' });
  };

  const reapply = (now: Saved, history: readonly HistoryEntry[]) => {
    if (!base) return;
    const next = rebased(rules, base, now, form.getValues(), history);
    form.reset(rules.formOf(now));
    for (const field of fields) setField(field, next.values[field], false);
    setBase(now);
    setStale(next);
  };

  const finish = (saved: Saved) => {
    markUnsaved(false);
    const { view } = options;
    showToast({
      ...(options.done?.(saved) ?? savedToast(type, saved, opened === null)),
      ...(options.linkOf && { link: options.linkOf(saved) }),
      ...(view && { action: { text: 'View', onAction: () => view(saved) } }),
    });
    options.onAdded?.(saved);
    onClose();
    void options.onSaved(saved.id);
  };

  const take = (outcome: SaveOutcome<Saved>) => {
    switch (outcome.kind) {
      case 'saved':
        return finish(outcome.record);
      case 'stale':
        return reapply(outcome.now, outcome.history);
      case 'deleted':
        return say(`This ${type.one} has been deleted and cannot be changed.`);
      case 'signedOut':
        return say(SESSION_ENDED);
      case 'refused':
        return refuse(outcome.failure);
    }
  };

  const submit = form.handleSubmit(async (input) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setMessage(null);
    setOffline(false);
    try {
      const changes = { ...options.beside?.changes, ...options.changesOf(base, input) };
      if (base && Object.keys(changes).length === 0) {
        markUnsaved(false);
        return onClose();
      }
      const doubt = await options.holdUp?.(input);
      if (doubt) return say(doubt, true);
      take(await options.save(base, changes));
    } finally {
      isBusy.current = false;
    }
  });

  const choose = (field: FieldOf<Values>, whose: Whose) => {
    if (!base || !stale) return;
    const values = whose === 'mine' ? stale.values : rules.formOf(base);
    setField(field, values[field], true);
  };
  const takeTheirs = () => {
    if (!base) return;
    form.reset(rules.formOf(base));
    options.beside?.undo();
    setStale(null);
  };

  const goTo = (field: string) => form.setFocus(field as Path<Values>);
  const wrong = fields.flatMap((field) => {
    const message = form.getFieldState(field as Path<Values>, formState).error?.message;
    return message ? [{ field, label: rules.labels[field], message }] : [];
  });

  return {
    type,
    base,
    stale,
    message,
    errors: formState.submitCount > 0 ? wrong : [],
    isSubmitting: formState.isSubmitting,
    submit: () => submit(),
    goTo,
    choose,
    takeTheirs,
    onClose,
  };
}

function savedToast<Saved extends SavedRecord>(
  { typename, nameOf }: RecordType<Saved>,
  saved: Saved,
  isNew: boolean,
): Toast {
  return {
    title: `${typename} ${isNew ? 'Created' : 'Updated'}`,
    description: `${nameOf(saved)} has been ${isNew ? 'added' : 'updated'}.`,
  };
}
