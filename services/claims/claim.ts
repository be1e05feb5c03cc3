import { dueOn } from '@insuremanager/contracts/claims/claimDays';
import {
  ClaimChanged,
  ClaimDeleted,
  ClaimDetails,
  ClaimDocumentsRequested,
  type ClaimEvent,
  ClaimIntimated,
  ClaimMoved,
  ClaimParticulars,
  ClaimRequestDelivered,
  ClaimRequirementMarked,
  type ClaimStandingThen,
} from '@insuremanager/contracts/claims/claimEvents';
import type {
  ClaimRequirementInput,
  ClaimStepInput,
} from '@insuremanager/contracts/claims/claimFields';
import {
  CHECKLISTS,
  CLAIM_KINDS_OF,
  type ClaimStage,
  isClosed,
  type RequestChannel,
  type RequirementMark,
  stepsFrom,
} from '@insuremanager/contracts/claims/claimKinds';
import type { ClaimRequirement } from '@insuremanager/contracts/claims/claimRequirements';
import type { ClaimInput, claimRecord } from '@insuremanager/contracts/claims/claimViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import { omitUndefined, pick } from '@insuremanager/contracts/rules/objects';
import type { z } from 'zod';
import { type Actor, type RecordedEvent, systemActor } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { RecordCommand, RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';

type Details = z.infer<typeof ClaimDetails>;
type Particulars = z.infer<typeof ClaimParticulars>;

/** A step that a claim has taken. */
export interface StepTaken {
  readonly stage: ClaimStage;
  readonly on: Day;
  readonly by: Actor;
  readonly amount: number | null;
  readonly reason: string | null;
}

interface Marked {
  readonly mark: RequirementMark;
  readonly on: Day;
  readonly by: Actor;
  readonly documentId: number | null;
}

export type RequestOutcome = Requested['outcome'];

interface Requested {
  readonly id: string;
  readonly channel: RequestChannel;
  readonly requirements: readonly ClaimRequirement[];
  readonly at: Date;
  readonly by: Actor;
  readonly outcome: 'open' | 'sent' | 'kept' | 'refused' | 'unreachable' | 'overtaken';
}

/** A claim, folded from its stream. Its names are those of the fields of a claim. */
export interface ClaimRecord extends Details, Particulars {
  readonly id: number;
  readonly claimNumber: string;
  readonly customerId: number;
  readonly policyId: number;
  readonly policyKind: PolicyKind;
  readonly term: { readonly startDate: Day; readonly endDate: Day };
  /** False once the customer has been erased. */
  readonly isKnown: boolean;
  readonly stage: ClaimStage;
  readonly stageOn: Day;
  readonly missing: readonly ClaimRequirement[];
  readonly missingDocuments: number;
  readonly completeOn: Day | null;
  readonly dueOn: Day | null;
  readonly amountApproved: number;
  readonly amountSettled: number;
  readonly steps: readonly StepTaken[];
  readonly marks: Readonly<Partial<Record<ClaimRequirement, Marked>>>;
  readonly requests: readonly Requested[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
export type Claim = RecordState<ClaimRecord>;

/** What the policy says while a claim is decided on. */
export interface InsuredTerm {
  readonly kind: PolicyKind;
  readonly customerId: number;
  readonly startDate: Day;
  readonly endDate: Day;
}

/** A claim as a sheet has it: with the steps that it has taken since. */
export interface EnterClaim {
  readonly type: 'enter';
  readonly id: number;
  readonly input: ClaimInput;
  readonly steps: readonly ClaimStepInput[];
}

export type OwnClaimCommand =
  | EnterClaim
  | { readonly type: 'move'; readonly id: number; readonly step: ClaimStepInput }
  | { readonly type: 'mark'; readonly id: number; readonly marked: ClaimRequirementInput }
  | { readonly type: 'request'; readonly id: number; readonly channel: RequestChannel }
  | {
      readonly type: 'recordDelivery';
      readonly id: number;
      readonly requestId: string;
      readonly outcome: Exclude<Requested['outcome'], 'open'>;
    };

/** What a decision needs beside the claim. */
export interface ClaimFacts {
  readonly today: Day;
  /** Of a new claim. */
  readonly number?: string;
  /** Of a new claim; null: there is no such policy, or its customer was deleted. */
  readonly insured?: InsuredTerm | null;
  /** The file that is named is a claim document of the customer. */
  readonly isTheirFile?: boolean;
  /** Of a request. */
  readonly requestId?: string;
}

export type ClaimCommand = (RecordCommand<typeof claimRecord> | OwnClaimCommand) & ClaimFacts;
type CommandOf<Type extends ClaimCommand['type']> = Extract<ClaimCommand, { type: Type }>;

const DETAILS = ClaimDetails.keyof().options;
const PARTICULARS = ClaimParticulars.keyof().options;
const NOTHING_KNOWN: Particulars = {
  patient: null,
  insurerClaimNumber: null,
  provider: null,
  surveyor: null,
  notes: null,
};

const evolve = (claim: Claim, event: RecordedEvent<ClaimEvent>): Claim => {
  const { at, metadata } = event;
  const by = metadata.actor;
  if (event.type === 'ClaimIntimated') {
    const { claimId: id, personal, details, standing, ...named } = event.data;
    const on = details.intimatedOn;
    const record: ClaimRecord = {
      ...{ id, ...named, ...details, ...(personal ?? NOTHING_KNOWN), isKnown: personal !== null },
      ...{ ...known(standing), stage: 'intimated' },
      steps: [{ stage: 'intimated', on, by, amount: details.amountClaimed, reason: null }],
      ...{ amountApproved: 0, amountSettled: 0, marks: {}, requests: [] },
      ...{ createdAt: at, updatedAt: at },
    };
    return { phase: 'existing', record };
  }
  if (claim.phase === 'unknown') return claim;
  const { record } = claim;
  const changed = (change: Partial<ClaimRecord>): Claim => ({
    ...claim,
    record: { ...record, ...change, updatedAt: at },
  });
  switch (event.type) {
    case 'ClaimChanged': {
      const { details, personal, standing } = event.data;
      const { intimatedOn: on, amountClaimed: amount } = { ...record, ...details };
      const [first, ...later] = record.steps as [StepTaken, ...StepTaken[]];
      return changed({
        ...{ ...details, ...(personal ?? NOTHING_KNOWN), isKnown: personal !== null },
        ...known(standing),
        steps: [{ ...first, on, amount }, ...later],
      });
    }
    case 'ClaimMoved': {
      const { to: stage, amount, personal, standing } = event.data;
      const { stageOn: on } = standing;
      const reason = personal?.reason ?? null;
      return changed({
        ...{ stage, ...known(standing) },
        steps: [...record.steps, { stage, on, by, amount, reason }],
        ...(stage === 'approved' && { amountApproved: amount ?? 0 }),
        ...(stage === 'settled' && { amountSettled: amount ?? 0 }),
      });
    }
    case 'ClaimRequirementMarked': {
      const { requirement, mark, on, documentId, standing } = event.data;
      const marks = { ...record.marks, [requirement]: { mark, on, by, documentId } };
      return changed({ marks, ...known(standing) });
    }
    case 'ClaimDocumentsRequested': {
      const { requestId: id, channel, requirements } = event.data;
      const outcome = channel === 'email' ? 'open' : 'sent';
      const request: Requested = { id, channel, requirements, at, by, outcome };
      return changed({ requests: [...record.requests, request] });
    }
    case 'ClaimRequestDelivered': {
      const { requestId, outcome } = event.data;
      const requests = record.requests.map((one) =>
        one.id === requestId ? { ...one, outcome } : one,
      );
      return changed({ requests });
    }
    case 'ClaimDeleted':
      return { phase: 'deleted', record: { ...record, updatedAt: at } };
    default:
      return unreachable(event);
  }
};

const known = ({ missing, ...days }: ClaimStandingThen) => ({
  ...{ missing, missingDocuments: missing.length },
  ...days,
});

const decide = (command: ClaimCommand, claim: Claim): ClaimEvent[] => {
  if (command.type === 'create') return intimate(command, claim);
  if (command.type === 'enter') return enter(command, claim);
  // Whether an email arrived is written down whatever became of the claim.
  if (command.type === 'recordDelivery') return recordDelivery(command, claim);
  if (claim.phase !== 'existing') throw notFound('claim', command.id);
  const { record } = claim;
  switch (command.type) {
    case 'update':
      return change(command, record);
    case 'move':
      return move(command, record);
    case 'mark':
      return mark(command, record);
    case 'request':
      return request(command, record);
    case 'delete':
      return [ClaimDeleted({ claimId: record.id })];
    default:
      return unreachable(command);
  }
};

export const claimDecider: Decider<Claim, ClaimCommand, ClaimEvent> = {
  initial: { phase: 'unknown' },
  evolve,
  decide,
};

/** The policy is asked as it is now: an endorsement of later does not move a claim out of its term. */
const intimate = (
  command: CommandOf<'create'> | CommandOf<'enter'>,
  claim: Claim,
): ClaimEvent[] => {
  if (claim.phase !== 'unknown') throw conflict('claim-exists', 'It has been added already.');
  const { input, insured, number, today } = command;
  if (!number) throw new Error('A claim needs a number');
  if (!insured) {
    throw wrong('policyId', 'policy-unknown', 'There is no such policy. Choose another one.');
  }
  const { kind: policyKind, customerId, ...term } = insured;
  const { policyId } = input;
  const details = pick(input, DETAILS);
  const personal = { ...NOTHING_KNOWN, ...omitUndefined(pick(input, PARTICULARS)) };
  requirePossible({ ...details, ...personal }, { policyKind, term, today });
  const begun = { stage: 'intimated', stageOn: details.intimatedOn, marks: {} } as const;
  const standing = standingOf({ ...details, ...begun }, null);
  return [
    ClaimIntimated({
      ...{ claimId: command.id, claimNumber: number, customerId, policyId, policyKind, term },
      ...{ details, standing, personal: personal as Particulars },
    }),
  ];
};

/** One after the other, each as if it were taken then. */
const enter = (command: CommandOf<'enter'>, claim: Claim): ClaimEvent[] => {
  const { id, steps, today } = command;
  const events = intimate(command, claim);
  const goOn = (state: Claim, event: ClaimEvent): Claim =>
    evolve(state, { ...event, at: new Date(0), metadata: { actor: systemActor } } as RecordedEvent<
      typeof event
    >);
  let state = events.reduce(goOn, claim);
  for (const step of steps) {
    if (state.phase !== 'existing') break;
    const next = move({ type: 'move', id, step, today }, state.record);
    events.push(...next);
    state = next.reduce(goOn, state);
  }
  return events;
};

interface Insured extends Pick<ClaimRecord, 'policyKind' | 'term'> {
  readonly today: Day;
}

/** @throws Refusal naming what cannot be so. */
const requirePossible = (
  { kind, lossDate, intimatedOn, patient }: Details & Pick<Particulars, 'patient'>,
  { policyKind, term, today }: Insured,
): void => {
  const { startDate, endDate } = term;
  if (!CLAIM_KINDS_OF[policyKind].includes(kind)) {
    throw wrong(
      'kind',
      'claim-kind-mismatch',
      `A ${policyKind} policy has no claims of this kind.`,
    );
  }
  if (policyKind !== 'health' && patient) {
    throw wrong(
      'patient',
      'claim-has-no-patient',
      'Only a claim under a health policy has a patient.',
    );
  }
  if (lossDate < startDate || lossDate > endDate) {
    const days = `${formatDay(startDate)} to ${formatDay(endDate)}`;
    throw wrong(
      'lossDate',
      'loss-outside-term',
      `This term covers ${days}. Choose the policy’s term.`,
    );
  }
  if (lossDate > today) throw wrong('lossDate', 'day-to-come', 'This day is still to come.');
  if (intimatedOn > today) throw wrong('intimatedOn', 'day-to-come', 'This day is still to come.');
  if (intimatedOn < lossDate) {
    throw wrong('intimatedOn', 'before-loss', 'A loss is reported after it happened.');
  }
};

const wrong = (field: string, code: string, message: string) => invalid([{ field, code, message }]);

interface Standing extends Pick<ClaimRecord, 'kind' | 'stage' | 'stageOn' | 'marks'> {}

/** @param completeOn the day on which the last document came, where that is known. */
const standingOf = (claim: Standing, completeOn: Day | null): ClaimStandingThen => {
  const { kind, stage, stageOn, marks } = claim;
  const missing = CHECKLISTS[kind].filter(
    (requirement) => (marks[requirement]?.mark ?? 'missing') === 'missing',
  );
  const complete = missing.length === 0 ? completeOn : null;
  const due = dueOn({ kind, stage, stageOn, completeOn: complete });
  return { stageOn, missing, completeOn: complete, dueOn: due };
};

/** The latest day on which one of the documents of a kind of claim came. */
const lastCame = ({ kind, marks }: Pick<ClaimRecord, 'kind' | 'marks'>): Day | null =>
  CHECKLISTS[kind]
    .flatMap((one) => marks[one]?.on ?? [])
    .sort()
    .at(-1) ?? null;

const change = ({ patch, today }: CommandOf<'update'>, record: ClaimRecord): ClaimEvent[] => {
  const { id: claimId, customerId, policyId, isKnown } = record;
  if (patch.policyId !== undefined && patch.policyId !== policyId) {
    const message =
      'The policy of a claim does not change. Delete the claim and add it to the other one.';
    throw wrong('policyId', 'claim-policy-fixed', message);
  }
  if (!isKnown) throw customerErased();
  const wanted = omitUndefined(pick(patch, [...DETAILS, ...PARTICULARS]));
  const after = { ...record, ...wanted } as ClaimRecord;
  const differs = <Name extends keyof ClaimRecord>(name: Name) => record[name] !== after[name];
  const details = DETAILS.filter(differs);
  const personal = PARTICULARS.filter(differs);
  if (details.length + personal.length === 0) return [];
  if (details.length > 0 || personal.includes('patient'))
    requirePossible(after, { ...record, today });
  const second = record.steps[1];
  if (second && after.intimatedOn > second.on) {
    throw wrong('intimatedOn', 'after-next-step', `It went on on ${formatDay(second.on)}.`);
  }
  const stageOn = record.stage === 'intimated' ? after.intimatedOn : record.stageOn;
  return [
    ClaimChanged({
      ...{ claimId, customerId, fields: [...details, ...personal] },
      details: pick(after, details),
      personal: pick(after, personal),
      standing: standingOf({ ...after, stageOn }, record.completeOn ?? lastCame(after)),
    }),
  ];
};

const move = ({ step, today }: CommandOf<'move'>, record: ClaimRecord): ClaimEvent[] => {
  const { id: claimId, customerId, stage: from, stageOn, kind } = record;
  const { stage: to, on, amount, reason = null } = step;
  if (!record.isKnown) throw customerErased();
  if (!stepsFrom(from, kind).includes(to)) {
    const message = `A claim that is ${from} is not brought to ${to}.`;
    throw conflict('claim-step-impossible', message);
  }
  if (on > today) throw wrong('on', 'day-to-come', 'This day is still to come.');
  if (on < stageOn) {
    throw wrong('on', 'before-last-step', `The step before was on ${formatDay(stageOn)}.`);
  }
  const isPaid = to === 'approved' || to === 'settled';
  if (isPaid && amount === 0) {
    throw wrong('amount', 'amount-missing', 'Enter the amount. Nothing at all is a repudiation.');
  }
  const expected = to === 'settled' ? record.amountApproved : record.amountClaimed;
  const needsReason =
    isClosed(from) || to === 'repudiated' || to === 'query' || (isPaid && amount < expected);
  if (needsReason && reason === null) {
    const deducted = isPaid && `Why ${formatMoney(expected - amount)} less?`;
    throw wrong('reason', 'reason-missing', deducted || 'Enter the reason.');
  }
  return [
    ClaimMoved({
      ...{ claimId, customerId, from, to, amount: isPaid ? amount : null },
      standing: standingOf({ ...record, stage: to, stageOn: on }, record.completeOn),
      personal: { reason },
    }),
  ];
};

const mark = ({ marked, ...facts }: CommandOf<'mark'>, record: ClaimRecord): ClaimEvent[] => {
  const { requirement, mark: next, documentId = null } = marked;
  const { today: on, isTheirFile } = facts;
  if (!CHECKLISTS[record.kind].includes(requirement)) {
    throw wrong('requirement', 'not-required', 'A claim of this kind needs no such document.');
  }
  if (documentId !== null && !isTheirFile) {
    const message = 'This is no claim document of the customer.';
    throw wrong('documentId', 'document-unknown', message);
  }
  const before = record.marks[requirement];
  const isSame =
    (before?.mark ?? 'missing') === next && (before?.documentId ?? null) === documentId;
  if (isSame) return [];
  // Who marked it, the event says.
  const by = systemActor;
  const marks = { ...record.marks, [requirement]: { mark: next, on, by, documentId } };
  const standing = standingOf({ ...record, marks }, record.completeOn ?? on);
  return [
    ClaimRequirementMarked({
      claimId: record.id,
      requirement,
      mark: next,
      on,
      documentId,
      standing,
    }),
  ];
};

const request = (
  { channel, requestId }: CommandOf<'request'>,
  record: ClaimRecord,
): ClaimEvent[] => {
  const { id: claimId, customerId, stage, missing, isKnown } = record;
  if (!requestId) throw new Error('A request needs an id');
  if (!isKnown) throw customerErased();
  if (isClosed(stage)) throw conflict('claim-closed', 'This claim is closed.');
  if (missing.length === 0) throw conflict('nothing-missing', 'No document is missing.');
  return [
    ClaimDocumentsRequested({
      claimId,
      customerId,
      requestId,
      channel,
      requirements: [...missing],
    }),
  ];
};

const recordDelivery = (
  { requestId, outcome }: CommandOf<'recordDelivery'>,
  claim: Claim,
): ClaimEvent[] => {
  const record = claim.phase === 'unknown' ? null : claim.record;
  const last = record?.requests.find(({ id }) => id === requestId)?.outcome;
  if (!record || last === undefined || last === outcome || last === 'sent') return [];
  return [ClaimRequestDelivered({ claimId: record.id, requestId, outcome })];
};

const customerErased = () =>
  conflict('customer-erased', 'The customer has been erased; nothing can be changed.');
