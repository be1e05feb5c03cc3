import { randomUUID } from 'node:crypto';
import {
  customerAccessStream,
  HeldDataReported,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import { REVEALED_FIELDS } from '@insuremanager/contracts/customers/revealing';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import {
  type FoundPerson,
  HELD_FORMAT,
  type HeldAccess,
  type HeldFormat,
  type HeldRecipient,
  type HeldReport,
  type HeldUntil,
  type Holding,
  MOST_PERSONS,
} from '@insuremanager/contracts/privacy/held';
import { DELETIONS_SEARCHED } from '@insuremanager/contracts/replay/replayViews';
import { isAadhaar, normalizeAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { isId } from '@insuremanager/contracts/rules/ids';
import { isPan, normalizePan } from '@insuremanager/contracts/rules/pan';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import type { Agency } from '../agency/index.js';
import type { Audit, LookedAt } from '../audit/index.js';
import type { Customers, DuplicateProbe } from '../customers/index.js';
import type { Erasures } from '../erasures/index.js';
import type { CommandContext } from '../platform/commands/command.js';
import { notFound, unavailable } from '../platform/errors.js';
import { kindIn, type OwnedPart } from '../platform/ownedRecords.js';
import type { Platform } from '../platform/platform.js';
import type { SliceTables } from '../platform/slice.js';
import type { Policies } from '../policies/index.js';
import type { PdfPrinter } from '../printing/index.js';
import type { Replays } from '../replay/index.js';
import { heldStatement } from './heldStatement.js';
import { type HoldingSources, holdingsIn, tenureOf } from './holdings.js';
import { ofEach } from './ofEach.js';
import { mistakenVersions, type Person, personIn } from './person.js';
import type { PersonalData, Processor } from './personalData.js';

/** With the capabilities of all records that are customers’. */
export interface PersonalDataDependencies extends OwnedPart {
  readonly customers: Pick<
    Customers,
    | 'match'
    | 'summaries'
    | 'duplicates'
    | 'history'
    | 'remainingOf'
    | 'mergedInto'
    | 'mergedCustomers'
  >;
  readonly policies: Pick<Policies, 'matchHealth' | 'matchVehicle' | 'lastKnown' | 'covering'>;
  readonly erasures: Pick<Erasures, 'check' | 'recordsEver'>;
  readonly imports: HoldingSources['imports'];
  readonly households: HoldingSources['households'];
  readonly personRequests: HoldingSources['personRequests'];
  readonly agency: Pick<Agency, 'settings' | 'stationery'>;
  readonly replay: Pick<Replays, 'deleted'>;
  /** Opened after it. */
  readonly audit: Pick<Audit, 'list' | 'looksAt'>;
  readonly printer: Pick<PdfPrinter, 'statement'>;
  readonly processors?: readonly Processor[] | undefined;
}

const HOUR = 3600;
const REPORTS_PER_HOUR = 60;
/** How long the lists may take to show all that is in the log, in milliseconds. */
const TIMEOUT_MS = 5000;
const PAGE = 500;

type Parts = Pick<Platform, 'commands' | 'eventLog' | 'limits' | 'clock'>;

export function createPersonalData(
  { commands, eventLog, limits, clock }: Parts,
  readModels: Pick<SliceTables, 'waitFor'>,
  // Not taken apart: some are there only once all are open.
  others: PersonalDataDependencies,
): PersonalData {
  const { customers, policies, erasures, agency, owned, imports, personRequests } = others;
  const { households } = others;
  const sources: HoldingSources = {
    ...{
      commands,
      policies,
      erasures,
      imports,
      households,
      personRequests,
      owned,
      capabilities: others,
    },
  };
  const spendOne = limits.limit({
    name: 'held data',
    things: 'reports of what is held',
    most: REPORTS_PER_HOUR,
    seconds: HOUR,
  });

  /** Null where there never was one. */
  const findPerson = async (
    customerId: number,
    known?: Parameters<typeof personIn>[2],
  ): Promise<Person | null> =>
    personIn(
      customerId,
      await commands.readHistory<CustomerEvent>(customerStream(customerId)),
      known,
    );

  /** As whom they are known now, with all that is theirs. @throws not-found */
  const requirePerson = async (number: number): Promise<Person> => {
    const head = await eventLog.head();
    if (head && !(await readModels.waitFor(head, TIMEOUT_MS))) throw unavailable('The lists');
    const customerId = await customers.remainingOf(number);
    const [records, merged] = await Promise.all([
      erasures.recordsEver(customerId),
      customers.mergedInto(customerId),
    ]);
    const numbers = new Set([customerId, ...merged]);
    const person = await findPerson(customerId, { records, numbers });
    if (!person) throw notFound('customer', number);
    return person;
  };

  /** Also as whom they were known before they were merged, each after the one they were merged into. */
  const asEach = async (person: Person): Promise<Person[]> => {
    const { numbers } = person;
    const merged = await customers.mergedCustomers(person.customerId);
    const known = await ofEach(merged, ({ id }) => findPerson(id, { numbers, into: person }));
    const further = await ofEach(
      known.filter((one) => one !== null),
      asEach,
    );
    return [person, ...further.flat()];
  };

  const holdingsOf = async (person: Person): Promise<Holding[]> => {
    const each = await asEach(person);
    return Promise.all(
      holdingsIn(others).map(async ([kind, { title, purpose, collect }]) => ({
        ...{ kind, title, purpose },
        items: (await ofEach(each, (one) => collect(one, sources))).flat(),
      })),
    );
  };

  /** Who saw or changed anything, as histories and the audit log say; the oldest first. */
  const accessesOf = async (person: Person): Promise<HeldAccess[]> => {
    const { customerId, records } = person;
    const numbers = [...person.numbers];
    const own = await ofEach(numbers, async (id) => {
      const mistaken = mistakenVersions(
        await commands.readHistory<CustomerEvent>(customerStream(id)),
      );
      const entries = await customers.history(id);
      return heldHistory(
        { record: 'customer', id },
        entries.map((entry) => (mistaken.has(entry.version) ? { ...entry, changes: [] } : entry)),
      );
    });
    const ofRecords = await ofEach(records, async (one) => {
      const entries = await kindIn(others, one.record).serviceIn(others).history(one.id);
      const { from, left, since } = await tenureOf(one, person, sources);
      return heldHistory(
        one,
        entries
          .filter(({ version }) => version >= from && (left === null || version <= left))
          .map((entry) => (entry.at === since?.toISOString() ? withoutBefore(entry) : entry)),
      );
    });
    const told = [...own, ...ofRecords].flat();
    const known = new Set(told.map(({ type, at }) => `${type} ${at}`));
    const looks = [
      ...(await ofEach(numbers, auditedOf)).flat(),
      ...(await others.audit.looksAt(
        records.flatMap(({ record: kind, id, isMoved }): LookedAt[] =>
          isMoved ? [] : [{ kind, id }],
        ),
      )),
    ].flatMap(({ type, at, actor, recordKind, recordId, summary }) =>
      known.has(`${type} ${at}`)
        ? []
        : [
            {
              ...{ type, at, actor, summary, changes: [] },
              record: recordKind ?? 'customer',
              recordId: recordId ?? customerId,
            },
          ],
    );
    return [...told, ...looks]
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .map(({ type: _, ...access }) => access);
  };

  const auditedOf = async (customerId: number) => {
    const found = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Audit['list']>> = await others.audit.list({
        ...{ filter: { customerId }, sort: 'time', direction: 'asc', limit: PAGE },
        ...(cursor !== null && { cursor }),
      });
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    // Of a look by number for several people, how many others were found is nobody else's matter.
    return found.map((entry) =>
      entry.type === 'IdentityNumberLookedUp'
        ? { ...entry, recordId: customerId, summary: 'Found by an identity number' }
        : entry,
    );
  };

  const keptUntil = async (person: Person): Promise<HeldUntil> => {
    const [{ retainedUntil: until }, { retentionYears: years }] = await Promise.all([
      erasures.check(person.customerId),
      agency.settings(),
    ]);
    return { until, years, reason: person.state === 'erased' ? AFTER_ERASURE : retention(years) };
  };

  const collected = async (person: Person) => {
    const [holdings, accesses, kept] = await Promise.all([
      holdingsOf(person),
      accessesOf(person),
      keptUntil(person),
    ]);
    return { holdings, accesses, kept };
  };

  const made = async (
    number: number,
    format: HeldFormat,
    context: CommandContext,
  ): Promise<{ report: HeldReport; person: Person }> => {
    await spendOne(context.actor.userId);
    const person = await requirePerson(number);
    const { customerId } = person;
    const [{ holdings, accesses, kept }, { letterhead }] = await Promise.all([
      collected(person),
      agency.stationery(),
    ]);
    const { details, state, since, endedAt } = person;
    // Before the answer, and anew for each: nobody gets it unrecorded.
    const revealed = REVEALED_FIELDS.filter((field) => holdsNumber(holdings, field));
    await commands.record(
      customerAccessStream(customerId),
      [HeldDataReported({ customerId, format, revealed })],
      { ...context, commandId: randomUUID() },
    );
    const { name, address = null, phone = null, email = null } = letterhead;
    const report: HeldReport = {
      format: HELD_FORMAT,
      madeAt: clock.now().toISOString(),
      madeBy: context.actor.username,
      heldBy: { name, address, phone, email },
      person: {
        ...{ customerId, name: details?.name ?? null, state },
        since: since.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      },
      ...{ holdings, accesses, kept },
      recipients: [...insurersIn(holdings), ...processorsOf(others.processors ?? [])],
    };
    return { report, person };
  };

  return {
    async find(text, context) {
      const numbered = numberIn(text);
      const probe = numberProbe(text);
      const found = await Promise.all([
        numbered === null ? [] : byNumber(numbered),
        text.length < SHORTEST_SEARCH ? [] : byWords(text),
        probe ? byIdentityNumber(probe, context) : [],
        deletedByName(text),
      ]);
      const known = new Set<number>();
      return found
        .flat()
        .filter(({ customerId }) => !known.has(customerId) && known.add(customerId))
        .slice(0, MOST_PERSONS);
    },

    async overview(number) {
      const person = await requirePerson(number);
      const { customerId, details, state, since, endedAt } = person;
      const { holdings, accesses, kept } = await collected(person);
      return {
        ...{ customerId, name: details?.name ?? null, state, kept },
        phone: details?.phone ?? null,
        email: details?.email ?? null,
        city: details?.city ?? null,
        since: since.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        counts: holdings.map(({ kind, title, items }) => ({
          ...{ kind, title, count: items.length },
          deleted: items.filter((item) => item.state !== 'existing').length,
        })),
        accesses: accesses.length,
      };
    },

    report: async (customerId, context) => (await made(customerId, 'json', context)).report,

    async reportPdf(customerId, context) {
      const { report, person } = await made(customerId, 'pdf', context);
      return others.printer.statement({
        ...(await agency.stationery()),
        ...heldStatement(report, person.details),
      });
    },
  };

  async function byNumber(customerId: number): Promise<FoundPerson[]> {
    const person = await findPerson(await customers.remainingOf(customerId));
    return person ? [foundPerson(person, `Customer ${customerId}`)] : [];
  }

  /** By what the search over everything knows of persons and their policies. */
  async function byWords(text: string): Promise<FoundPerson[]> {
    const { items, ids } = await customers.match(text);
    const [health, vehicle] = await Promise.all([
      policies.matchHealth(text, ids),
      policies.matchVehicle(text, ids),
    ]);
    const ofPolicies = [...health.items, ...vehicle.items];
    const owners = await customers.summaries(ofPolicies.map(({ customerId }) => customerId));
    return [
      ...items.map(({ id, name, phone }) => existing(id, name, formatPhone(phone))),
      ...ofPolicies.flatMap(({ customerId, policyNumber }) => {
        const owner = owners.get(customerId);
        return owner ? [existing(customerId, owner.name, `Policy ${policyNumber}`)] : [];
      }),
    ];
  }

  async function byIdentityNumber(
    probe: DuplicateProbe,
    context: CommandContext,
  ): Promise<FoundPerson[]> {
    const found = await customers.duplicates(probe, null, context);
    return found.map(({ id, name }) => existing(id, name, 'By the identity number'));
  }

  async function deletedByName(text: string): Promise<FoundPerson[]> {
    const key = searchKey(text);
    if (key.length < SHORTEST_SEARCH) return [];
    const deletions = await others.replay.deleted(DELETIONS_SEARCHED);
    const named = deletions.filter(
      ({ record, name }) => record === 'customer' && searchKey(name).includes(key),
    );
    const persons = await ofEach(named, ({ id }) => findPerson(id));
    return persons
      .filter((person) => person !== null)
      .map((person) => foundPerson(person, `Customer ${person.customerId}`));
  }
}

const existing = (customerId: number, name: string, detail: string): FoundPerson => ({
  ...{ customerId, name, detail, state: 'existing' },
});

const foundPerson = ({ customerId, details, state }: Person, detail: string): FoundPerson => ({
  ...{ customerId, name: details?.name ?? null, state, detail },
});

/** `12`, `#12` and `customer 12`. */
function numberIn(text: string): number | null {
  const [, digits] = /^#?(?:customer[\s#-]*)?(\d{1,10})$/i.exec(text.trim()) ?? [];
  return digits !== undefined && isId(Number(digits)) ? Number(digits) : null;
}

/** A text that can be nothing but a whole identity number. */
function numberProbe(text: string): DuplicateProbe | null {
  const [aadhaarNumber, panNumber] = [normalizeAadhaar(text), normalizePan(text)];
  if (isAadhaar(aadhaarNumber)) return { aadhaarNumber };
  return isPan(panNumber) ? { panNumber } : null;
}

const heldHistory = (
  { record, id }: { readonly record: string; readonly id: number },
  entries: readonly HistoryEntry[],
) =>
  entries.map(({ type, at, actor, summary, changes }) => {
    return { type, at, actor, record, recordId: id, summary, changes };
  });

/** What the command that brought it to them replaced never was theirs. */
const withoutBefore = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  changes: entry.changes.map((change) => ({ ...change, before: null })),
});

