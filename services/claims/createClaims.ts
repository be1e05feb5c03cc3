import { randomUUID } from 'node:crypto';
import type { ClaimEvent } from '@insuremanager/contracts/claims/claimEvents';
import type {
  ClaimRequestInput,
  ClaimRequirementInput,
  ClaimStepInput,
} from '@insuremanager/contracts/claims/claimFields';
import {
  CHECKLISTS,
  type ClaimStage,
  isClosed,
  stepsFrom,
} from '@insuremanager/contracts/claims/claimKinds';
import {
  type ClaimCards,
  type ClaimInput,
  ClaimMatch,
  type ClaimProgress,
  type ClaimRequest,
  type ClaimView,
  claimRecord,
} from '@insuremanager/contracts/claims/claimViews';
import { claimWarnings } from '@insuremanager/contracts/claims/claimWarnings';
import type { PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import { daysBetween, financialYearOf } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { pick } from '@insuremanager/contracts/rules/objects';
import type { Agency } from '../agency/index.js';
import { type Customers, customerLock, customersTable } from '../customers/index.js';
import type { Documents } from '../documents/index.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type {
  CommandContext,
  Initiator,
  SavedRecord,
  Written,
} from '../platform/commands/command.js';
import {
  answerTo,
  emailLock,
  finishAll,
  type ProcessManager,
  recordedEmails,
} from '../platform/commands/unfinished.js';
import { conflict, invalid, notFound, Refusal, unavailable } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { keyedRows } from '../platform/readModels/keyedRows.js';
import { firstNarrowed } from '../platform/readModels/listPages.js';
import type { Book, Narrowing, ReadTables } from '../platform/readModels/readTables.js';
import { createRecords } from '../platform/records/createRecords.js';
import type { RecordService, WithinBooks } from '../platform/records/recordService.js';
import type { SliceTables } from '../platform/slice.js';
import type { Policies } from '../policies/index.js';
import {
  type ClaimFacts,
  type ClaimRecord,
  claimDecider,
  type InsuredTerm,
  type OwnClaimCommand,
  type RequestOutcome,
} from './claim.js';
import { claimHistory } from './claimHistory.js';
import { composeRequest } from './claimRequests.js';
import {
  CLAIM_SORTS,
  CLAIMS_BY_STAGE,
  claimColumns,
  claimsTable,
  openRequestsTable,
  untickedDocumentsTable,
} from './claimTables.js';

export interface ClaimDependencies {
  readonly customers: Pick<Customers, 'current' | 'findStatus' | 'remainingOf' | 'isWithin'>;
  readonly policies: Pick<Policies, 'current' | 'lastKnown'>;
  readonly documents: Pick<Documents, 'besideNow'>;
  readonly agency: Pick<Agency, 'letterhead'>;
}

type SavedClaim = SavedRecord<ClaimView>;

interface RequestRef {
  readonly claimId: number;
  /** The id of the request, which is that of its email. */
  readonly emailId: string;
}

/** Asked for just now; by a retry; or left unfinished by a process that died, with nobody waiting. */
type Attempt = 'first' | 'retry' | 'recovery';

const RECOVERY: Initiator = { actor: systemActor, correlationId: 'recover-claims' };

/** The capability "claims" in a book. Every method may raise a Refusal. */
export interface ClaimsOfBook extends RecordService<typeof claimRecord> {
  /** @throws conflict `claim-step-impossible`; invalid on `on`, `amount` and `reason`. */
  move(id: number, step: ClaimStepInput, context: CommandContext): Promise<SavedClaim>;
  /** Says what is known of a document that it needs. @throws invalid. */
  markRequirement(
    id: number,
    marked: ClaimRequirementInput,
    context: CommandContext,
  ): Promise<SavedClaim>;
  /** What would ask for the missing documents. @throws conflict `customer-erased`. */
  composeRequest(id: number): Promise<ClaimRequest>;
  /**
   * Asks for the missing documents: sends the email, or records that a WhatsApp was begun.
   * @throws conflict `nothing-missing`, `claim-closed`; invalid `email-missing`, `email-refused`;
   *   unavailable `email-not-sent`.
   */
  requestDocuments(
    id: number,
    input: ClaimRequestInput,
    context: CommandContext,
  ): Promise<SavedClaim>;
  /** From its stream: never stale. @throws not-found */
  progress(id: number): Promise<ClaimProgress>;
  cards(): Promise<ClaimCards>;
  /** The number of an open claim of each term that has one. */
  openOf(policyIds: readonly number[]): Promise<Map<number, string>>;
  /** Open ones for which the insurer waits for documents, the oldest first. */
  lackingDocuments(limit: number, only?: Narrowing): Promise<ClaimView[]>;
  match(query: string): Promise<{ items: { id: number }[]; count: number; exact: boolean }>;
}

