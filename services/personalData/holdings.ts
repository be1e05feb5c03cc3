import type { ClaimView } from '@insuremanager/contracts/claims/claimViews';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { ERASED } from '@insuremanager/contracts/history';
import {
  type PolicyEvent,
  policyIdOf,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { HeldFact, HeldItem, HeldState } from '@insuremanager/contracts/privacy/held';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import type { RECORDS } from '@insuremanager/contracts/records/records';
import {
  type CustomerRemindersEvent,
  remindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import { type RenewalEvent, renewalStream } from '@insuremanager/contracts/renewals/renewalEvents';
import { LOSS_REASON_LABELS } from '@insuremanager/contracts/renewals/renewalKinds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Claims } from '../claims/index.js';
import type { Documents } from '../documents/index.js';
import type { Erasures, RecordEver } from '../erasures/index.js';
import type { Imports } from '../imports/index.js';
import type { PersonRequests } from '../personRequests/index.js';
import type { Platform } from '../platform/platform.js';
import type { Policies } from '../policies/index.js';
import type { Quotations } from '../quotations/index.js';
import { NAME_FIELDS, shownFields } from '../replay/index.js';
import { formatInstant, instantFact, plainFact, textFact } from './facts.js';
import { heldReminders } from './heldReminders.js';
import { consents, legalHolds, nominees, requests } from './heldRights.js';
import { ofEach } from './ofEach.js';
import {
  detailFacts,
  detailsIn,
  mistakenVersions,
  type Person,
  personFacts,
  remainingPerson,
} from './person.js';

/** What holdings are read from. */
export interface HoldingSources {
  readonly commands: Pick<Platform['commands'], 'readHistory'>;
  readonly policies: Pick<Policies, 'lastKnown' | 'besideNow'>;
  readonly documents: Pick<Documents, 'besideNow'>;
  readonly quotations: Pick<Quotations, 'besideNow'>;
  readonly claims: Pick<Claims, 'besideNow'>;
  readonly erasures: Pick<Erasures, 'check'>;
  readonly imports: Pick<Imports, 'rowsAbout'>;
  readonly personRequests: Pick<PersonRequests, 'list' | 'details'>;
}

/** One kind of what is held about a person: whoever adds a record adds one. */
export interface HeldKind {
  /** In sentences to the person. */
  readonly title: string;
  /** Why it is kept, in words that the person understands. */
  readonly purpose: string;
  /** The record that it is of; absent: it is of none that is listed. */
  readonly record?: keyof typeof RECORDS;
  /** Deleted ones, too. Asked for each of their numbers. */
  collect(person: Person, sources: HoldingSources): Promise<HeldItem[]>;
}

/** All that is held about persons, in the order in which it is told. */
export const HOLDINGS = {
  customer: {
    title: 'Details',
    purpose:
      'To know who you are, to reach you, and to verify your identity as insurers must (KYC).',
    record: 'customer',
    async collect(person) {
      const { customerId: id, state, into } = person;
      const title = into ? `Your details under the former number ${id}` : 'Your details';
      return [{ id, title, state, facts: personFacts(person) }];
    },
  },
  formerDetails: {
    title: 'Earlier details',
    purpose:
      'What your details were before they were changed: changes are recorded and never lost.',
    collect: async (person) => earlierDetails(person),
  },
  consent: {
    title: 'Consents',
    purpose: 'What you agreed to be sent, by which channel, and the notice that you were shown.',
    collect: async (person) => consents(person),
  },
  policy: {
    title: 'Policies',
    purpose: 'To arrange your insurance, to serve it and to remind you before it ends.',
    record: 'policy',
    collect: (person, sources) => recordsOf('policy', person, sources),
  },
  renewal: {
    title: 'Notes on renewals',
    purpose: 'What was spoken about the renewal of a policy.',
    collect: renewalNotes,
  },
  quotation: {
    title: 'Quotations',
    purpose: 'To offer you insurance.',
    record: 'quotation',
    collect: (person, sources) => recordsOf('quotation', person, sources),
  },
  quotationEmail: {
    title: 'Emails with quotations',
    purpose: 'To know which offer was sent to you, and to where.',
    collect: quotationEmails,
  },
  claim: {
    title: 'Claims',
    purpose: 'To get you what your insurer owes you after a loss.',
    record: 'claim',
    collect: (person, sources) => recordsOf('claim', person, sources),
  },
  document: {
    title: 'Documents',
    purpose: 'Proof of identity, policies and claims. Ask for a copy of any of the files.',
    record: 'document',
    collect: (person, sources) => recordsOf('document', person, sources),
  },
  reminder: {
    title: 'Reminders',
    purpose: 'To know what was sent to you, and when.',
    record: 'reminder',
    async collect(person, sources) {
      const stream = remindersStream(person.customerId);
      const events = await sources.commands.readHistory<CustomerRemindersEvent>(stream);
      return heldReminders(person, events, await policyNumbersOf(person, sources));
    },
  },
  nominee: {
    title: 'Nominees',
    purpose: 'Who may act for you on your death or incapacity, as you said.',
    collect: async (person) => nominees(person),
  },
  request: {
    title: 'Requests',
    purpose: 'What you asked for under the Data Protection Act, and what you were answered.',
    collect: async (person, sources) => (person.into ? [] : requests(person, sources)),
  },
  legalHold: {
    title: 'Legal holds',
    purpose: 'While your records are evidence in a matter they are not erased.',
    collect: async (person) => legalHolds(person),
  },
  importedRow: {
    title: 'Rows of spreadsheets',
    purpose: 'What a sheet said from which records were made, until it is sure that all is right.',
    async collect({ customerId, state }, { imports }) {
      const rows = await imports.rowsAbout(customerId);
      return rows.map(({ row, uploadedAt, isLinked, cells }): HeldItem => {
        const day = formatDay(kolkataDay(uploadedAt));
        return {
          ...{ id: null, title: `Row ${row} of a spreadsheet of ${day}` },
          state: state === 'erased' ? 'erased' : 'existing',
          facts: [
            plainFact('outcome', 'Outcome', isLinked ? 'Became a record' : 'Became no record'),
            ...cells.map(({ name, text }, nth) => plainFact(`cell${nth + 1}`, name, text)),
          ],
        };
      });
    },
  },
  savedView: {
    title: 'Saved views of lists',
    purpose: 'Lists that somebody in the office saved under a name in which you are named.',
    async collect({ customerId, state, into }, { erasures }) {
      if (state === 'erased' || into) return [];
      const { savedViews } = await erasures.check(customerId);
      return Array.from({ length: savedViews }, (_, nth): HeldItem => {
        return { id: null, title: `Saved view ${nth + 1}`, state: 'existing', facts: [] };
      });
    },
  },
} as const satisfies Readonly<Record<string, HeldKind>>;

type Kept = RecordEver['record'];
type View = PolicyView | QuotationView | DocumentView | ClaimView;

const TITLES = {
  policy: (view: PolicyView) => `${view.kind === 'health' ? 'Health' : 'Vehicle'} policy`,
  quotation: () => 'Quotation',
  document: () => 'Document',
  claim: () => 'Claim',
} as const;

/** All of them stand with the number by which they are known now. */
const theirs = ({ records }: Person, record: Kept): RecordEver[] =>
  records.filter((one) => one.record === record);

async function recordsOf(
  record: Kept,
  person: Person,
  sources: HoldingSources,
): Promise<HeldItem[]> {
  const items = await ofEach(theirs(person, record), (one) => heldRecord(one, person, sources));
  return items.filter((item) => item !== null);
}

async function heldRecord(
  one: RecordEver,
  person: Person,
  sources: HoldingSources,
): Promise<HeldItem | null> {
  const { record, id, isMoved } = one;
  const found = await latest(record, id, sources);
  if (!found.view) return null;
  const { view, isDeleted } = isMoved
    ? { view: await beforeMove(one, person, sources), isDeleted: false }
    : found;
  if (!view) return null;
  const state: HeldState =
    person.state === 'erased' ? 'erased' : isMoved ? 'moved' : isDeleted ? 'deleted' : 'existing';
  const facts = shownFields(record, view, new Map()).filter(
    ({ field, text }) => field !== 'customerId' && !GONE.has(text),
  );
  const kind = TITLES[record](view as never);
  const name = String((view as unknown as Record<string, unknown>)[NAME_FIELDS[record]]);
  return {
    ...{ id, state, title: state === 'erased' ? `${kind} ${id}` : `${kind} ${name}` },
    // Other records name it by its number.
    facts: [...facts, textFact('id', 'Number here', id), ...addedOf(view)],
  };
}

/** What stands where something was that is erased. */
const GONE: ReadonlySet<string> = new Set([ERASED, 'Erased']);

function addedOf(view: View): HeldFact[] {
  const at = 'uploadedAt' in view ? view.uploadedAt : view.createdAt;
  const label = 'uploadedAt' in view ? 'Uploaded' : 'Added';
  return [instantFact('addedAt', label, new Date(at))];
}

/** A record as it is, or was when it was deleted. */
async function latest(record: Kept, id: number, sources: HoldingSources) {
  const nothing = { revision: -1 } as const;
  if (record !== 'policy') {
    const { now, lastKnown } = await sources[`${record}s`].besideNow(id, nothing);
    return { view: lastKnown as View | null, isDeleted: now === null };
  }
  const view = await sources.policies.lastKnown(id);
  if (!view) return { view, isDeleted: false };
  const { now } = await sources.policies.besideNow({ kind: view.kind, id }, nothing);
  return { view, isDeleted: now === null };
}

/** A record that is another customer's now, as it was while it was this person's. */
async function beforeMove(
  one: RecordEver,
  person: Person,
  sources: HoldingSources,
): Promise<View | null> {
  const { record, id } = one;
  const { left } = await tenureOf(one, person, sources);
  if (left === null) return null;
  const moment = { revision: left - 1 };
  if (record === 'quotation') return (await sources.quotations.besideNow(id, moment)).past;
  const term = record === 'policy' ? await sources.policies.lastKnown(id) : null;
  if (!term) return null;
  return (await sources.policies.besideNow({ kind: term.kind, id }, moment)).past;
}

/** While a record was a person's: revisions of its stream, both inclusive. */
export interface Tenure {
  readonly from: number;
  /** Of the event by which it went to somebody else; null: it did not. */
  readonly left: number | null;
  /** When it came to them from somebody else; null: it was theirs from the beginning. */
  readonly since: Date | null;
}

/** When a record was a person's: what was entered before and after that is not about them. */
export async function tenureOf(
  { record, id, isMoved }: RecordEver,
  { numbers }: Person,
  { commands }: Pick<HoldingSources, 'commands'>,
): Promise<Tenure> {
  // From one of their numbers to another one it stayed theirs.
  const moves = (await movesOf(record, id, commands)).filter(
    ({ data }) => numbers.has(data.customerId) !== numbers.has(data.formerCustomerId),
  );
  const left = isMoved
    ? (moves.findLast(({ data }) => numbers.has(data.formerCustomerId)) ?? null)
    : null;
  const came = moves.findLast(
    ({ data, revision }) =>
      numbers.has(data.customerId) && (left === null || revision < left.revision),
  );
  return {
    from: Number(came?.revision ?? 0),
    left: left && Number(left.revision),
    since: came?.at ?? null,
  };
}

/** The events by which a record went from one customer to another. A document or a claim never does. */
async function movesOf(record: Kept, id: number, commands: HoldingSources['commands']) {
  if (record === 'document' || record === 'claim') return [];
  if (record === 'quotation') {
    const events = await commands.readHistory<QuotationEvent>(quotationStream(id));
    return events.filter((event) => event.type === 'QuotationCustomerChanged');
  }
  const events = await commands.readHistory<PolicyEvent>(policyStream(policyIdOf(id)));
  return events
    .filter((event) => event.type === 'PolicyholderChanged')
    .filter(({ data }) => data.termId === id);
}

function earlierDetails(person: Person): HeldItem[] {
  const mistaken = mistakenVersions(person.events);
  const events = person.events.filter(({ revision }) => !mistaken.has(Number(revision)));
  return events.flatMap((event, nth) => {
    const { type, data, at } = event;
    if (type !== 'CustomerDetailsChanged' || person.details === null) return [];
    const before = detailsIn(events.slice(0, nth));
    const facts = detailFacts(
      Object.fromEntries(data.fields.map((field) => [field, before?.[field] ?? null])),
    );
    if (facts.length === 0) return [];
    return [{ id: null, title: `Until ${formatInstant(at)}`, state: 'existing' as const, facts }];
  });
}

async function quotationEmails(person: Person, { commands }: HoldingSources): Promise<HeldItem[]> {
  const found = await ofEach(theirs(person, 'quotation'), async ({ id }) => {
    const events = await commands.readHistory<QuotationEvent>(quotationStream(id));
    const [name = String(id)] = events.flatMap(({ type, data }) =>
      type === 'QuotationCreated' ? [data.quotationNumber] : [],
    );
    const sent = new Set(
      events.flatMap(({ type, data }) => (type === 'QuotationEmailed' ? [data.emailId] : [])),
    );
    return events.flatMap(({ type, data, at }): HeldItem[] => {
      if (type !== 'QuotationEmailRequested' || !person.numbers.has(data.customerId)) return [];
      const { to, message } = data.personal ?? {};
      return [
        {
          ...{ id, title: `Email with quotation ${name}` },
          state: data.personal ? 'existing' : 'erased',
          facts: [
            instantFact('at', 'When', at),
            ...(to ? [plainFact('to', 'To', to)] : []),
            textFact('outcome', 'Outcome', sent.has(data.emailId) ? 'sent' : 'not sent'),
            ...(message ? [plainFact('message', 'Message', message)] : []),
          ],
        },
      ];
    });
  });
  return found.flat();
}

/** By which they know their policies, where it is theirs and readable still. */
async function policyNumbersOf(
  person: Person,
  { policies }: HoldingSources,
): Promise<ReadonlyMap<number, string>> {
  const known = theirs(remainingPerson(person), 'policy').filter(({ isMoved }) => !isMoved);
  const numbers = await ofEach(known, async ({ id }) => {
    const number = (await policies.lastKnown(id))?.policyNumber;
    return number === undefined || GONE.has(number) ? [] : ([[id, number]] as const);
  });
  return new Map(numbers.flat());
}

/** Of what was noted, what was noted about this person: a term may have been somebody else's. */
async function renewalNotes(person: Person, sources: HoldingSources): Promise<HeldItem[]> {
  const numbers = await policyNumbersOf(person, sources);
  const found = await ofEach(theirs(person, 'policy'), async (one) => {
    const { id, isMoved } = one;
    const events = await sources.commands.readHistory<RenewalEvent>(renewalStream(id));
    const { since } = events.length > 0 ? await tenureOf(one, person, sources) : { since: null };
    return events.flatMap(({ type, data, at, metadata }): HeldItem[] => {
      const isOthers = isMoved || (since !== null && at < since);
      const said = saidOf({ type, data } as RenewalEvent, person.numbers, isOthers);
      if (!said) return [];
      const { username } = metadata.actor;
      return [
        {
          ...{ id, title: `Renewal of policy ${numbers.get(id) ?? `no. ${id} here`}` },
          state: person.state === 'erased' ? 'erased' : 'existing',
          facts: [...said, instantFact('at', 'When', at), plainFact('by', 'By', username)],
        },
      ];
    });
  });
  return found.flat();
}

/** @param isOthers somebody else's when it happened, or perhaps: what names nobody is not told. */
function saidOf(
  event: RenewalEvent,
  numbers: ReadonlySet<number>,
  isOthers: boolean,
): HeldFact[] | null {
  switch (event.type) {
    case 'RenewalNoteChanged':
    case 'RenewalLost': {
      const { data } = event;
      if (!numbers.has(data.customerId)) return null;
      const note = data.personal?.note;
      return [
        ...(event.type === 'RenewalLost'
          ? [textFact('lost', 'Lost', event.data.reason, LOSS_REASON_LABELS[event.data.reason])]
          : []),
        ...(note ? [plainFact('note', 'Note', note)] : []),
      ];
    }
    case 'RenewalContacted':
      return isOthers
        ? null
        : [textFact('contacted', 'Contact', 'contacted', 'You were spoken to')];
    case 'RenewalFollowUpSet': {
      const { followUpOn: day } = event.data;
      return isOthers || day === null
        ? null
        : [textFact('followUpOn', 'To come back on', day, formatDay(day))];
    }
    default:
      return null;
  }
}