const holdsNumber = (holdings: readonly Holding[], field: string): boolean =>
  holdings.some(({ items }) => items.some(({ facts }) => facts.some((one) => one.field === field)));

/** The insurers of their policies and of what was offered to them. */
function insurersIn(holdings: readonly Holding[]): HeldRecipient[] {
  const found = new Map<string, { policies: number; quotations: number }>();
  for (const { kind, items } of holdings) {
    if (kind !== 'policy' && kind !== 'quotation') continue;
    for (const { facts } of items) {
      const name = facts.find(({ field }) => field === 'insuranceCompany')?.text;
      if (!name) continue;
      const counted = found.get(name) ?? { policies: 0, quotations: 0 };
      counted[kind === 'policy' ? 'policies' : 'quotations'] += 1;
      found.set(name, counted);
    }
  }
  return [...found].map(([name, counted]) => ({
    ...{ name, role: 'insurer', data: sharedFor(counted) },
  }));
}

const sharedFor = ({ policies, quotations }: { policies: number; quotations: number }): string => {
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  const parts = [
    ...count(policies, 'policy', 'policies'),
    ...count(quotations, 'quotation', 'quotations'),
  ];
  return `What it needs for ${parts.join(' and ')}: who you are, and what is insured`;
};

const processorsOf = (processors: readonly Processor[]): HeldRecipient[] =>
  processors.map(({ name, data }) => ({ name, data, role: 'processor' }));

/** Why they are kept: the brokerage's duty to keep records outweighs a wish to erase them before. */
const retention = (years: number): string =>
  `Records of insurance are kept for ${years} years after the last transaction, as regulation asks of insurance brokers. After that they can be erased (DPDP Act 2023, section 8(7)).`;

const AFTER_ERASURE =
  'Everything personal has been erased and cannot be read by anybody any more. What is listed is left without a name: that there was a record, what was done and when. It is kept because the log of the office is never altered.';