export interface Claims extends ClaimsOfBook, WithinBooks<ClaimsOfBook> {
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<ClaimView>>;
  /** Of claims of a customer that are not closed, of all that was written before the call. */
  openNumbersOf(customerId: number): Promise<string[]>;
  /** What documents have to know of one to belong to it; null: there is none, or not any more. */
  findReference(id: number): Promise<Pick<ClaimRecord, 'customerId' | 'policyId' | 'kind'> | null>;
  /** Adds one as a sheet has it, with the steps that it has taken. @throws what `create`, `move` do */
  enter(
    input: ClaimInput,
    steps: readonly ClaimStepInput[],
    context: CommandContext,
  ): Promise<SavedClaim>;
  /**
   * Marks what a document is on the checklist of its claim, as received with it. Never refuses: what
   * became of the claim meanwhile is no fault of the document.
   */
  receive(id: number, documentId: number, context: CommandContext): Promise<Written>;
  /**
   * Finishes emails that were broken off, as the same messages, unless they are out of date, and
   * marks documents that were uploaded: a job asks for it each minute. How many.
   */
  recover(signal?: AbortSignal): Promise<number>;
}

/** How long the lists may take to show all that is in the log, in milliseconds. */
const TIMEOUT_MS = 5000;
const DAY = 24 * 3600;
/** An upload that is older has been broken off before it was marked. */
const BROKEN_OFF_MS = 60_000;
const NOTHING_WRITTEN = { position: null, repeated: false } as const;
/** Of one user: more than anybody writes by hand. */
const MOST_REQUESTS_A_DAY = 200;

type Parts = Pick<
  Platform,
  'commands' | 'eventLog' | 'ids' | 'clock' | 'vault' | 'withLock' | 'mailer' | 'limits' | 'logger'
>;

