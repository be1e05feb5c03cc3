import { emptyFormOf, labelsOf } from '@insuremanager/contracts/fields/fields';
import { PaymentInput, paymentFields } from '@insuremanager/contracts/policies/paymentFields';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatAmount, parsePaise } from '@insuremanager/contracts/rules/money';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { operation } from '../../../data/operation';
import {
  PayInstalmentsDocument,
  type PaymentInput as WireInput,
} from '../../../data/operations.generated';
import { DescribedField } from '../../../records/FormFields';
import { formatDecimal } from '../../../records/policies/Premium';
import { type FormValues, wireValues } from '../../../ui/record/fieldsForm';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../../ui/record/useRecordForm';
import { useAddress } from '../../../ui/useAddress';
import { formatValue, POLICY, type Policy, target } from '../policy';
import { useChangePolicy } from './useChangePolicy';

type PaymentValues = FormValues<typeof paymentFields>;

const LABELS = labelsOf(paymentFields);

const done = ({ policyNumber, instalmentsPaid, instalments }: Policy) => ({
  title: 'Premium Marked as Paid',
  description: `${policyNumber}: ${instalmentsPaid} of ${instalments} instalments are paid.`,
});

const pay = (policy: Policy, input: WireInput, commandId: string) =>
  operation(PayInstalmentsDocument, { ...target(policy), input, commandId });

/** Marks the next instalment of the premium as paid, or all up to one. */
export function PayForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const wanted = useAddress().params.get('instalment');
  // Where somebody else has marked it meanwhile, the form does not go on with the next one.
  const [instalment] = useState(wanted ?? String(policy.instalmentsPaid + 1));
  const formOf = (now: Policy): PaymentValues => ({
    ...emptyFormOf(paymentFields),
    number: instalment,
    paidOn: formatDay(kolkataDay(new Date())),
    amount: formatAmount(parsePaise(now.nextDueAmount ?? '0') ?? 0),
  });
  const form = useValidatedForm<PaymentValues>(formOf(policy), PaymentInput);
  const { number, means } = useWatch({ control: form.control }) as PaymentValues;
  const save = useChangePolicy(policy.kind, 'pay', pay);
  const several = Number(number) - policy.instalmentsPaid;
  const edit = useRecordForm({
    ...ends,
    type: POLICY[policy.kind],
    opened: policy,
    form,
    rules: { labels: LABELS, formOf, format: formatValue },
    changesOf: (_base, { amount, ...typed }) =>
      wireValues(paymentFields, { ...typed, amount: several > 1 ? '0' : amount }) as WireInput,
    save,
    done,
  });
  const field = (name: keyof PaymentValues, hint?: string, autoFocus = false) => (
    <DescribedField {...{ form, name, autoFocus }} fields={paymentFields} {...(hint && { hint })} />
  );
  return (
    <RecordForm edit={edit} submitLabel="Mark as Paid">
      <p className="muted">
        {policy.policyNumber}: {policy.instalmentsPaid} of {policy.instalments} instalments are
        paid.
        {policy.nextDueDate &&
          policy.nextDueAmount &&
          ` The next one, ${formatDecimal(policy.nextDueAmount)}, is due on ${formatDay(policy.nextDueDate)}.`}
      </p>
      {field('number', several > 1 ? `${several} instalments at once` : undefined)}
      {field('paidOn')}
      {several <= 1 && field('amount')}
      {field('means')}
      {field('reference', HINTS[means], true)}
    </RecordForm>
  );
}

const HINTS: Readonly<Record<string, string>> = {
  upi: 'The UPI reference of twelve digits',
  cheque: 'The number of the cheque',
  card_at_insurer: 'The insurer’s receipt number; never the number of a card',
};
