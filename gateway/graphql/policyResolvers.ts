import { INSURED_RELATIONS } from '@insuremanager/contracts/households/relations';
import { INSTALMENT_STATES, UNPAID_STATES } from '@insuremanager/contracts/policies/instalments';
import {
  InsuredMember,
  InsuredMembersInput,
  insuredMemberFields,
} from '@insuremanager/contracts/policies/insuredMembers';
import {
  PaymentInput,
  PolicyInstalment,
  paymentFields,
  TakenBackInput,
  takenBackFields,
} from '@insuremanager/contracts/policies/paymentFields';
import { PAYMENT_MEANS } from '@insuremanager/contracts/policies/paymentKinds';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import {
  CancellationInput,
  cancellationFields,
  endorsableFields,
  endorsementFields,
  endorsementOf,
  policyInputOf,
  policyPatchOf,
  ReinstatementInput,
  reinstatementFields,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import * as views from '@insuremanager/contracts/policies/policyViews';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { LOSS_REASONS, RENEWAL_OUTCOMES } from '@insuremanager/contracts/renewals/renewalKinds';
import { omit, omitUndefined } from '@insuremanager/contracts/rules/objects';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { LONGEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { conflict, invalid, notFound, Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { SavedTerm } from '@insuremanager/services/policies/index';
import { type ClassType, Field, Int } from 'type-graphql';
import { withNotes } from '../notedHistory.js';
import { renewTerm } from '../renewing.js';
import { validated } from '../validated.js';
import { DayType, inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { HISTORIES_COST } from './queryCosts.js';
import {
  customerLink,
  deletedAs,
  deletedType,
  listResolver,
  recordChange,
} from './recordResolvers.js';
import { change, query, rootFields, VERSION_SEEN } from './rootFields.js';
import { HistoryEntry } from './sharedTypes.js';

export const PolicyKindEnum = enumType('PolicyKind', POLICY_KINDS);
enumType('PolicyStatus', POLICY_STATUSES);
enumType('PolicyType', POLICY_TYPES);
enumType('VehicleType', VEHICLE_TYPES);
enumType('CoverType', COVER_TYPES);
enumType('CancellationReason', CANCELLATION_REASONS);
enumType('PremiumFrequency', PREMIUM_FREQUENCIES);
enumType('InstalmentState', INSTALMENT_STATES);
enumType('UnpaidState', UNPAID_STATES);
enumType('PaymentMeans', PAYMENT_MEANS);
enumType('InsuredRelation', INSURED_RELATIONS);
enumType('LossReason', LOSS_REASONS);
enumType('RenewalOutcome', RENEWAL_OUTCOMES);

export const Policy = objectType('Policy', views.PolicyView, {
  description: 'A term of a policy. What only the other kind has is null.',
});
const Cards = objectType('PolicyCards', views.PolicyCards, {
  description: 'The four cards over a list. Each counts what its list shows.',
});
const Holdings = objectType('PolicyHoldings', views.PolicyHoldings, {
  description: 'What a customer holds, over both kinds.',
});
const Instalment = objectType('PolicyInstalment', PolicyInstalment, {
  description: 'An instalment of the premium of a term, paid or not.',
});
const Insured = objectType('InsuredMember', InsuredMember, {
  description: 'Whom a health policy covers: a customer, or a person by name.',
});
const TermHistory = objectType('PolicyTermHistory', views.TermHistory, {
  description: 'A term of a policy, and all that happened to it.',
});

export const PolicyInputArg = inputType('PolicyInput', policyFields, {
  description:
    'Absent leaves a field as it is; null or an empty text clears it. Fields of the other kind are ignored.',
});
const Renewal = inputType('RenewalInput', omit(policyFields, ['customerId', 'status']), {
  description:
    'What differs in the next term. Absent: the same number, cover and premium, for a year from the day after the end.',
});
const Changes = inputType('EndorsementChanges', endorsableFields, {
  description: 'Absent leaves a field as it is; null clears it.',
});
const Cancellation = inputType('CancellationInput', cancellationFields, { requiresFields: true });
const Reinstatement = inputType('ReinstatementInput', reinstatementFields);
const Payment = inputType('PaymentInput', paymentFields);
const TakenBack = inputType('TakenBackInput', takenBackFields);
const InsuredInput = inputType('InsuredMemberInput', insuredMemberFields, { requiresFields: true });
const Endorsement = inputType('EndorsementInput', endorsementFields, { requiresFields: true });
Field(() => Changes)(Endorsement.prototype, 'changes');

const saved = recordChange(views.policyRecord, Policy, {
  fields: {
    renewedTerm: {
      type: Policy,
      nullable: true,
      description: 'After a renewal: the term that it ended, of which `policy` is the next.',
    },
  },
  of: ({ renewed }: SavedTerm) => ({ renewedTerm: renewed ?? null }),
});

const TERM = { id: Int, kind: PolicyKindEnum };

const queries = rootFields({
  policy: query(
    Policy,
    {
      nullable: true,
      description: 'Null when unknown, deleted, or of another kind than the one asked for.',
      args: { id: Int, kind: { type: PolicyKindEnum, nullable: true } },
    },
    ({ id, kind }, { policies }) => policies.find(id, kind ?? undefined),
  ),

  policyAsOf: query(
    Policy,
    {
      nullable: true,
      description: 'The policy at the end of that day in Asia/Kolkata; null: none then.',
      args: { ...TERM, day: DayType },
    },
    ({ day, ...term }, { policies }) => policies.asOf(term, day),
  ),

  policyHistory: query([HistoryEntry], { args: TERM }, async (term, context) =>
    withNotes(context, RECORDS.policy, term.id, await context.policies.history(term)),
  ),

  policyTermHistories: query(
    [TermHistory],
    {
      description:
        'Every term of the policy that the term belongs to, oldest first, deleted ones too, each with its history.',
      complexity: HISTORIES_COST,
      args: TERM,
    },
    (term, { policies }) => policies.termHistories(term),
  ),

  policyTerms: query(
    [Policy],
    {
      description:
        'All existing terms of the policy that this one belongs to, the first one first.',
      args: { id: Int },
    },
    ({ id }, { policies }) => policies.termsOf(id),
  ),

  policyInstalments: query(
    [Instalment],
    {
      description: 'The premiums of a term, paid or not; none where the premium is yearly.',
      args: TERM,
    },
    (term, { policies }) => policies.instalments(term),
  ),

  insuredMembers: query(
    [Insured],
    {
      description: 'Whom a health policy covers; none where nobody has said so.',
      args: { id: Int },
    },
    ({ id }, { policies }) => policies.insuredMembers({ kind: 'health', id }),
  ),

  policyCards: query(Cards, { args: { kind: PolicyKindEnum } }, ({ kind }, { policies }) =>
    policies.cards(kind),
  ),

  insurers: query(
    [String],
    {
      description: 'Insurers in use that begin with the text, the most used first.',
      args: { prefix: String },
    },
    ({ prefix }, { policies }) => policies.insurers(cleanText(prefix.slice(0, LONGEST_SEARCH))),
  ),

  customerHoldings: query(
    Holdings,
    { args: { customerId: Int } },
    async ({ customerId }, { customers, policies }) =>
      policies.holdings(await customers.remainingOf(customerId)),
  ),
});

/** Which term a change is about, as it was when the user saw it. */
const SEEN = { ...TERM, expectedVersion: Int };

const mutations = rootFields({
  createPolicy: saved(
    {
      args: {
        kind: PolicyKindEnum,
        input: PolicyInputArg,
        documentId: {
          type: Int,
          nullable: true,
          description:
            'The schedule that it was entered from, which becomes a document of the policy.',
        },
      },
    },
    async ({ kind, input, documentId }, context, command) => {
      const fields = validated(policyInputOf(kind), omitUndefined(input));
      if (!documentId) return context.policies.issue(kind, fields, command);
      await requireScheduleOf(context, documentId, fields);
      const issued = await context.policies.issue(kind, fields, command);
      return withSchedule(context, issued, documentId, command);
    },
  ),

  updatePolicy: saved(
    { args: { ...SEEN, input: PolicyInputArg } },
    ({ kind, id, input }, { policies }, command) => {
      const patch = validated(policyPatchOf(kind), omitUndefined(input));
      return policies.update({ kind, id }, patch, command);
    },
  ),

  endorsePolicy: saved(
    {
      description: 'Changes the cover from a day on, and keeps what was before.',
      args: { ...SEEN, input: Endorsement },
    },
    ({ kind, id, input }, { policies }, command) => {
      const changes = omitUndefined((input as { changes: object }).changes);
      const endorsement = validated(endorsementOf(kind), { ...input, changes });
      return policies.endorse({ kind, id }, endorsement, command);
    },
  ),

  renewPolicy: saved(
    {
      description: 'Answers the new term, and the one that it renewed.',
      args: { ...SEEN, input: Renewal },
    },
    ({ kind, id, input }, context, command) => {
      const renewal = validated(renewalOf(kind), omitUndefined(input));
      return renewTerm(context, { kind, id }, renewal, command);
    },
  ),

  cancelPolicy: saved(
    { args: { ...SEEN, input: Cancellation } },
    ({ kind, id, input }, { policies }, command) => {
      const cancellation = validated(CancellationInput, omitUndefined(input));
      return policies.cancel({ kind, id }, cancellation, command);
    },
  ),

  reinstatePolicy: saved(
    {
      description: 'Undoes a cancellation or a lapse.',
      args: { ...SEEN, input: { type: Reinstatement, nullable: true } },
    },
    ({ kind, id, input }, { policies }, command) => {
      const reinstatement = validated(ReinstatementInput, omitUndefined(input ?? {}));
      return policies.reinstate({ kind, id }, reinstatement, command);
    },
  ),

  payInstalments: saved(
    {
      description: 'Marks the next instalment of the premium as paid, or all up to one.',
      args: { ...SEEN, input: Payment },
    },
    ({ kind, id, input }, { policies }, command) => {
      const payment = validated(PaymentInput, omitUndefined(input));
      return policies.payInstalments({ kind, id }, payment, command);
    },
  ),

  takeBackInstalment: saved(
    {
      description: 'The latest payment was marked by mistake, or came back.',
      args: { ...SEEN, input: { type: TakenBack, nullable: true } },
    },
    ({ kind, id, input }, { policies }, command) => {
      const takenBack = validated(TakenBackInput, omitUndefined(input ?? {}));
      return policies.takeBackInstalment({ kind, id }, takenBack, command);
    },
  ),

  setInsuredMembers: saved(
    {
      description:
        'All whom a health policy covers. Customers of other books stay, and those who are gone go.',
      args: { id: Int, expectedVersion: Int, members: [InsuredInput] },
    },
    ({ id, members }, { policies }, command) => {
      const input = validated(InsuredMembersInput, { members: members.map(omitUndefined) });
      return policies.setInsuredMembers({ kind: 'health', id }, input, command);
    },
  ),

  deletePolicy: change(
    deletedType('Policy'),
    {
      description: 'Deleting a term that renewed another gives that one back its place.',
      args: { ...TERM, expectedVersion: VERSION_SEEN },
    },
    async ({ kind, id }, context, command) =>
      deletedAs(id, context, await context.policies.delete({ kind, id }, command)),
  ),
});

/** @throws Refusal when the document cannot become one of the policy: then none is issued. */
async function requireScheduleOf(
  { documents, policies }: GraphqlContext,
  documentId: number,
  { customerId, policyNumber }: Pick<PolicyView, 'customerId' | 'policyNumber'>,
): Promise<void> {
  const document = await documents.find(documentId);
  if (!document) throw notFound('document', documentId);
  if (document.customerId !== customerId) {
    const message = 'The schedule is a document of another customer. Choose that customer.';
    throw invalid([{ field: 'customerId', code: 'document-customer-mismatch', message }]);
  }
  const other = document.policyId === null ? null : await policies.find(document.policyId);
  // The same number is the same command once more.
  if (other && policyNumberKey(other.policyNumber) !== policyNumberKey(policyNumber)) {
    const message = `The schedule is a document of policy ${other.policyNumber} already.`;
    throw conflict('document-attached', message);
  }
}

/** The policy exists whatever becomes of its schedule: a refusal is a warning then. */
async function withSchedule(
  { documents }: GraphqlContext,
  issued: SavedTerm,
  documentId: number,
  command: CommandContext,
): Promise<SavedTerm> {
  const commandId = namedUuid('attach-schedule', command.commandId, documentId);
  try {
    const { position } = await documents.attach(documentId, issued.record.id, {
      ...command,
      commandId,
    });
    return { ...issued, position: position ?? issued.position };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const warning = { field: 'documentId', code: error.code, message: error.message };
    return { ...issued, warnings: [...issued.warnings, warning] };
  }
}

export const policyResolvers: ClassType[] = [
  listResolver({
    ...views.policyRecord,
    Item: Policy,
    serviceIn: ({ policies }) => policies,
  }),
  queries,
  mutations,
  customerLink(Policy),
];