/** The capability "claims" over a platform, its read models, and its neighbours. */
export function createClaims(
  platform: Parts,
  tables: SliceTables,
  { customers, policies, documents, agency }: ClaimDependencies,
): Claims {
  const { clock, withLock, mailer, limits, eventLog } = platform;
  const today = (): Day => kolkataDay(clock.now());
  const spendOne = limits.limit({
    ...{ name: 'claim-request', things: 'requests for documents' },
    ...{ most: MOST_REQUESTS_A_DAY, seconds: DAY },
  });

  /** What a policy says of a term now; null where it does not exist for who asks. */
  const findInsured = async (policyId: number, book: Book | null): Promise<InsuredTerm | null> => {
    const term = await policies.current(policyId);
    if (!term || !(await customers.findStatus(term.customerId))) return null;
    if (book && !(await customers.isWithin(book, term.customerId))) return null;
    const { kind, customerId, startDate, endDate } = term;
    return { kind, customerId, startDate, endDate };
  };

  const documentNow = async (id: number) => (await documents.besideNow(id, { revision: -1 })).now;

  const isTheirFile = async (claimId: number, documentId: number): Promise<boolean> => {
    const state = await records.load(claimId);
    const now = await documentNow(documentId);
    if (state.phase !== 'existing' || now?.documentType !== 'claim_document') return false;
    const [owner, theirs] = await Promise.all(
      [now.customerId, state.record.customerId].map((id) => customers.remainingOf(id)),
    );
    return owner === theirs;
  };

  const records = createRecords<
    typeof claimRecord,
    ClaimRecord,
    ClaimEvent,
    ClaimMatch,
    OwnClaimCommand,
    ClaimFacts
  >(platform, tables, {
    declared: claimRecord,
    decider: claimDecider,
    table: claimsTable,
    owned: {
      customers: customersTable.name,
      customerOf: ({ customerId }) => customerId,
      isWithin: (book, customerId) => customers.isWithin(book, customerId),
    },
    async carryOut(command, { context, book }, decide) {
      const day = today();
      switch (command.type) {
        case 'create':
        case 'enter': {
          const { policyId } = command.input;
          const number = `CL-${financialYearOf(command.input.intimatedOn)}-${command.id}`;
          const named = (await policies.lastKnown(policyId))?.customerId;
          const policyholder = named ? await customers.remainingOf(named) : 0;
          // Nobody is deleted or erased while a claim of theirs is entered.
          return withLock(customerLock(policyholder), async () =>
            decide({ today: day, number, insured: await findInsured(policyId, book) }),
          );
        }
        case 'mark': {
          const { documentId } = command.marked;
          const isTheirs = !documentId || (await isTheirFile(command.id, documentId));
          return decide({ today: day, isTheirFile: isTheirs });
        }
        case 'request':
          return decide({ today: day, requestId: requestIdOf(command.id, context) });
        default:
          return decide({ today: day });
      }
    },
    historyOf: claimHistory,
    sorts: CLAIM_SORTS,
    conditions: {
      open: (query) => query.where('is_open', true),
      overdue: (query) => query.where('is_open', true).where('due_on', '<', today()),
      lacksDocuments: (query) => query.where('is_open', true).where('lacks_documents', true),
    },
    columns: claimColumns,
    warningsOf: claimWarnings,
    found: { Match: ClaimMatch, name: 'number_key' },
  });

  const requireClaim = async (id: number): Promise<ClaimRecord> => {
    const state = await records.load(id);
    if (state.phase !== 'existing') throw notFound('claim', id);
    return state.record;
  };

  const compose = async (claim: ClaimRecord): Promise<ClaimRequest> => {
    const customer = await customers.current(claim.customerId);
    if (!customer || !claim.isKnown) {
      throw conflict('customer-erased', 'The customer is gone; nothing can be sent to them.');
    }
    const policyNumber = (await policies.lastKnown(claim.policyId))?.policyNumber ?? '';
    return composeRequest({ claim, customer, policyNumber, letterhead: await agency.letterhead() });
  };

  const change = (id: number, command: OwnClaimCommand, context: CommandContext) =>
    records.change(id, command, context);

  /** Sends what was asked for, unless its outcome stands or it is out of date. */
  const outcomeOf = async (
    { claimId, emailId }: RequestRef,
    attempt: Attempt,
  ): Promise<Exclude<RequestOutcome, 'open'>> => {
    const state = await records.load(claimId);
    const made =
      state.phase !== 'unknown' && state.record.requests.find(({ id }) => id === emailId);
    if (!made) throw new Error('A claim does not have this request');
    const { outcome, requirements } = made;
    if (outcome !== 'open' && (outcome !== 'unreachable' || attempt !== 'retry')) return outcome;
    const { record } = state;
    const isTooLate =
      state.phase === 'deleted' ||
      (attempt !== 'first' && (isClosed(record.stage) || record.requests.at(-1) !== made));
    const customer = isTooLate ? null : await customers.current(record.customerId);
    if (!customer?.email || !record.isKnown) return 'overtaken';
    const asked = await compose({ ...record, missing: requirements });
    const { subject, text } = asked;
    const email = { id: emailId, to: customer.email, subject, text, attachments: [] };
    const answer = await answerTo(email, platform, { of: 'claim', ref: { claimId } });
    return answer === 'sent' && mailer.isFolder ? 'kept' : answer;
  };

  const recordOutcome = (
    { claimId: id, emailId: requestId }: RequestRef,
    outcome: Exclude<RequestOutcome, 'open'>,
    { actor, correlationId }: Initiator,
  ) =>
    change(
      id,
      { type: 'recordDelivery', id, requestId, outcome },
      { actor, correlationId, commandId: namedUuid('claim-delivery', id, requestId, outcome) },
    );

  const deliver = (ref: RequestRef, attempt: Attempt, initiator: Initiator) =>
    withLock(emailLock(ref.emailId), async () => {
      const outcome = await outcomeOf(ref, attempt);
      const saved = await recordOutcome(ref, outcome, initiator);
      return { saved, outcome, isNew: saved.position !== null && !saved.repeated };
    });

  const requestDocuments: Claims['requestDocuments'] = async (id, { channel }, context) => {
    if (channel === 'whatsapp') return change(id, { type: 'request', id, channel }, context);
    const { email } = await compose(await requireClaim(id));
    if (email === null) throw refusedEmail('email-missing', 'The customer has no email address.');
    const requested = await change(id, { type: 'request', id, channel }, context);
    // Emails go out in the brokerage’s name: a stolen session sends no flood of them.
    if (!requested.repeated) await spendOne(context.actor.userId);
    const ref = { claimId: id, emailId: requestIdOf(id, context) };
    const { saved, outcome } = await deliver(ref, requested.repeated ? 'retry' : 'first', context);
    if (outcome === 'refused') {
      throw refusedEmail('email-refused', 'The mail server refused the customer’s address.');
    }
    if (outcome === 'unreachable') throw notSent();
    if (outcome === 'overtaken') throw overtaken();
    return {
      ...saved,
      repeated: requested.repeated,
      position: later(requested.position, saved.position),
    };
  };

  const emails = recordedEmails(platform, {
    of: 'claim',
    refOf: ({ claimId }: RequestRef & { requestedAt: Date }) => ({ claimId }),
    open: (before, limit) => openRequests(tables, before, limit),
    deliver: (ref) => deliver(ref, 'recovery', RECOVERY),
    giveUp: (ref) => recordOutcome(ref, 'unreachable', RECOVERY),
  });

  const receive: Claims['receive'] = async (id, documentId, context) => {
    const requirement = (await documentNow(documentId))?.requirement;
    if (!requirement) return NOTHING_WRITTEN;
    const marked = { requirement, mark: 'received', documentId } as const;
    const commandId = namedUuid('claim-document', id, documentId);
    try {
      return await change(id, { type: 'mark', id, marked }, { ...context, commandId });
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      return NOTHING_WRITTEN;
    }
  };

  /** What an upload that was broken off has left to be marked. */
  const uploads: ProcessManager = {
    async unfinished(limit) {
      const before = new Date(clock.now().getTime() - BROKEN_OFF_MS);
      const found = await untickedDocuments(tables, before, limit);
      return found.map(({ claimId, documentId }) => async () => {
        const context = { ...RECOVERY, commandId: randomUUID() };
        const { position } = await receive(claimId, documentId, context);
        return { isFinished: position !== null, isServerAway: false };
      });
    },
  };

  const own = {
    move: (id: number, step: ClaimStepInput, context: CommandContext) =>
      change(id, { type: 'move', id, step }, context),
    markRequirement: (id: number, marked: ClaimRequirementInput, context: CommandContext) =>
      change(id, { type: 'mark', id, marked }, context),
    composeRequest: async (id: number) => compose(await requireClaim(id)),
    requestDocuments,
    progress: async (id: number) => progressOf(await requireClaim(id), today()),
  };

  return {
    ...records,
    ...own,
    cards: () => cardsOf(records, tables),
    openOf: (policyIds) => openOf(tables, policyIds),
    lackingDocuments: (limit, only) => lackingDocuments(tables, limit, only),
    async openNumbersOf(customerId) {
      const head = await eventLog.head();
      if (head && !(await tables.waitFor(head, TIMEOUT_MS)))
        throw unavailable('The list of claims');
      const rows: { claim_number: string }[] = await tables
        .from(claimsTable.name)
        .select('claim_number')
        .where({ customer_id: customerId, is_open: true })
        .orderBy('id');
      return rows.map((row) => row.claim_number);
    },
    async findReference(id) {
      const state = await records.load(id);
      return state.phase === 'existing'
        ? pick(state.record, ['customerId', 'policyId', 'kind'])
        : null;
    },
    receive,
    async enter(input, steps, context) {
      const id = await platform.ids.allocateId('claim', context.commandId);
      return change(id, { type: 'enter', id, input, steps }, context);
    },
    recover: (signal) => finishAll([emails, uploads], signal),
    within(book) {
      const { required } = records.limitedTo(book);
      const ofBook = records.within(book);
      return {
        ...ofBook,
        cards: () => cardsOf(ofBook, tables.within(book)),
        openOf: (policyIds) => openOf(tables.within(book), policyIds),
        lackingDocuments: (limit, only) => lackingDocuments(tables.within(book), limit, only),
        move: required(own.move),
        markRequirement: required(own.markRequirement),
        composeRequest: required(own.composeRequest),
        requestDocuments: required(own.requestDocuments),
        progress: required(own.progress),
      };
    },
  };
}

