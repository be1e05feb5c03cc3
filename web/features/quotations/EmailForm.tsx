import { useQuery } from '@apollo/client/react';
import { emailWarnings } from '@insuremanager/contracts/quotations/emailWarnings';
import {
  QuotationEmailInput,
  quotationEmailFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../data/operation';
import {
  EmailQuotationDocument,
  QuotationLinkDocument,
  QuotationRecipientDocument,
  type QuotationEmailInput as WireInput,
} from '../../data/operations.generated';
import { DescribedField } from '../../records/FormFields';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import type { FormValues } from '../../ui/record/fieldsForm';
import { RecordForm } from '../../ui/record/RecordForm';
import { target } from '../../ui/record/recordType';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useChangeRecord } from '../../ui/record/useSaveRecord';
import { acceptanceText } from './acceptance';
import { QUOTATION, type Quotation } from './quotation';

type EmailValues = FormValues<typeof quotationEmailFields>;

const LABELS = { to: 'To', message: 'Message' };
const FAILED = 'Failed to send quotation. Please try again.';

const sendEmail = (base: Quotation, input: WireInput, commandId: string) =>
  operation(EmailQuotationDocument, { ...target(base), input, commandId });

type EmailFormProps = FormEnds & { quotation: Quotation };

/** Sends the PDF of a quotation by email; to the customer, unless another address is typed. */
export function EmailForm(props: EmailFormProps) {
  const { data, error } = useQuery(QuotationRecipientDocument, {
    variables: { id: props.quotation.customerId },
    fetchPolicy: 'network-only',
  });
  const link = useQuery(QuotationLinkDocument, {
    variables: { id: props.quotation.id },
    fetchPolicy: 'network-only',
    skip: props.quotation.status !== 'pending',
  });
  // Without an answer the address is typed.
  if ((!data && !error) || link.loading)
    return <SkeletonRows height={56} what="the customer’s email" />;
  const path = link.data?.quotationLink.path;
  return (
    <LoadedEmailForm
      {...props}
      email={data?.customer?.email ?? ''}
      message={path ? acceptanceText(`${location.origin}${path}`) : ''}
    />
  );
}

interface LoadedEmailFormProps extends EmailFormProps {
  email: string;
  /** What the message begins with: the link by which it is accepted, while it can be. */
  message: string;
}

function LoadedEmailForm({ quotation, email, message, ...ends }: LoadedEmailFormProps) {
  const formOf = (): EmailValues => ({ to: email, message });
  const form = useValidatedForm<EmailValues>(formOf(), QuotationEmailInput);
  const edit = useRecordForm({
    ...ends,
    type: QUOTATION,
    opened: quotation,
    form,
    rules: { labels: LABELS, formOf, format: (_field, value) => value },
    // In normal form: what is typed once more in another way is no other email.
    changesOf: (_base, typed): WireInput => QuotationEmailInput.parse(typed),
    save: useChangeRecord(QUOTATION, sendEmail, { othersAreNew: true }),
    failed: FAILED,
    done: ({ quotationNumber, isEmailKept }) =>
      isEmailKept
        ? { title: 'Quotation Saved', description: `${quotationNumber}: ${EMAIL_KEPT}.` }
        : {
            title: 'Quotation Sent',
            description: `${quotationNumber} has been sent to ${form.getValues('to').trim()}.`,
          },
  });
  const [doubt] = emailWarnings(edit.base ?? quotation, kolkataDay(new Date()));

  return (
    <RecordForm edit={edit} submitLabel="Send" staleLabel="Send" keyHint="Ctrl+Enter sends">
      <fieldset>
        <DescribedField
          form={form}
          fields={quotationEmailFields}
          name="to"
          label={LABELS.to}
          hint={email === '' ? 'This customer has no email address on record' : undefined}
          autoFocus={email === ''}
        />
        <DescribedField
          form={form}
          fields={quotationEmailFields}
          name="message"
          hint={`${quotation.quotationNumber} is attached as a PDF`}
          warning={doubt?.message}
          autoFocus={email !== ''}
        />
      </fieldset>
    </RecordForm>
  );
}
