import type { Readable } from 'node:stream';
import type { LineMatch } from '@insuremanager/contracts/commission/commissionKinds';
import { USUAL_TOLERANCE } from '@insuremanager/contracts/commission/commissionRules';
import {
  type StatementEvent,
  statementStream,
} from '@insuremanager/contracts/commission/statementEvents';
import {
  type CommissionRow,
  type LineDecisionInput,
  type ShareLine,
  type StatementCheck,
  type StatementLineView,
  type StatementView,
  statementRecord,
  type UnpaidTerm,
} from '@insuremanager/contracts/commission/statementViews';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, type Paise } from '@insuremanager/contracts/rules/money';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Agency } from '../agency/index.js';
import { customersTable } from '../customers/index.js';
import { usernamesOf } from '../identity/index.js';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import { notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createRecords } from '../platform/records/createRecords.js';
import type { RecordService, WithinBooks } from '../platform/records/recordService.js';
import type { SliceTables } from '../platform/slice.js';
import { policiesTable } from '../policies/index.js';
import type { PdfPrinter } from '../printing/index.js';
import {
  commissionReport,
  type ReportRequest,
  type StatementRow,
  statementsOf,
} from './commissionReport.js';
import {
  STATEMENT_SORTS,
  sharesTable,
  statementColumns,
  statementsTable,
} from './commissionTables.js';
import {
  earnedByTerm,
  endOfMonth,
  expectedCommission,
  groupedBy,
  sumOf,
  type TermOfInsurer,
  unsplitTerms,
} from './expected.js';
import { discardStatement, readStatement, receiveStatement } from './readStatementFile.js';
import {
  type OwnStatementCommand,
  type Statement,
  type StatementFacts,
  statementDecider,
} from './statement.js';
import { subAgentStatements } from './subAgentStatements.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock'>;
type Saved = SavedRecord<StatementView>;

/** The capability "commission statements". Every method may raise a Refusal. */
export interface Statements extends RecordService<typeof statementRecord> {
  receive(content: Readable): Promise<string>;
  discard(received: string): Promise<void>;
  /** Adds the lines of a file that was received. @throws invalid on `file` */
  addFile(
    id: number,
    file: { readonly received: string; readonly fileName: string },
    context: CommandContext,
  ): Promise<Saved>;
  removeLines(id: number, context: CommandContext): Promise<Saved>;
  matchLine(
    id: number,
    line: number,
    policyNumber: string,
    context: CommandContext,
  ): Promise<Saved>;
  decideLine(
    id: number,
    line: number,
    decision: LineDecisionInput,
    context: CommandContext,
  ): Promise<Saved>;
  /** Fixes what was expected and received; nothing of it changes from then on. */
  close(id: number, context: CommandContext): Promise<Saved>;
  check(id: number): Promise<StatementCheck>;
  report(request: ReportRequest): Promise<CommissionRow[]>;
  /** What a sub-agent gets for a month: of statements that are closed. */
  sharesOf(userId: number, month: Day): Promise<ShareLine[]>;
  /** The same on the agency's paper. @throws not-found when there is no such user */
  sharesPdf(userId: number, month: Day): Promise<{ fileName: string; content: Readable }>;
}
export type CommissionStatements = Statements & WithinBooks<Statements>;

export interface CommissionDependencies {
  readonly agency: Pick<Agency, 'gstRates' | 'stationery'>;
  readonly printer: Pick<PdfPrinter, 'table'>;
}

/** So long a change of one statement is waited for before the next of its insurer is decided. */
const LONGEST_WAIT_MS = 5_000;
/** Policies of each kind that are shown: without a line, or without known parts. */
const MOST_UNPAID = 200;

