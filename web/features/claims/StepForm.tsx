import { ClaimStepInput, claimStepFields } from '@insuremanager/contracts/claims/claimFields';
import { type ClaimStep, isClosed } from '@insuremanager/contracts/claims/claimKinds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatAmount, parsePaise } from '@insuremanager/contracts/rules/money';
import { operation } from '../../data/operation';
import {
  MoveClaimDocument,
  type ClaimStepInput as WireInput,
} from '../../data/operations.generated';
import { DescribedField } from '../../records/FormFields';
import { formatDecimal } from '../../records/policies/Premium';
import { labelOf } from '../../ui/labels';
import { type FormValues, wireValues } from '../../ui/record/fieldsForm';
import { RecordForm } from '../../ui/record/RecordForm';
import { target } from '../../ui/record/recordType';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useChangeRecord } from '../../ui/record/useSaveRecord';
import { lookOf } from './ClaimActions';
import { CLAIM, type Claim } from './claim';

type Values = FormValues<typeof claimStepFields>;

const LABELS = { stage: 'Stage', on: 'Day', amount: 'Amount', reason: 'Reason' };

const move = (claim: Claim, input: WireInput, commandId: string) =>
  operation(MoveClaimDocument, { ...target(claim), input, commandId });

/** How the reason of each step reads. */
const REASONS: Readonly<Partial<Record<ClaimStep, string>>> = {
  query: 'What is asked',
  approved: 'Deductions',
  settled: 'Deductions',
  repudiated: 'Reason of the insurer',
};

/** Brings a claim to its next stage, with the day and what the insurer said. */
export function StepForm({ claim, step, ...ends }: FormEnds & { claim: Claim; step: ClaimStep }) {
  const isPaid = step === 'approved' || step === 'settled';
  const expected = step === 'settled' ? claim.amountApproved : claim.amountClaimed;
  const formOf = (): Values => ({
    ...{ stage: step, on: formatDay(kolkataDay(new Date())), reason: '' },
    amount: isPaid ? formatAmount(parsePaise(expected) ?? 0) : '0',
  });
  const form = useValidatedForm<Values>(formOf(), ClaimStepInput);
  const edit = useRecordForm({
    ...ends,
    type: CLAIM,
    opened: claim,
    form,
    rules: { labels: LABELS, formOf, format: (_field, value) => value },
    changesOf: (_base, typed): WireInput => wireValues(claimStepFields, typed) as WireInput,
    save: useChangeRecord(CLAIM, move, { othersAreNew: true }),
    failed: 'Failed to save claim. Please try again.',
    done: ({ claimNumber, stage }) => ({
      title: 'Claim Updated',
      description: `${claimNumber}: ${labelOf(stage).toLowerCase()}.`,
    }),
  });
  const field = { form, fields: claimStepFields };
  const isReopened = isClosed(claim.stage);
  return (
    <RecordForm edit={edit} submitLabel={lookOf(step, claim).text}>
      <fieldset>
        <DescribedField
          {...field}
          name="on"
          hint={`In ${labelOf(claim.stage).toLowerCase()} since ${formatDay(claim.stageOn)}`}
          autoFocus={!isPaid}
        />
        {isPaid && (
          <DescribedField
            {...field}
            name="amount"
            label={step === 'settled' ? 'Amount paid' : 'Amount approved'}
            hint={`${formatDecimal(expected)} ${step === 'settled' ? 'were approved' : 'are claimed'}`}
            required
            autoFocus
          />
        )}
        <DescribedField
          {...field}
          name="reason"
          label={(isReopened && 'Why it is taken up again') || REASONS[step] || 'Remark'}
          hint={isPaid ? 'Why it is less; needed where it is' : undefined}
          required={step === 'query' || step === 'repudiated'}
        />
      </fieldset>
    </RecordForm>
  );
}
