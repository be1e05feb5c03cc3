import { Button, Callout, Intent } from '@blueprintjs/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { CUSTOMER_LABELS, CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { useToast } from '../../ui/toaster/Toaster';
import { CustomerDrawer } from './CustomerDrawer';
import { CustomerFields } from './CustomerFields';
import {
  CUSTOMER_FIELDS,
  type Customer,
  type CustomerFormValues,
  changesOf,
  EMPTY_FORM,
  formOf,
  isCustomerField,
} from './customerForm';
import { StaleNotice } from './StaleNotice';
import { type Contest, type Rebased, rebased } from './staleEdit';
import { useDuplicates } from './useDuplicates';
import { type SaveOutcome, useSaveCustomer } from './useSaveCustomer';

interface CustomerFormProps {
  /** The customer as the edit begins; null for a new one. */
  base: Customer | null;
  onSaved: (id: number) => Promise<void>;
  onClose: () => void;
  noteUnsaved: (isUnsaved: boolean) => void;
}

const SAVE_FAILED = 'Failed to save customer. Please try again.';
const SESSION_ENDED = 'Your session had ended. Sign in again, then save once more.';
const DELETED_MEANWHILE = 'This customer has been deleted meanwhile and cannot be changed.';
const CAME_THROUGH = 'An earlier attempt did come through. Check the list before saving again.';
const NEW_DUPLICATES = 'There may be such a customer already: see below. Save again to go on.';

export function CustomerForm({ base: opened, onSaved, onClose, noteUnsaved }: CustomerFormProps) {
  const [base, setBase] = useState(opened);
  const [stale, setStale] = useState<Rebased | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const [isAadhaarRemoved, setAadhaarRemoved] = useState(false);
  const [openedDuplicate, setOpenedDuplicate] = useState<number | null>(null);
  const isBusy = useRef(false);
  const save = useSaveCustomer();
  const duplicates = useDuplicates(base);
  const showToast = useToast();

  const form = useForm<CustomerFormValues, unknown, CustomerInput>({
    defaultValues: base ? formOf(base) : EMPTY_FORM,
    resolver: zodResolver(CustomerInput) as unknown as Resolver<
      CustomerFormValues,
      unknown,
      CustomerInput
    >,
    mode: 'onTouched',
  });
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control: form.control }) as CustomerFormValues;
  useEffect(
    () => noteUnsaved(isDirty || isAadhaarRemoved),
    [noteUnsaved, isDirty, isAadhaarRemoved],
  );

  // What is said at the top must be seen.
  useEffect(() => {
    if (message || stale) top.current?.scrollTo({ top: 0 });
  }, [message, stale]);

  const failed = (reason: string | null) => {
    setMessage(reason);
    showToast({ title: 'Error', description: SAVE_FAILED, tone: 'destructive' });
  };

  const refuse = ({ failure }: Extract<SaveOutcome, { kind: 'refused' }>) => {
    const { problem } = failure;
    if (problem?.code === 'idempotency-key-reused') return failed(CAME_THROUGH);
    const atFields = (problem?.fields ?? []).filter(({ field }) => isCustomerField(field));
    for (const [index, { field, message }] of atFields.entries()) {
      if (!isCustomerField(field)) continue;
      form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    failed(atFields.length > 0 ? null : (problem?.error ?? null));
  };

  const reapply = (now: Customer, history: Rebased['meanwhile']) => {
    if (!base) return;
    const next = rebased(base, now, form.getValues(), history);
    form.reset(formOf(now));
    for (const field of CUSTOMER_FIELDS) {
      form.setValue(field, next.values[field], { shouldDirty: true });
    }
    setBase(now);
    setStale(next);
  };

  const finish = (customer: Customer) => {
    noteUnsaved(false);
    showToast(
      opened
        ? { title: 'Customer Updated', description: `${customer.name} has been updated.` }
        : { title: 'Customer Created', description: `${customer.name} has been added.` },
    );
    onClose();
    void onSaved(customer.id);
  };

  const take = (outcome: SaveOutcome) => {
    switch (outcome.kind) {
      case 'saved':
        return finish(outcome.customer);
      case 'stale':
        return reapply(outcome.now, [...outcome.history]);
      case 'deleted':
        return failed(DELETED_MEANWHILE);
      case 'signedOut':
        return setMessage(SESSION_ENDED);
      case 'refused':
        return refuse(outcome);
    }
  };

  const submit = form.handleSubmit(async (input) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setMessage(null);
    try {
      const changes = base ? changesOf(base, input, isAadhaarRemoved) : input;
      if (base && Object.keys(changes).length === 0) {
        noteUnsaved(false);
        return onClose();
      }
      if (await duplicates.check(form.getValues())) return setMessage(NEW_DUPLICATES);
      take(await save(base, changes));
    } finally {
      isBusy.current = false;
    }
  });

  const chooseIn = ({ field }: Contest, whose: 'mine' | 'theirs') => {
    if (!base || !stale) return;
    const value = whose === 'mine' ? stale.values[field] : formOf(base)[field];
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
  };
  const takeTheirs = () => {
    if (!base) return;
    form.reset(formOf(base));
    setAadhaarRemoved(false);
    setStale(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  };
  const wrong = CUSTOMER_FIELDS.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ field, label: CUSTOMER_LABELS[field], message }] : [];
  });

  return (
    <form className="customer-form" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div ref={top} className="customer-form-fields">
        {message && (
          <Callout
            role="alert"
            intent={message === NEW_DUPLICATES ? Intent.WARNING : Intent.DANGER}
            icon={null}
            className="form-alert"
          >
            {message}
          </Callout>
        )}
        {stale && <StaleNotice rebased={stale} onChoose={chooseIn} onTakeTheirs={takeTheirs} />}
        {submitCount > 0 && (
          <ErrorSummary
            errors={wrong}
            onGo={(field) => isCustomerField(field) && form.setFocus(field)}
          />
        )}
        <CustomerFields
          form={form}
          values={values}
          base={base}
          duplicates={duplicates}
          onOpenDuplicate={setOpenedDuplicate}
          isAadhaarRemoved={isAadhaarRemoved}
          onAadhaarRemoved={setAadhaarRemoved}
        />
      </div>
      <footer className="customer-form-foot">
        <span className="muted">Ctrl+Enter saves</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" intent={Intent.PRIMARY} loading={isSubmitting}>
          {stale ? 'Reapply My Changes' : base ? 'Save Changes' : 'Add Customer'}
        </Button>
      </footer>
      <CustomerDrawer id={openedDuplicate} onClose={() => setOpenedDuplicate(null)} />
    </form>
  );
}