export function createCommissionStatements(
  platform: Parts,
  tables: SliceTables,
  { agency, printer }: CommissionDependencies,
): CommissionStatements {
  const { commands, clock, withLock } = platform;
  const today = (): Day => kolkataDay(clock.now());
  const usernames = usernamesOf(platform);
  const expectation = expectedCommission(tables, agency);

  /** What is decided of the months of an insurer is decided one after the other. */
  const inTurn = <Result extends { position?: unknown }>(
    insuranceCompany: string,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    withLock(`commission of ${searchKey(insuranceCompany)}`, async () => {
      const result = await work();
      // So that the next one finds it in the list.
      const position = result.position as Parameters<SliceTables['waitFor']>[0] | null | undefined;
      if (position) await tables.waitFor(position, LONGEST_WAIT_MS);
      return result;
    });

  const monthsOf = async (statement: Pick<Statement, 'insuranceCompany'>) => {
    const rows: StatementRow[] = await statementsOf(tables, searchKey(statement.insuranceCompany));
    const closed = rows.filter(({ status }) => status === 'closed').map(({ month }) => month);
    const open = rows.filter(({ status }) => status === 'open').map(({ month }) => month);
    return { first: closed[0] ?? null, lastClosed: closed.at(-1) ?? null, firstOpen: open[0] };
  };

  const find = async (id: number): Promise<Statement | null> => {
    const { state } = await commands.load(statementDecider, statementStream(id));
    return state.phase === 'existing' ? state.record : null;
  };
  const load = async (id: number): Promise<Statement> => {
    const statement = await find(id);
    if (!statement) throw notFound('commissionStatement', id);
    return statement;
  };

  /** The term of each policy number of an insurer: of several the last that had begun. */
  async function termsByNumber(
    { insuranceCompany, month }: Pick<Statement, 'insuranceCompany' | 'month'>,
    numbers: readonly string[],
  ): Promise<Map<string, number>> {
    const rows: { id: number; number_key: string; start_date: Day }[] = await tables
      .from(policiesTable.name)
      .whereRaw('number_key = ANY(?)', [[...new Set(numbers.map(policyNumberKey))]])
      .where('insurer_key', searchKey(insuranceCompany))
      // By the indexes of both kinds.
      .whereIn('kind', ['health', 'vehicle'])
      .select('id', 'number_key', 'start_date')
      .orderBy('start_date');
    const end = endOfMonth(month);
    const found = new Map<string, number>();
    for (const { id, number_key: key, start_date: start } of rows) {
      if (!found.has(key) || start <= end) found.set(key, id);
    }
    return found;
  }

  /** What fell due of each term until the end of the month, and was not fixed in one before. */
  async function dueIn({ insuranceCompany, month }: Statement) {
    const insurerKey = searchKey(insuranceCompany);
    const { first, lastClosed } = await monthsOf({ insuranceCompany });
    const since = first ?? month;
    const to = endOfMonth(month);
    const terms = await expectation.terms({ insurerKey, from: since, to });
    const fixed = await expectation.fixed(insurerKey);
    const known = new Set(terms.map(({ id }) => id));
    // Terms that were fixed and are another insurer's or nobody's by now are taken back.
    const gone = [...fixed.keys()].filter((id) => !known.has(id));
    const earnings = await expectation.earnings(terms);
    const earned = earnedByTerm(earnings, [since, to]);
    const unsplit = unsplitTerms(earnings, [since, to]);
    const due = new Map<number, Paise>();
    for (const id of [...known, ...gone]) {
      const amount = (earned.get(id) ?? 0) - (fixed.get(id) ?? 0);
      if (amount !== 0) due.set(id, amount);
    }
    return { due, earned, unsplit, terms, since, to, lastClosed };
  }

  /** Every line beside what was still expected for its policy. */
  async function compare(statement: Statement) {
    const { due, earned, unsplit, terms } = await dueIn(statement);
    const { lines, id, month, status } = statement;
    const ids = [...new Set(lines.flatMap(({ termId }) => termId ?? []))];
    // What came later is no matter of a month that is closed.
    const until = status === 'closed' ? month : null;
    const before = await expectation.received(ids, { but: id, until });
    const outstanding = (termId: number): Paise =>
      (earned.get(termId) ?? 0) - (before.get(termId) ?? 0);
    const wasPaid = (termId: number) => (before.get(termId) ?? 0) !== 0;
    const isUnsplit = (termId: number) => unsplit.has(termId);
    const matches = matchesOf(lines, { outstanding, wasPaid, isUnsplit });
    return { matches, outstanding, due, unsplit, terms };
  }

  const records = createRecords<
    typeof statementRecord,
    Statement,
    StatementEvent,
    never,
    OwnStatementCommand,
    StatementFacts
  >(platform, tables, {
    declared: statementRecord,
    decider: statementDecider,
    table: statementsTable,
    sorts: STATEMENT_SORTS,
    columns: statementColumns,
    async carryOut(command, _asked, decide) {
      const facts = { today: today() };
      const statement = command.type === 'create' ? null : await find(command.id);
      switch (command.type) {
        case 'create':
        case 'update': {
          const given = command.type === 'create' ? command.input : command.patch;
          const insuranceCompany = given.insuranceCompany ?? statement?.insuranceCompany ?? '';
          return inTurn(insuranceCompany, async () => {
            const { lastClosed } = await monthsOf({ insuranceCompany });
            return decide({ ...facts, lastClosed }) as Promise<object>;
          }) as ReturnType<typeof decide>;
        }
        case 'addLines':
        case 'matchLine': {
          if (!statement) return decide(facts);
          const numbers =
            command.type === 'matchLine'
              ? [command.policyNumber]
              : command.lines.map(({ policyNumber }) => policyNumber);
          return decide({ ...facts, terms: await termsByNumber(statement, numbers) });
        }
        case 'close': {
          if (!statement) return decide(facts);
          return inTurn(statement.insuranceCompany, async () => {
            const now = await load(command.id);
            const { firstOpen } = await monthsOf(now);
            const earlierOpen = firstOpen !== undefined && firstOpen < now.month ? firstOpen : null;
            const closing = await closingOf(now);
            return decide({ ...facts, earlierOpen, closing }) as Promise<object>;
          }) as ReturnType<typeof decide>;
        }
        default:
          return decide(facts);
      }
    },
  });

  async function closingOf(statement: Statement): Promise<NonNullable<StatementFacts['closing']>> {
    const { due, matches } = await compare(statement);
    return {
      revision: statement.revision,
      expected: [...due].map(([termId, amount]) => ({ termId, amount })),
      matches,
      subAgents: await subAgentsOf(statement),
    };
  }

  /** Whose customers' policies the lines are of, where they have a share in that month. */
  async function subAgentsOf({ lines, month }: Statement) {
    const shares: { user_id: number; percent: number; valid_from: Day }[] = await tables
      .from(sharesTable.name)
      .where('valid_from', '<=', endOfMonth(month))
      .select('user_id', 'percent', 'valid_from')
      .orderBy('valid_from');
    const percents = new Map(shares.map(({ user_id, percent }) => [user_id, percent]));
    const subAgents = new Map<number, { userId: number; percent: number }>();
    if (percents.size === 0) return subAgents;
    const ids = [...new Set(lines.flatMap(({ termId }) => termId ?? []))];
    const terms = await expectation.terms({ ids });
    const owned: { id: number; owner_id: number | null }[] = await tables
      .from(customersTable.name)
      .whereRaw('id = ANY(?)', [[...new Set(terms.map(({ customerId }) => customerId))]])
      .select('id', 'owner_id');
    const owners = new Map(owned.map(({ id, owner_id }) => [id, owner_id]));
    for (const { id, customerId } of terms) {
      const userId = owners.get(customerId) ?? null;
      const percent = userId === null ? undefined : percents.get(userId);
      if (userId !== null && percent) subAgents.set(id, { userId, percent });
    }
    return subAgents;
  }

  async function check(id: number): Promise<StatementCheck> {
    const statement = await load(id);
    const { lines, status } = statement;
    const { matches, outstanding, due, unsplit, terms } = await compare(statement);
    const known = await termsById(terms, lines);
    const paid = new Map<number, Paise>();
    for (const { termId, commission } of lines) {
      if (termId !== null) paid.set(termId, (paid.get(termId) ?? 0) + commission);
    }
    const views = lines.map((line): StatementLineView => {
      const { termId, commission, tds, gst, premium, decision, note } = line;
      const term = termId === null ? undefined : known.get(termId);
      const expected = termId === null ? 0 : outstanding(termId);
      const difference = (termId === null ? commission : (paid.get(termId) ?? 0)) - expected;
      return {
        ...{ line: line.line, termId, decision, note, kind: term?.kind ?? null },
        policyNumber: term?.policyNumber ?? line.policyNumber,
        premium: premium === null ? null : decimalOf(premium),
        ...{ commission: decimalOf(commission), tds: decimalOf(tds), gst: decimalOf(gst) },
        ...{ expected: decimalOf(expected), difference: decimalOf(difference) },
        match: matches.get(line.line) ?? 'unknown',
      };
    });
    const isMatched = ({ match }: StatementLineView) => match === 'matched';
    const isOpen = status === 'open';
    return {
      expected: decimalOf(isOpen ? sumOf(due.values()) : statement.expected),
      matched: views.filter(isMatched).length,
      undecided: views.filter((one) => one.decision === null && !isMatched(one)).length,
      lines: views,
      unpaid: isOpen ? shownTerms(terms, ({ id }) => due.has(id) && !paid.has(id), due) : [],
      unsplit: isOpen ? shownTerms(terms, ({ id }) => unsplit.has(id), due) : [],
    };
  }

  async function termsById(terms: readonly TermOfInsurer[], lines: Statement['lines']) {
    const known = new Map(terms.map((term) => [term.id, term]));
    const others = lines.flatMap(({ termId }) =>
      termId !== null && !known.has(termId) ? [termId] : [],
    );
    for (const term of await expectation.terms({ ids: [...new Set(others)] })) {
      known.set(term.id, term);
    }
    return known;
  }

  const report = commissionReport(tables, expectation);
  const { sharesOf, sharesPdf } = subAgentStatements({
    ...{ tables, expectation, usernames, agency, printer, today },
  });

  const own = {
    receive: receiveStatement,
    discard: discardStatement,
    async addFile(
      id: number,
      { received, fileName }: { received: string; fileName: string },
      context: CommandContext,
    ) {
      const lines = await readStatement(received, fileName);
      return records.change(id, { type: 'addLines', id, lines }, context);
    },
    removeLines: (id: number, context: CommandContext) =>
      records.change(id, { type: 'removeLines', id }, context),
    matchLine: (id: number, line: number, policyNumber: string, context: CommandContext) =>
      records.change(id, { type: 'matchLine', id, line, policyNumber }, context),
    decideLine: (
      id: number,
      line: number,
      { decision, note }: LineDecisionInput,
      context: CommandContext,
    ) =>
      records.change(
        id,
        { type: 'decideLine', id, line, decision: decision ?? null, note: note ?? null },
        context,
      ),
    close: (id: number, context: CommandContext) =>
      records.change(id, { type: 'close', id }, context),
    ...{ check, report, sharesOf, sharesPdf },
  };
  const service = { ...records, ...own };
  // Whatever book is asked for: those who may ask for commission read all of them.
  return Object.assign(service, { within: () => service });
}

/**
 * How each line stands. All lines of a policy count together, as some insurers pay own damage and
 * third party apart; once some of them come to what is expected, what follows is paid twice.
 */
export function matchesOf(
  lines: readonly Pick<Statement['lines'][number], 'line' | 'termId' | 'commission'>[],
  of: {
    outstanding(termId: number): Paise;
    wasPaid(termId: number): boolean;
    /** Own damage and third party are not known: there is nothing to compare with. */
    isUnsplit?(termId: number): boolean;
  },
  tolerance: Paise = USUAL_TOLERANCE,
): Map<number, LineMatch> {
  const matches = new Map<number, LineMatch>();
  const byTerm = groupedBy(lines, ({ termId }) => termId);
  for (const [termId, ofTerm] of byTerm) {
    if (termId === null) {
      for (const { line } of ofTerm) matches.set(line, 'unknown');
      continue;
    }
    if (of.isUnsplit?.(termId)) {
      for (const { line } of ofTerm) matches.set(line, 'parts_unknown');
      continue;
    }
    const expected = of.outstanding(termId);
    const isExpected = (sum: Paise) => Math.abs(sum - expected) <= tolerance;
    const isWhole = isExpected(sumOf(ofTerm.map(({ commission }) => commission)));
    let sum = 0;
    let isPaid = expected === 0 && of.wasPaid(termId);
    for (const { line, commission } of ofTerm) {
      sum += commission;
      if (isWhole) matches.set(line, 'matched');
      else if (isPaid) matches.set(line, 'paid_twice');
      else {
        isPaid = isExpected(sum);
        matches.set(line, isPaid ? 'matched' : 'differs');
      }
    }
  }
  return matches;
}

const shownTerms = (
  terms: readonly TermOfInsurer[],
  isShown: (term: TermOfInsurer) => boolean,
  due: ReadonlyMap<number, Paise>,
): UnpaidTerm[] =>
  terms
    .filter(isShown)
    .slice(0, MOST_UNPAID)
    .map(({ id, kind, policyNumber }) => ({
      ...{ termId: id, kind, policyNumber, expected: decimalOf(due.get(id) ?? 0) },
    }));
