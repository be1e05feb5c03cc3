import { ClaimInputSchema, claimFields } from '@insuremanager/contracts/claims/claimFields';
import {
  CLAIM_KINDS_OF,
  CLAIM_STEPS,
  type ClaimStep,
} from '@insuremanager/contracts/claims/claimKinds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  CreateClaimDocument,
  InsuredMembersDocument,
  PolicyDetailsDocument,
  type PolicyDetailsQuery,
  UpdateClaimDocument,
} from '../../data/operations.generated';
import { FieldsForm, type ShownFields } from '../../records/FieldsForm';
import { FieldGroups } from '../../records/FormFields';
import { formDesign } from '../../records/formDesign';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import type { FormValues } from '../../ui/record/fieldsForm';
import { saveBy } from '../../ui/record/useSaveRecord';
import { AskForm } from './AskForm';
import { lookOf } from './ClaimActions';
import { CLAIM, type Claim } from './claim';
import { StepForm } from './StepForm';

const CLAIM_FORM = formDesign(CLAIM, claimFields, {
  schema: ClaimInputSchema,
  groups: [
    { heading: 'Policy and loss', fields: ['policyId', 'kind', 'lossDate', 'intimatedOn'] },
    { heading: 'Claim', fields: ['patient', 'amountClaimed', 'insurerClaimNumber'] },
    { heading: 'Handled by', fields: ['provider', 'surveyor', 'notes'] },
  ],
  save: saveBy(CreateClaimDocument, UpdateClaimDocument),
});

interface ClaimDialogProps extends Omit<EditDialogProps<Claim>, 'children'> {
  /** The term under which one is added, when that is known. */
  policyId: number | null;
}

const isStep = (change: string | null): change is ClaimStep =>
  CLAIM_STEPS.some((step) => step === change);

/** What cannot be understood in an address is an edit. */
export default function ClaimDialog({ policyId, ...dialog }: ClaimDialogProps) {
  const { id, change } = dialog;
  const step = id !== null && isStep(change) ? change : null;
  const isAsking = id !== null && change === 'ask';
  const title = step
    ? lookOf(step, { stage: 'intimated' }).text
    : isAsking
      ? 'Ask for Documents'
      : undefined;
  return (
    <EditDialog {...dialog} {...(title && { title })}>
      {(claim, ends) => {
        if (claim && step) return <StepForm claim={claim} step={step} {...ends} />;
        if (claim && isAsking) return <AskForm claim={claim} {...ends} />;
        const initial = {
          ...CLAIM_FORM.empty,
          policyId: policyId === null ? '' : String(policyId),
          intimatedOn: formatDay(kolkataDay(new Date())),
        };
        return (
          <FieldsForm design={CLAIM_FORM} base={claim} initial={initial} {...ends}>
            {(shown) => <ClaimFields {...shown} />}
          </FieldsForm>
        );
      }}
    </EditDialog>
  );
}

type Values = FormValues<typeof claimFields>;

/** The kinds of claims, the days and the words follow from the policy. */
function ClaimFields(shown: ShownFields<Claim, Values>) {
  const { values, base, fields } = shown;
  const id = Number(values.policyId);
  const { data } = useGatewayQuery(operation(PolicyDetailsDocument, { id }), { skip: !(id > 0) });
  const policy = data?.record ?? null;
  const kind = base?.policyKind ?? policy?.kind;
  const options = kind ? CLAIM_KINDS_OF[kind] : [];
  const patients = usePatients(policy);
  // One that was typed before another policy was chosen is still seen, to be taken out.
  const hasPatient = kind === 'health' || values.patient !== '';
  const left = [...(base ? ['policyId'] : []), ...(hasPatient ? [] : ['patient'])];
  const groups = shown.groups.map((group) => ({
    ...group,
    fields: group.fields.filter((name) => !left.includes(name)),
  }));
  return (
    <FieldGroups
      {...shown}
      groups={groups}
      fields={kind ? { ...fields, kind: { ...fields.kind, options } as never } : fields}
      extras={{
        lossDate: {
          hint: policy && `Within ${formatDay(policy.startDate)} to ${formatDay(policy.endDate)}`,
        },
        patient: { suggestions: patients },
        ...(kind && { provider: { label: kind === 'health' ? 'Hospital' : 'Garage' } }),
      }}
    />
  );
}

/** Whom a health policy covers, by name; its policyholder where it names nobody. */
function usePatients(policy: PolicyDetailsQuery['record']): string[] {
  const { data } = useGatewayQuery(operation(InsuredMembersDocument, { id: policy?.id ?? 0 }), {
    skip: policy?.kind !== 'health' || policy.insuredMembers === 0,
  });
  if (policy?.kind !== 'health') return [];
  const names = data?.insuredMembers.flatMap(({ name }) => name ?? []) ?? [];
  const holder = policy.customer?.name;
  return names.length > 0 || !holder ? names : [holder];
}
