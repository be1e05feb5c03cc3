import type { PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import { type LeadEvent, leadStream } from '@insuremanager/contracts/leads/leadEvents';
import type {
  LeadLinkInput,
  LeadMoveInput,
  LeadPutOffInput,
} from '@insuremanager/contracts/leads/leadFields';
import {
  MOST_QUOTE_REQUESTS_A_DAY,
  MOST_QUOTE_REQUESTS_AN_HOUR,
  MOST_QUOTE_REQUESTS_OF_AN_ADDRESS_A_DAY,
} from '@insuremanager/contracts/leads/leadKinds';
import {
  LeadMatch,
  type LeadTwin,
  type LeadView,
  leadRecord,
} from '@insuremanager/contracts/leads/leadViews';
import { PROOF_BITS } from '@insuremanager/contracts/leads/proofOfWork';
import type { QuoteRequest } from '@insuremanager/contracts/leads/quoteRequests';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omit } from '@insuremanager/contracts/rules/objects';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import type { Agency } from '../agency/index.js';
import { type Customers, customerLock, customersTable } from '../customers/index.js';
import type { Exports } from '../exports/index.js';
import { networkOf, usernamesOf } from '../identity/index.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext, SavedRecord, Written } from '../platform/commands/command.js';
import { type Finished, finishAll } from '../platform/commands/unfinished.js';
import { notFound } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import type { AllTables, Book, ReadTables } from '../platform/readModels/readTables.js';
import { createRecords } from '../platform/records/createRecords.js';
import type { RecordService, WithinBooks } from '../platform/records/recordService.js';
import { policiesTable } from '../policies/index.js';
import { quotationsTable } from '../quotations/index.js';
import type { SavedViews } from '../savedViews/index.js';
import { commandOfChallenge, newChallenge } from './challenges.js';
import { type LeadFacts, type LeadState, leadDecider, type OwnLeadCommand } from './lead.js';
import { leadHistory } from './leadHistory.js';
import { type LeadAgent, ownerOf } from './leadOwners.js';
import { deletedLeadsTable, LEAD_SORTS, leadColumns, leadsTable } from './leadTables.js';

export interface LeadDependencies {
  readonly customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'isWithin'>;
  readonly agency: Pick<Agency, 'settings'>;
  /** Asked only once all capabilities are open. */
  readonly exports: Pick<Exports, 'removeAll'>;
  readonly savedViews: Pick<SavedViews, 'thatName' | 'deleteAll'>;
  readonly imports: { forgetLead(id: number): Promise<void> };
  /** Of the work for a request; fewer for who sends many. */
  readonly proofBits?: number;
}

type SavedLead = SavedRecord<LeadView>;

/** The capability "leads" of all that exist for who asks. Every method may raise a Refusal. */
export interface LeadsOfBook extends RecordService<typeof leadRecord> {
  /** @throws invalid `reason-missing`, `reason-surplus` */
  move(id: number, move: LeadMoveInput, context: CommandContext): Promise<SavedLead>;
  /** It has become that customer. @throws conflict `lead-converted`; invalid `customer-unknown` */
  link(id: number, link: LeadLinkInput, context: CommandContext): Promise<SavedLead>;
  /** What was to be done next is done: a new one is contacted. */
  stepDone(id: number, context: CommandContext): Promise<SavedLead>;
  /** @throws conflict `lead-closed`; invalid `day-past` */
  putOff(id: number, until: LeadPutOffInput, context: CommandContext): Promise<SavedLead>;
  /** Open ones that are new or whose next step is due, the oldest first. */
  due(limit: number): Promise<LeadView[]>;
  /** Customers and other leads that may be the same person: at most a few. @throws not-found */
  twins(id: number): Promise<LeadTwin[]>;
  match(query: string): Promise<{ items: { id: number }[]; count: number; exact: boolean }>;
}