const requestIdOf = (id: number, { commandId }: CommandContext): string =>
  namedUuid('claim-request', id, commandId);

const refusedEmail = (code: string, message: string) =>
  invalid([{ field: 'channel', code, message }]);

const overtaken = () =>
  conflict(
    'request-superseded',
    'The claim or its customer has changed, or documents were asked for again since. Look at it, then ask again.',
  );

const notSent = () =>
  new Refusal('unavailable', {
    code: 'email-not-sent',
    message:
      'The mail server cannot be reached just now. The email was not sent; please try again.',
    retryAfterSeconds: 10,
  });

async function cardsOf(
  { count }: Pick<RecordService<typeof claimRecord>, 'count'>,
  tables: ReadTables,
): Promise<ClaimCards> {
  // Sums may pass 2^53, so they arrive as text.
  const rows: { stage: ClaimStage; count: number; amount_settled: string }[] = await tables
    .from(CLAIMS_BY_STAGE)
    .select('stage', 'count', 'amount_settled');
  const [overdue, lacking] = await Promise.all([
    count({ overdue: true }),
    count({ lacksDocuments: true }),
  ]);
  return {
    open: rows.reduce((sum, row) => sum + (isClosed(row.stage) ? 0 : row.count), 0),
    overdue: overdue.count,
    lackDocuments: lacking.count,
    amountSettled: decimalOf(rows.reduce((sum, row) => sum + BigInt(row.amount_settled), 0n)),
  };
}

