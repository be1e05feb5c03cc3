import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { ERASED } from '@insuremanager/contracts/history';
import {
  type PolicyEvent,
  policyIdOf,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import type { HeldFact, HeldItem, HeldState } from '@insuremanager/contracts/privacy/held';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { OwnedKind } from '@insuremanager/contracts/records/records';
import {
  type CustomerRemindersEvent,
  remindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import { type RenewalEvent, renewalStream } from '@insuremanager/contracts/renewals/renewalEvents';
import { LOSS_REASON_LABELS } from '@insuremanager/contracts/renewals/renewalKinds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Erasures, RecordEver } from '../erasures/index.js';
import type { Households } from '../households/index.js';
import type { Imports } from '../imports/index.js';
import type { PersonRequests } from '../personRequests/index.js';
import { folded } from '../platform/commands/foldedStream.js';
import { kindIn, type OwnedPart } from '../platform/ownedRecords.js';
import type { Platform } from '../platform/platform.js';
import { findTerm, listedInsured, type Policies, policyDecider } from '../policies/index.js';
import { nameFieldOf, shownFields } from '../replay/index.js';
import { dayFact, formatInstant, instantFact, plainFact, textFact } from './facts.js';
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
export interface HoldingSources extends OwnedPart {
  /** With those of all records that are customers’. */
  readonly capabilities: object;
  readonly commands: Pick<Platform['commands'], 'readHistory'>;
  readonly policies: Pick<Policies, 'lastKnown' | 'covering'>;
  readonly erasures: Pick<Erasures, 'check'>;
  readonly imports: Pick<Imports, 'rowsAbout'>;
  readonly households: Pick<Households, 'membership'>;
  readonly personRequests: Pick<PersonRequests, 'list' | 'details'>;
}

/** One kind of what is held about a person. */
export interface HeldKind {
  /** In sentences to the person. */
  readonly title: string;
  /** Why it is kept, in words that the person understands. */
  readonly purpose: string;
  /** Deleted ones, too. Asked for each of their numbers. */
  collect(person: Person, sources: HoldingSources): Promise<HeldItem[]>;
}

/** All that is held about persons, in the order in which it is told: with whatever slices declare. */
export const holdingsIn = ({ owned }: OwnedPart): readonly (readonly [string, HeldKind])[] => {
  const { customer, formerDetails, consent, ...beside } = HOLDINGS;
  return [
    ...Object.entries({ customer, formerDetails, consent }),
    ...owned.map(
      ({ kind, declared, purpose }) =>
        [
          kind,
          {
            title: `${declared.many.charAt(0).toUpperCase()}${declared.many.slice(1)}`,
            purpose,
            collect: (person: Person, sources: HoldingSources) => recordsOf(kind, person, sources),
          },
        ] as const,
    ),
    ...Object.entries(beside),
  ];
};

/** What is no record of a customer by itself. */
const HOLDINGS = {
  customer: {
    title: 'Details',
    purpose:
      'To know who you are, to reach you, and to verify your identity as insurers must (KYC).',
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
  insured: {
    title: 'Insured members',
    purpose: 'To know whom a health policy covers: yours, and those of others that cover you.',
    collect: async (person, sources) =>
      (
        await Promise.all([ofOwnPolicies(person, sources), byPoliciesOfOthers(person, sources)])
      ).flat(),
  },
  renewal: {
    title: 'Notes on renewals',
    purpose: 'What was spoken about the renewal of a policy.',
    collect: renewalNotes,
  },
  quotationEmail: {
    title: 'Emails with quotations',
    purpose: 'To know which offer was sent to you, and to where.',
    collect: quotationEmails,
  },
  reminder: {
    title: 'Reminders',
    purpose: 'To know what was sent to you, and when.',
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
  household: {
    title: 'Household',
    purpose: 'To advise a family together. Who else is in it is told to them.',
    async collect({ customerId, state }, { households }) {
      const membership = await households.membership(customerId);
      if (!membership || state === 'erased') return [];
      const { householdId: id, relation, addedAt } = membership;
      const facts = [
        textFact('relation', 'What you are to its head', relation),
        instantFact('addedAt', 'Since', addedAt),
      ];
      return [{ id, title: `Household ${id}`, state: 'existing', facts }];
    },
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

/** All of them stand with the number by which they are known now. */
const theirs = ({ records }: Person, record: OwnedKind): RecordEver[] =>
  records.filter((one) => one.record === record);

async function recordsOf(
  record: OwnedKind,
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
  const { now, lastKnown } = await kindIn(sources, record)
    .serviceIn(sources.capabilities)
    .besideNow(id, { revision: -1 });
  const view = lastKnown && isMoved ? await beforeMove(one, person, sources) : lastKnown;
  if (!view) return null;
  const state: HeldState =
    person.state === 'erased' ? 'erased' : isMoved ? 'moved' : now ? 'existing' : 'deleted';
  const facts = shownFields(record, view, new Map()).filter(
    ({ field, text }) => field !== 'customerId' && !GONE.has(text),
  );
  const kind = kindIn(sources, record).titleOf(view);
  const name = String(view[nameFieldOf(record) as never]);
  return {
    ...{ id, state, title: state === 'erased' ? `${kind} ${id}` : `${kind} ${name}` },
    // Other records name it by its number.
    facts: [...facts, textFact('id', 'Number here', id), ...addedOf(view)],
  };
}

/** What stands where something was that is erased. */
const GONE: ReadonlySet<string> = new Set([ERASED, 'Erased']);

function addedOf(view: object): HeldFact[] {
  const { createdAt, uploadedAt } = view as { createdAt?: string; uploadedAt?: string };
  const label = uploadedAt ? 'Uploaded' : 'Added';
  return [instantFact('addedAt', label, new Date(uploadedAt ?? createdAt ?? 0))];
}

/** A record that is another customer's now, as it was while it was this person's. */
async function beforeMove(
  one: RecordEver,
  person: Person,
  sources: HoldingSources,
): Promise<object | null> {
  const { left } = await tenureOf(one, person, sources);
  if (left === null) return null;
  const service = kindIn(sources, one.record).serviceIn(sources.capabilities);
  return (await service.besideNow(one.id, { revision: left - 1 })).past;
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
  sources: Pick<HoldingSources, 'commands' | 'owned'>,
): Promise<Tenure> {
  // From one of their numbers to another one it stayed theirs.
  const moves = (await movesOf(record, id, sources)).filter(
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

type Moved = DomainEvent<string, { customerId: number; formerCustomerId: number }>;

/** The events by which a record went from one customer to another. */
async function movesOf(
  record: OwnedKind,
  id: number,
  { commands, ...sources }: Pick<HoldingSources, 'commands' | 'owned'>,
) {
  const { events, streamOf } = kindIn(sources, record);
  const moving = new Map(events.map(({ type, moves }) => [type, moves]));
  if (![...moving.values()].some(Boolean)) return [];
  const history = await commands.readHistory<Moved>(streamOf(id));
  return history.filter(({ type, data }) => moving.get(type)?.id(data as never) === id);
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

/** Whom their health policies cover, or covered while these were theirs. */
async function ofOwnPolicies(person: Person, sources: HoldingSources): Promise<HeldItem[]> {
  const numbers = await policyNumbersOf(person, sources);
  const found = await ofEach(theirs(person, 'policy'), async (one): Promise<HeldItem[]> => {
    const { id } = one;
    const events = await insuredEvents(id, sources);
    if (events.length === 0) return [];
    const { left } = await tenureOf(one, person, sources);
    const until = events.filter(({ revision }) => left === null || revision < left);
    const members = findTerm(folded(policyDecider, until), id)?.members ?? [];
    if (members.length === 0) return [];
    const isErased = person.state === 'erased';
    return [
      {
        ...{ id, title: `Insured by policy ${numbers.get(id) ?? `no. ${id} here`}` },
        state: isErased ? 'erased' : left === null ? 'existing' : 'moved',
        facts: isErased ? [] : [plainFact('insured', 'Insured', listedInsured(members))],
      },
    ];
  });
  return found.flat();
}

/** What covers them; whose it is, and its number, only its holder is shown. */
async function byPoliciesOfOthers(
  { customerId, state, numbers }: Person,
  sources: HoldingSources,
): Promise<HeldItem[]> {
  if (state === 'erased') return [];
  const covering = await sources.policies.covering([customerId], { isActive: false });
  const others = covering.filter((policy) => !numbers.has(policy.customerId));
  return ofEach(others, async ({ id, insuranceCompany, startDate, endDate }): Promise<HeldItem> => {
    const term = findTerm(folded(policyDecider, await insuredEvents(id, sources)), id);
    const member = term?.members.find((one) => one.customerId === customerId);
    return {
      ...{ id: null, title: 'Insured by a health policy of somebody else', state: 'existing' },
      facts: [
        textFact('relation', 'What you are to the policyholder', member?.relation ?? 'other'),
        plainFact('insurer', 'Insurance company', insuranceCompany),
        dayFact('startDate', 'From', startDate),
        dayFact('endDate', 'Until', endDate),
      ],
    };
  });
}

/** Of the policy of a term; none where nobody has said whom it covers. */
async function insuredEvents(termId: number, { commands }: Pick<HoldingSources, 'commands'>) {
  const events = await commands.readHistory<PolicyEvent>(policyStream(policyIdOf(termId)));
  return events.some(({ type }) => type === 'InsuredMembersChanged') ? events : [];
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