export interface Leads extends LeadsOfBook, WithinBooks<LeadsOfBook> {
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<LeadView>>;
  /** With the customer that it has become, or before. @throws not-found */
  erase(id: number, context: CommandContext): Promise<Written>;
  /** What a public form is opened with. */
  challenge(): string;
  /**
   * Takes what somebody asks by the public form, once for each challenge.
   * @param from whoever sends it, by their address
   * @param agents to whom leads are given in turn
   * @throws invalid on `challenge` and `answer`; `too-many`
   */
  receive(
    request: QuoteRequest,
    asked: {
      readonly from: string;
      readonly agents: readonly LeadAgent[];
      readonly correlationId: string;
    },
  ): Promise<Written>;
  /** Says of leads that became customers what follows: quoted, won. How many. */
  follow(signal?: AbortSignal): Promise<number>;
  /**
   * Erases leads that nobody has touched for so long, and finishes what was broken off. How many.
   */
  eraseOld(today: Day, signal?: AbortSignal): Promise<number>;
  /** Finishes erasures that were broken off. How many. */
  resumeErasures(signal?: AbortSignal): Promise<number>;
}

const HOUR = 3600;
/** In one run of a job. */
const AT_ONCE = 200;
const MOST_TWINS = 5;

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock' | 'limits'>;