/** The oldest first. */
async function openRequests(tables: ReadTables, before: Date, limit: number) {
  const rows: { claim_id: number; request_id: string; requested_at: Date }[] = await tables
    .from(openRequestsTable.name)
    .select('claim_id', 'request_id', 'requested_at')
    .where('requested_at', '<', before)
    .orderBy(['requested_at', 'request_id'])
    .limit(limit);
  return rows.map(({ claim_id: claimId, request_id: emailId, requested_at: requestedAt }) => ({
    ...{ claimId, emailId, requestedAt },
  }));
}

/** Those that a claim which exists asks for: its kind may have changed since. The oldest first. */
async function untickedDocuments(tables: ReadTables, before: Date, limit: number) {
  const rows: { claim_id: number; document_id: number }[] = await tables
    .from(untickedDocumentsTable.name)
    .select('claim_id', 'document_id')
    .where('uploaded_at', '<', before)
    .where((asked) => {
      for (const [kind, requirements] of Object.entries(CHECKLISTS)) {
        const ofKind = tables.from(claimsTable.name).select('id').where({ kind });
        asked.orWhere((one) =>
          one.whereIn('requirement', requirements).whereIn('claim_id', ofKind),
        );
      }
    })
    .orderBy(['uploaded_at', 'document_id'])
    .limit(limit);
  return rows.map((row) => ({ claimId: row.claim_id, documentId: row.document_id }));
}

async function lackingDocuments(
  tables: ReadTables,
  limit: number,
  only: Narrowing = () => {},
): Promise<ClaimView[]> {
  const lacking = tables.from(claimsTable.name).select('*').whereRaw('is_open AND lacks_documents');
  const by = ['created_at', 'id'];
  const rows: object[] = await firstNarrowed(tables, lacking, { only, by, limit });
  return rows.map((row) => claimColumns.fromRow(row as never));
}

async function openOf(
  tables: ReadTables,
  policyIds: readonly number[],
): Promise<Map<number, string>> {
  const open = tables
    .from(claimsTable.name)
    .select('policy_id', 'claim_number')
    .whereRaw('is_open');
  const rows: { policy_id: number; claim_number: string }[] = await keyedRows(
    tables,
    'open claims',
    open.orderBy('id'),
    { column: 'policy_id', keys: policyIds },
  );
  return new Map(rows.map((row) => [row.policy_id, row.claim_number]));
}

/** How a claim stands, as its panel shows it. */
function progressOf(claim: ClaimRecord, today: Day): ClaimProgress {
  const { steps, kind, stage, marks, requests } = claim;
  return {
    steps: steps.map(({ stage: step, on, by, amount, reason }, nth) => {
      const until = steps[nth + 1]?.on ?? (isClosed(step) ? on : today);
      return {
        ...{ stage: step as ClaimProgress['steps'][number]['stage'], on, by: by.username, reason },
        amount: amount === null ? null : decimalOf(amount),
        days: Math.max(0, daysBetween(on, until)),
      };
    }),
    nextSteps: [...stepsFrom(stage, kind)],
    checklist: CHECKLISTS[kind].map((requirement) => {
      const { mark = 'missing', on = null, by, documentId = null } = marks[requirement] ?? {};
      return { requirement, mark, on, by: by?.username ?? null, documentId };
    }),
    requests: requests.map(({ at, by, channel, requirements, outcome }) => ({
      ...{ at: at.toISOString(), by: by.username, channel, outcome },
      documents: requirements.length,
    })),
  };
}
