import { useMutation, useQuery } from '@apollo/client/react';
import { InputGroup, TextArea } from '@blueprintjs/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { emailWarnings } from '@insuremanager/contracts/quotations/emailWarnings';
import {
  QUOTATION_LIMITS,
  QuotationEmailInput,
} from '@insuremanager/contracts/quotations/quotationFields';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import {
  EmailQuotationDocument,
  QuotationRecipientDocument,
} from '../../data/operations.generated';
import { FormField } from '../../ui/FormField';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { RecordForm } from '../../ui/record/RecordForm';
import { type FormEnds, useRecordForm } from '../../ui/record/useRecordForm';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import type { Quotation } from './quotation';
import { shownValue } from './quotationEdit';
import { useLoadNow } from './useSaveQuotation';

interface EmailValues {
  to: string;
  message: string;
}

const LABELS = { to: 'To', message: 'Message' };
const FAILED = 'Failed to send quotation. Please try again.';

type EmailFormProps = FormEnds & { quotation: Quotation };

/** Sends the PDF of a quotation by email; to the customer, unless told otherwise. */
export function EmailForm(props: EmailFormProps) {
  const { data, error } = useQuery(QuotationRecipientDocument, {
    variables: { id: props.quotation.customerId },
    fetchPolicy: 'network-only',
  });
  // Without an answer the address is typed.
  if (!data && !error) return <SkeletonRows height={56} what="the customer’s email" />;
  return <LoadedEmailForm {...props} email={data?.customer?.email ?? ''} />;
}

function LoadedEmailForm({ quotation, email, ...ends }: EmailFormProps & { email: string }) {
  const formOf = (): EmailValues => ({ to: email, message: '' });
  const form = useForm<EmailValues, unknown, QuotationEmailInput>({
    defaultValues: formOf(),
    resolver: zodResolver(QuotationEmailInput) as unknown as Resolver<
      EmailValues,
      unknown,
      QuotationEmailInput
    >,
    mode: 'onTouched',
  });
  const edit = useRecordForm({
    ...ends,
    one: 'quotation',
    opened: quotation,
    form,
    rules: { labels: LABELS, formOf, shown: (_field, value) => value },
    changesOf: (_base, { to, message }) => ({ to, message: message ?? null }),
    save: useSaveRecord({ send: useSendEmail(), loadNow: useLoadNow(), othersAreNew: true }),
    failed: FAILED,
    done: ({ quotationNumber }) => ({
      title: 'Quotation Sent',
      description: `${quotationNumber} has been sent to ${form.getValues('to').trim()}.`,
    }),
  });
  const { errors } = form.formState;
  const [doubt] = emailWarnings(edit.base ?? quotation, kolkataDay(new Date()));
  const { ref: toRef, ...to } = form.register('to');
  const { ref: messageRef, ...message } = form.register('message');

  return (
    <RecordForm
      edit={edit}
      one="quotation"
      addLabel="Send"
      saveLabel="Send"
      staleLabel="Send"
      keyHint="Ctrl+Enter sends"
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <fieldset>
        <FormField
          label={LABELS.to}
          required
          error={errors.to?.message}
          hint={email === '' ? 'This customer has no email address on record' : undefined}
        >
          {(field) => (
            <InputGroup {...field} {...to} inputRef={toRef} type="email" autoFocus={email === ''} />
          )}
        </FormField>
        <FormField
          label={LABELS.message}
          error={errors.message?.message}
          hint={`${quotation.quotationNumber} goes along as a PDF`}
          warning={doubt?.message}
        >
          {(field) => (
            <TextArea
              {...field}
              {...message}
              inputRef={messageRef}
              fill
              rows={6}
              maxLength={QUOTATION_LIMITS.message}
              autoFocus={email !== ''}
            />
          )}
        </FormField>
      </fieldset>
    </RecordForm>
  );
}

interface Email {
  to: string;
  message: string | null;
}

function useSendEmail() {
  const [email] = useMutation(EmailQuotationDocument);
  return useCallback(
    async (base: Quotation | null, input: Email, commandId: string) => {
      if (!base) throw new Error('An email needs a quotation');
      const { id, version: expectedVersion } = base;
      const { data } = await email({ variables: { id, input, expectedVersion, commandId } });
      return data?.emailQuotation.quotation;
    },
    [email],
  );
}