/** The capability "leads" over a platform, its read models, and its neighbours. */
export function createLeads(platform: Parts, tables: AllTables, others: LeadDependencies): Leads {
  // Those that are opened later are asked for once they are there.
  const { customers, agency, proofBits = PROOF_BITS } = others;
  const { clock, withLock, vault, ids, commands, limits } = platform;
  const today = (): Day => kolkataDay(clock.now());
  const usernames = usernamesOf(platform);
  const requests = { name: 'quote-request', things: 'requests' };
  const spendOfAddress = limits.limit({
    ...{ ...requests, most: MOST_QUOTE_REQUESTS_AN_HOUR, seconds: HOUR },
  });
  const spendOfAddressInADay = limits.limit({
    ...{ ...requests, name: 'quote-requests-of-an-address-a-day' },
    ...{ most: MOST_QUOTE_REQUESTS_OF_AN_ADDRESS_A_DAY, seconds: 24 * HOUR },
  });
  const spendOfDay = limits.limit({
    ...{ ...requests, name: 'quote-requests-a-day' },
    ...{ most: MOST_QUOTE_REQUESTS_A_DAY, seconds: 24 * HOUR },
  });

  const exists = async (customerId: number, book: Book | null): Promise<boolean> =>
    (await customers.findStatus(customerId)) !== null &&
    (book === null || customers.isWithin(book, customerId));

  const records = createRecords<
    typeof leadRecord,
    LeadState,
    LeadEvent,
    LeadMatch,
    OwnLeadCommand,
    LeadFacts
  >(platform, tables, {
    declared: leadRecord,
    decider: leadDecider,
    table: leadsTable,
    owned: {
      customers: customersTable.name,
      customerOf: ({ customerId }) => customerId,
      isWithin: (book, customerId) => customers.isWithin(book, customerId),
      isGivenTo: (book, { ownerId, customerId }) =>
        ownerId === book.ownerId || (ownerId === null && customerId === null),
    },
    async carryOut(command, { context, book }, decide) {
      const facts = { today: today(), userId: context.actor.userId };
      if (command.type === 'link') {
        const customerId = await customers.remainingOf(command.customerId);
        // Nobody is deleted or erased while a lead becomes theirs.
        return withLock(customerLock(customerId), async () =>
          decide({ ...facts, isCustomer: await exists(customerId, book) }),
        );
      }
      const given =
        command.type === 'create' ? command.input : command.type === 'update' ? command.patch : {};
      const { ownerId } = given;
      const isUser = !ownerId || (await usernames([ownerId])).has(ownerId);
      return decide({ ...facts, isUser });
    },
    historyOf: leadHistory,
    sorts: LEAD_SORTS,
    conditions: {
      open: (query) => query.where('is_open', true),
      due: (query) => query.where('due_key', '<=', today()),
      isCustomer: (query) => query.where('is_customer', true),
      withoutOwner: (query) => query.whereNull('owner_id'),
    },
    columns: leadColumns,
    found: { Match: LeadMatch, name: 'name_key' },
  });

  const requireLead = async (id: number): Promise<LeadState> => {
    const state = await records.load(id);
    if (state.phase !== 'existing') throw notFound('lead', id);
    return state.record;
  };

  /** What was written is gone from every list; then nobody can read it any more. */
  const finishErasure = async (id: number): Promise<Written> => {
    await vault.destroyKey(leadStream(id));
    await others.exports.removeAll();
    await others.imports.forgetLead(id);
    const { position, repeated } = await commands.run(leadDecider, {
      stream: leadStream(id),
      command: { type: 'confirmErased', id, today: today() },
      context: {
        ...{ actor: systemActor, correlationId: 'erase-lead' },
        commandId: namedUuid('lead-erased', id),
      },
      request: { type: 'confirmErased', id },
    });
    return { position, repeated };
  };

  const eraseBy = async (
    type: 'delete' | 'erase',
    id: number,
    context: CommandContext,
  ): Promise<Written> => {
    const state = await records.load(id);
    if (state.phase === 'existing') {
      const { name, phone, email } = state.record;
      const { savedViews } = others;
      await savedViews.deleteAll(await savedViews.thatName([name, phone ?? '', email ?? '']));
    }
    const deleted =
      type === 'delete'
        ? await records.delete(id, context)
        : await records.change(id, { type, id }, context);
    const { position } = await finishErasure(id);
    return { position: later(deleted.position, position), repeated: deleted.repeated };
  };
  const remove: Leads['delete'] = (id, context) => eraseBy('delete', id, context);

  const own = {
    move: (id: number, move: LeadMoveInput, context: CommandContext) =>
      records.change(id, { type: 'move', id, move }, context),
    stepDone: (id: number, context: CommandContext) =>
      records.change(id, { type: 'stepDone', id }, context),
    putOff: (id: number, { until }: LeadPutOffInput, context: CommandContext) =>
      records.change(id, { type: 'putOff', id, until }, context),
  };
  const linkIn =
    (change: typeof records.change): Leads['link'] =>
    (id, { customerId }, context) =>
      change(id, { type: 'link', id, customerId }, context);

  const dueIn = (read: ReadTables) => async (limit: number) => {
    const rows: never[] = await read
      .from(leadsTable.name)
      .select('*')
      .where('due_key', '<=', today())
      .orderBy(['due_key', 'id'])
      .limit(limit);
    return rows.map((row) => leadColumns.fromRow(row));
  };

  /** For each job run: those whose owner is asked. */
  const follow = async (signal?: AbortSignal): Promise<number> => {
    const found = await following(tables);
    const moves = found.map(({ id, to, quotationId, policyId }) => async (): Promise<Finished> => {
      const move = { status: to, reason: null } as const;
      const context = {
        ...{ actor: systemActor, correlationId: 'follow-leads' },
        commandId: namedUuid('lead-follows', id, to),
      };
      const follows = to === 'won' ? { policyId } : { quotationId };
      await records.change(id, { type: 'move', id, move, ...follows } as OwnLeadCommand, context);
      return { isFinished: true, isServerAway: false };
    });
    // One that fails holds up no other one.
    return finishAll([{ unfinished: async () => moves }], signal);
  };

  const resumeErasures = async (signal?: AbortSignal): Promise<number> => {
    const rows: { lead_id: number }[] = await tables
      .from(deletedLeadsTable.name)
      .select('lead_id')
      .orderBy('lead_id')
      .limit(AT_ONCE);
    let finished = 0;
    for (const { lead_id: id } of rows) {
      if (signal?.aborted) break;
      await finishErasure(id);
      finished += 1;
    }
    return finished;
  };

  return {
    ...records,
    ...own,
    delete: remove,
    erase: (id, context) => eraseBy('erase', id, context),
    link: linkIn(records.change),
    due: dueIn(tables),
    twins: async (id) => twinsIn(tables, await requireLead(id)),
    challenge: () => newChallenge(vault, clock.now()),
    async receive(request, { from, agents, correlationId }) {
      const commandId = commandOfChallenge(vault, request, clock.now(), proofBits);
      if ((await ids.find('lead', commandId)) === null) {
        const network = networkOf(from);
        await spendOfAddress(network);
        await spendOfAddressInADay(network);
        await spendOfDay('all');
      }
      const id = await ids.allocateId('lead', commandId);
      const { leadPincodes: setting } = await agency.settings();
      const turn = await ids.allocateId('leadTurn', commandId);
      const ownerId = ownerOf(agents, { setting, pincode: request.pincode ?? null, turn });
      const command = { type: 'receive', id, request, ownerId, today: today() } as const;
      const { position, repeated } = await commands.run(leadDecider, {
        ...{ stream: leadStream(id), command },
        context: { actor: systemActor, correlationId, commandId },
        // Whoever has the turn by then, and other answers to the same challenge, are the same request.
        request: { type: 'receive', id, request: omit(request, ['challenge', 'answer']) },
      });
      return { position, repeated };
    },
    follow,
    resumeErasures,
    async eraseOld(day, signal) {
      const rows: { id: number }[] = await tables
        .from(leadsTable.name)
        .select('id')
        .where('kept_until', '<', day)
        .orderBy(['kept_until', 'id'])
        .limit(AT_ONCE);
      let erased = 0;
      for (const { id } of rows) {
        if (signal?.aborted) break;
        const state = await records.load(id);
        // Somebody has come back to them since the list knew.
        if (state.phase !== 'existing' || (state.record.keptUntil ?? '9999-12-31') >= day) continue;
        const initiator = { actor: systemActor, correlationId: 'erase-old-leads' };
        await remove(id, { ...initiator, commandId: namedUuid('old-lead', id) });
        erased += 1;
      }
      return erased + (await resumeErasures(signal));
    },
    within(book) {
      const { required } = records.limitedTo(book);
      const ofBook = records.within(book);
      const read = tables.within(book);
      return {
        ...ofBook,
        delete: required(remove),
        move: required(own.move),
        stepDone: required(own.stepDone),
        putOff: required(own.putOff),
        link: linkIn(ofBook.change),
        due: dueIn(read),
        twins: required(async (id: number) => twinsIn(read, await requireLead(id))),
      };
    },
  };
}

