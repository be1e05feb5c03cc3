import { ERASED } from '@insuremanager/contracts/history';
import {
  LeadAdded,
  LeadChanged,
  LeadConverted,
  LeadDeleted,
  LeadDetails,
  LeadErased,
  type LeadEvent,
  LeadMoved,
  LeadPerson,
} from '@insuremanager/contracts/leads/leadEvents';
import type { LeadMoveInput } from '@insuremanager/contracts/leads/leadFields';
import {
  isClosedLead,
  LEAD_RETENTION_DAYS,
  type LeadLossReason,
  type LeadStatus,
} from '@insuremanager/contracts/leads/leadKinds';
import type { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import type { QuoteRequest } from '@insuremanager/contracts/leads/quoteRequests';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omitUndefined, pick } from '@insuremanager/contracts/rules/objects';
import type { z } from 'zod';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { RecordCommand, RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';

type Details = z.infer<typeof LeadDetails>;

/** A lead, folded from its stream. Its names are those of the fields. */
export interface LeadState extends Details, LeadPerson {
  readonly id: number;
  /** What is personal can still be read. */
  readonly isKnown: boolean;
  readonly status: LeadStatus;
  readonly lossReason: LeadLossReason | null;
  readonly customerId: number | null;
  readonly quotationId: number | null;
  readonly policyId: number | null;
  readonly consentOn: Day | null;
  /** Null: it is a customer's record. */
  readonly keptUntil: Day | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
export type Lead = RecordState<LeadState>;

/** What a move follows from, where nobody said it. */
interface Follows {
  readonly quotationId?: number;
  readonly policyId?: number;
}

export type OwnLeadCommand =
  | ({ readonly type: 'move'; readonly id: number; readonly move: LeadMoveInput } & Follows)
  | { readonly type: 'link'; readonly id: number; readonly customerId: number }
  /** What was to be done next is done. */
  | { readonly type: 'stepDone'; readonly id: number }
  | { readonly type: 'putOff'; readonly id: number; readonly until: Day }
  /** With the customer that it has become. */
  | { readonly type: 'erase'; readonly id: number };

/** What a decision needs beside the lead. */
export interface LeadFacts {
  readonly today: Day;
  /** Who adds it. */
  readonly userId?: number;
  /** The owner that is named is a user. */
  readonly isUser?: boolean;
  /** The customer that is named exists for who asks. */
  readonly isCustomer?: boolean;
}

/** Somebody filled in the public form. */
interface Receive {
  readonly type: 'receive';
  readonly id: number;
  readonly request: QuoteRequest;
  /** Whose turn it is. */
  readonly ownerId: number | null;
}

export type LeadCommand = (
  | RecordCommand<typeof leadRecord>
  | OwnLeadCommand
  | Receive
  | { readonly type: 'confirmErased'; readonly id: number }
) &
  LeadFacts;
type CommandOf<Type extends LeadCommand['type']> = Extract<LeadCommand, { type: Type }>;

const DETAILS = LeadDetails.keyof().options;
const PERSON = LeadPerson.keyof().options;
export const ERASED_PERSON: LeadPerson = {
  ...{ name: ERASED, phone: null, email: null, pincode: null, details: null, nextStep: null },
};

/** How long one is kept that is nobody's record but its own. */
export const keptUntil = (changedAt: Date): Day =>
  addDays(kolkataDay(changedAt), LEAD_RETENTION_DAYS);

const evolve = (lead: Lead, event: RecordedEvent<LeadEvent>): Lead => {
  const { at } = event;
  if (event.type === 'LeadAdded') {
    const { leadId: id, details, personal, consent } = event.data;
    const record: LeadState = {
      ...{ id, ...details, ...(personal ?? ERASED_PERSON), isKnown: personal !== null },
      ...{ status: 'new', lossReason: null, customerId: null, quotationId: null, policyId: null },
      ...{ consentOn: consent?.givenOn ?? null, keptUntil: keptUntil(at) },
      ...{ createdAt: at, updatedAt: at },
    };
    return { phase: 'existing', record };
  }
  if (lead.phase === 'unknown') return lead;
  const { record } = lead;
  const changed = (change: Partial<LeadState>): Lead => {
    const { customerId = record.customerId } = change;
    const kept = customerId === null ? keptUntil(at) : null;
    return { ...lead, record: { ...record, ...change, keptUntil: kept, updatedAt: at } };
  };
  switch (event.type) {
    case 'LeadChanged': {
      const { details, personal } = event.data;
      return changed({ ...details, ...(personal ?? { ...ERASED_PERSON, isKnown: false }) });
    }
    case 'LeadMoved': {
      const { to: status, reason: lossReason, quotationId, policyId } = event.data;
      return changed({
        ...{ status, lossReason },
        quotationId: quotationId ?? record.quotationId,
        policyId: policyId ?? record.policyId,
      });
    }
    case 'LeadConverted':
      return changed({ customerId: event.data.customerId });
    case 'LeadDeleted':
      return { phase: 'deleted', record: { ...record, updatedAt: at } };
    case 'LeadErased':
      return lead;
    default:
      return unreachable(event);
  }
};

const decide = (command: LeadCommand, lead: Lead): LeadEvent[] => {
  switch (command.type) {
    case 'create':
      return add(command, lead);
    case 'receive':
      return receive(command, lead);
    case 'confirmErased':
      return lead.phase === 'deleted' ? [LeadErased({ leadId: command.id })] : [];
    default:
      if (lead.phase !== 'existing') throw notFound('lead', command.id);
      return change(command, lead.record);
  }
};

export const leadDecider: Decider<Lead, LeadCommand, LeadEvent> = {
  initial: { phase: 'unknown' },
  evolve,
  decide,
  isSubject: true,
};

const change = (
  command: Exclude<LeadCommand, { type: 'create' | 'receive' | 'confirmErased' }>,
  record: LeadState,
): LeadEvent[] => {
  const { id: leadId } = record;
  switch (command.type) {
    case 'update':
      return update(command, record);
    case 'move':
      return move(command, record);
    case 'link':
      return link(command, record);
    case 'stepDone':
      return [
        ...(record.status === 'new' ? [moved(record, 'contacted')] : []),
        ...differing({ nextStep: null, nextStepOn: null }, record),
      ];
    case 'putOff':
      return putOff(command, record);
    case 'delete':
      if (record.customerId !== null) {
        const message = 'It has become a customer, and goes with them. Mark it as lost instead.';
        throw conflict('lead-converted', message);
      }
      return [LeadDeleted({ leadId })];
    case 'erase':
      return [LeadDeleted({ leadId })];
    default:
      return unreachable(command);
  }
};

const wrong = (field: string, code: string, message: string) => invalid([{ field, code, message }]);

const requireNew = (lead: Lead): void => {
  if (lead.phase !== 'unknown') throw conflict('lead-exists', 'It has been added already.');
};

/** Whoever cannot be reached is no lead. */
const requireReachable = ({ phone, email }: { phone?: string | null; email?: string | null }) => {
  if (phone || email) return;
  throw wrong('phone', 'phone-or-email-missing', 'Enter a phone number or an email address.');
};

const requireUser = ({ isUser = true }: LeadFacts): void => {
  if (!isUser) throw wrong('ownerId', 'user-unknown', 'There is no such user.');
};

const add = (command: CommandOf<'create'>, lead: Lead): LeadEvent[] => {
  requireNew(lead);
  const { id: leadId, input, userId } = command;
  const { source, interest, ownerId, nextStepOn, name } = input;
  requireReachable(input);
  requireUser(command);
  const { phone = null, email = null, pincode = null, details = null, nextStep = null } = input;
  return [
    LeadAdded({
      leadId,
      details: {
        ...{ source: source ?? 'call', interest: interest ?? 'other' },
        // Who writes it down sees to it, unless it is somebody’s or, by null, anybody’s.
        ...{ ownerId: ownerId === undefined ? (userId ?? null) : ownerId },
        nextStepOn: nextStepOn ?? null,
      },
      consent: null,
      personal: { name, phone, email, pincode, details, nextStep },
    }),
  ];
};

const receive = (
  { id: leadId, request, ownerId, today }: CommandOf<'receive'>,
  lead: Lead,
): LeadEvent[] => {
  requireNew(lead);
  requireReachable(request);
  const { name, interest, noticeVersion: version, noticeLanguage: language } = request;
  const { phone = null, email = null, pincode = null, details = null } = request;
  return [
    LeadAdded({
      leadId,
      details: { source: 'website', interest, ownerId, nextStepOn: null },
      consent: { givenOn: today, notice: { version, language } },
      personal: { name, phone, email, pincode, details, nextStep: null },
    }),
  ];
};

const update = (command: CommandOf<'update'>, record: LeadState): LeadEvent[] => {
  const patch = omitUndefined(pick(command.patch, [...DETAILS, ...PERSON]));
  requireUser(command);
  const events = differing(patch as Partial<LeadState>, record);
  if (events.length > 0) requireReachable({ ...record, ...patch });
  return events;
};

const differing = (wanted: Partial<LeadState>, record: LeadState): LeadEvent[] => {
  const after = { ...record, ...wanted };
  const details = DETAILS.filter((name) => record[name] !== after[name]);
  const person = PERSON.filter((name) => record[name] !== after[name]);
  if (details.length + person.length === 0) return [];
  if (!record.isKnown) {
    throw conflict('customer-erased', 'The person is gone; nothing can be written about them.');
  }
  return [
    LeadChanged({
      ...{ leadId: record.id, fields: [...details, ...person] },
      ...{ details: pick(after, details), personal: pick(after, person) },
    }),
  ];
};

const moved = (
  { id: leadId, status: from }: LeadState,
  to: LeadStatus,
  { reason = null, quotationId = null, policyId = null }: Partial<LeadMovedTo> = {},
): LeadEvent => LeadMoved({ leadId, from, to, reason, quotationId, policyId });

interface LeadMovedTo {
  readonly reason: LeadLossReason | null;
  readonly quotationId: number | null;
  readonly policyId: number | null;
}

/** What follows from a quotation or a policy only goes on: nobody’s word is taken back by it. */
const move = (command: CommandOf<'move'>, record: LeadState): LeadEvent[] => {
  const { move: wanted, quotationId = null, policyId = null } = command;
  const { status: to } = wanted;
  const reason = wanted.reason ?? null;
  if (to === 'lost' && reason === null) {
    throw wrong('reason', 'reason-missing', 'Choose why it was lost.');
  }
  if (to !== 'lost' && reason !== null) {
    throw wrong('reason', 'reason-surplus', 'A reason is of a lead that was lost.');
  }
  const follows = quotationId !== null || policyId !== null;
  if (follows && (isClosedLead(record.status) || record.status === to)) return [];
  if (to === record.status && reason === record.lossReason) return [];
  return [moved(record, to, { reason, quotationId, policyId })];
};

/** It becomes a customer once: what was written about that one afterwards is theirs. */
const link = (
  { customerId, isCustomer = false }: CommandOf<'link'>,
  record: LeadState,
): LeadEvent[] => {
  if (record.customerId === customerId) return [];
  if (record.customerId !== null) {
    throw conflict('lead-converted', 'This lead has become another customer already.');
  }
  if (!isCustomer) {
    throw wrong('customerId', 'customer-unknown', 'There is no such customer. Choose another one.');
  }
  return [LeadConverted({ leadId: record.id, customerId })];
};

const putOff = ({ until, today }: CommandOf<'putOff'>, record: LeadState): LeadEvent[] => {
  if (isClosedLead(record.status)) {
    throw conflict('lead-closed', 'It is won or lost: there is nothing to be done.');
  }
  if (until <= today) throw wrong('until', 'day-past', 'Choose a day to come.');
  return differing({ nextStepOn: until }, record);
};