interface Following {
  readonly id: number;
  readonly to: 'quoted' | 'won';
  readonly quotationId: number | null;
  readonly policyId: number | null;
}

/** Of those with an open lead who are customers: what was made for them since. */
async function following(tables: ReadTables): Promise<readonly Following[]> {
  const { rows } = await tables.knex.raw<{
    rows: { id: number; status: string; quotation_id: number | null; policy_id: number | null }[];
  }>(
    `SELECT leads.id, leads.status,
       (SELECT min(id) FROM ${tables.relation(quotationsTable.name)} AS quotations
        WHERE quotations.customer_id = leads.customer_id
          AND quotations.created_at >= leads.created_at) AS quotation_id,
       (SELECT min(id) FROM ${tables.relation(policiesTable.name)} AS policies
        WHERE policies.customer_id = leads.customer_id
          AND policies.created_at >= leads.created_at) AS policy_id
     FROM ${tables.relation(leadsTable.name)} AS leads
     WHERE leads.is_open AND leads.customer_id IS NOT NULL ORDER BY leads.id`,
  );
  return rows.flatMap(
    ({ id, status, quotation_id: quotationId, policy_id: policyId }): Following[] => {
      if (policyId !== null) return [{ id, to: 'won', quotationId, policyId }];
      if (quotationId === null || status === 'quoted') return [];
      return [{ id, to: 'quoted', quotationId, policyId }];
    },
  );
}

/** By phone, email and name, the surest first; what exists for who asks. */
async function twinsIn(
  tables: ReadTables,
  { id, name, phone, email, customerId }: LeadState,
): Promise<LeadTwin[]> {
  const known = [
    ['phone', 'phone_digits', phone && digitsOf(phone)],
    ['email', 'email_key', email && searchKey(email)],
    ['name', 'name_key', searchKey(name)],
  ] as const;
  const found: LeadTwin[] = [];
  for (const [by, column, value] of known) {
    if (!value) continue;
    const alike = async (record: 'customer' | 'lead', except: number | null) => {
      const rows: { id: number; name: string }[] = await tables
        .from(record === 'customer' ? customersTable.name : leadsTable.name)
        .select('id', 'name')
        .where(column, value)
        .whereNot('id', except ?? 0)
        .orderBy('id', 'desc')
        .limit(MOST_TWINS);
      return rows.map((row) => ({ ...row, record, by }));
    };
    found.push(...(await alike('customer', customerId)), ...(await alike('lead', id)));
  }
  const first = new Map(found.toReversed().map((one) => [`${one.record}-${one.id}`, one]));
  return found
    .filter((one) => first.get(`${one.record}-${one.id}`) === one)
    .slice(0, 2 * MOST_TWINS);
}
