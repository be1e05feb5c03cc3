import { Readable } from 'node:stream';
import type { LineMatch } from '@insuremanager/contracts/commission/commissionKinds';
import { USUAL_TOLERANCE } from '@insuremanager/contracts/commission/commissionRules';
import type { RateEvent } from '@insuremanager/contracts/commission/rateEvents';
import { rateRecord, rateWarnings } from '@insuremanager/contracts/commission/rateViews';
import type { ShareEvent } from '@insuremanager/contracts/commission/shareEvents';
import { shareRecord } from '@insuremanager/contracts/commission/shareViews';
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
import { addMonths, formatMonth, monthOf } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, formatMoney, type Paise } from '@insuremanager/contracts/rules/money';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Agency } from '../agency/index.js';
import { customersTable } from '../customers/index.js';
import { usernamesOf } from '../identity/index.js';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import { invalid, notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createRecords } from '../platform/records/createRecords.js';
import type { RecordService, WithinBooks } from '../platform/records/recordService.js';
import type { SliceTables } from '../platform/slice.js';
import { policiesTable } from '../policies/index.js';
import type { PdfPrinter } from '../printing/index.js';
import {
  fixedTable,
  linesTable,
  RATE_SORTS,
  rateColumns,
  ratesTable,
  SHARE_SORTS,
  STATEMENT_SORTS,
  shareColumns,
  sharesTable,
  statementColumns,
  statementsTable,
} from './commissionTables.js';
import {
  earnedByTerm,
  endOfMonth,
  expectedCommission,
  firstOfMonth,
  groupedBy,
  type TermOfInsurer,
} from './expected.js';
import { type CommissionRate, rateDecider } from './rate.js';
import { discardStatement, readStatement, receiveStatement } from './readStatementFile.js';
import { shareDecider } from './share.js';
import {
  type OwnStatementCommand,
  type Statement,
  type StatementFacts,
  statementDecider,
} from './statement.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock'>;
/** Whatever book is asked for: those who may ask for commission read all of them. */
const ofAllBooks = <Service extends object>(service: Service): Service & WithinBooks<Service> =>
  Object.assign(service, { within: () => service });

export type CommissionRates = RecordService<typeof rateRecord> &
  WithinBooks<RecordService<typeof rateRecord>>;

export const createCommissionRates = (platform: Parts, tables: SliceTables): CommissionRates =>
  createRecords<typeof rateRecord, CommissionRate, RateEvent, never>(platform, tables, {
    declared: rateRecord,
    decider: rateDecider,
    table: ratesTable,
    sorts: RATE_SORTS,
    columns: rateColumns,
    warningsOf: rateWarnings,
  });

export type CommissionShares = RecordService<typeof shareRecord> &
  WithinBooks<RecordService<typeof shareRecord>>;

export function createCommissionShares(platform: Parts, tables: SliceTables): CommissionShares {
  const usernames = usernamesOf(platform);
  return createRecords<typeof shareRecord, never, ShareEvent, never>(platform, tables, {
    declared: shareRecord,
    decider: shareDecider as never,
    table: sharesTable,
    sorts: SHARE_SORTS,
    columns: shareColumns,
    async carryOut(command, _asked, decide) {
      const given =
        command.type === 'create' ? command.input : command.type === 'update' ? command.patch : {};
      const { userId } = given;
      if (userId !== undefined && !(await usernames([userId])).has(userId)) {
        const message = 'There is no such user.';
        throw invalid([{ field: 'userId', code: 'user-unknown', message }]);
      }
      return decide({});
    },
  });
}

export interface ReportRequest {
  /** First days of months, both inclusive. */
  readonly from: Day;
  readonly to: Day;
  readonly insuranceCompany?: string | null;
}

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
/** Months that a report covers at most. */
const MOST_MONTHS = 24;
/** Policies without a line that are shown. */
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

  const statementsOf = (insurerKey: string | null) => {
    const query = tables.from(statementsTable.name).select('*').orderBy('month');
    return insurerKey === null ? query : query.where('insurer_key', insurerKey);
  };

  const monthsOf = async (statement: Pick<Statement, 'insuranceCompany'>) => {
    const rows: StatementRow[] = await statementsOf(searchKey(statement.insuranceCompany));
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
    const earned = earnedByTerm(await expectation.earnings(terms), [since, to]);
    const due = new Map<number, Paise>();
    for (const id of [...known, ...gone]) {
      const amount = (earned.get(id) ?? 0) - (fixed.get(id) ?? 0);
      if (amount !== 0) due.set(id, amount);
    }
    return { due, earned, terms, since, to, lastClosed };
  }

  /** Every line beside what was still expected for its policy. */
  async function compare(statement: Statement) {
    const { due, earned, terms } = await dueIn(statement);
    const { lines, id } = statement;
    const ids = [...new Set(lines.flatMap(({ termId }) => termId ?? []))];
    const before = await expectation.received(ids, id);
    const outstanding = (termId: number): Paise =>
      (earned.get(termId) ?? 0) - (before.get(termId) ?? 0);
    const wasPaid = (termId: number) => (before.get(termId) ?? 0) !== 0;
    return { matches: matchesOf(lines, { outstanding, wasPaid }), outstanding, due, terms };
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
    const { matches, outstanding, due, terms } = await compare(statement);
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
      unpaid: isOpen ? unpaidOf(terms, due, paid) : [],
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

  async function report({ from, to, insuranceCompany = null }: ReportRequest) {
    const [first, last] = [firstOfMonth(from), firstOfMonth(to)];
    if (first > last || addMonths(first, MOST_MONTHS) <= last) {
      const message = `Choose ${MOST_MONTHS} months at most.`;
      throw invalid([{ field: 'to', code: 'too-many-months', message }]);
    }
    const insurerKey = insuranceCompany === null ? null : searchKey(insuranceCompany);
    const all: StatementRow[] = await statementsOf(insurerKey);
    const rows = new Map<string, CommissionRow>();
    const policies = await policiesFixed(all);
    for (const row of all) {
      if (row.month < first || row.month > last) continue;
      rows.set(`${row.insurer_key} ${row.month}`, rowOf(row, policies.get(row.id) ?? 0));
    }
    const open = await openMonths({ insurerKey, all, first, last });
    for (const { key, month, name, expected, count } of open) {
      const at = `${key} ${month}`;
      const known = rows.get(at);
      const row = known ?? { ...EMPTY_ROW, insuranceCompany: name, month };
      const received = toPaise(row.received);
      rows.set(at, {
        ...{ ...row, expected: decimalOf(expected), policies: count },
        difference: decimalOf(received - expected),
      });
    }
    return [...rows.values()].sort(
      (a, b) =>
        b.month.localeCompare(a.month) || a.insuranceCompany.localeCompare(b.insuranceCompany),
    );
  }

  /** Terms of which something was fixed, by their statement. */
  async function policiesFixed(statements: readonly StatementRow[]): Promise<Map<number, number>> {
    const ids = statements.filter(({ status }) => status === 'closed').map(({ id }) => id);
    const rows: { statement_id: number; count: number }[] = await tables
      .from(fixedTable.name)
      .whereIn('statement_id', ids)
      .select('statement_id', tables.knex.raw('count(*)::integer AS count'))
      .groupBy('statement_id');
    return new Map(rows.map(({ statement_id, count }) => [statement_id, count]));
  }

  /**
   * What falls due in months that are not closed. What was closed and is worked out otherwise by now
   * is due in the first month after it.
   */
  async function openMonths({ insurerKey, all, first, last }: OpenMonths): Promise<OpenMonth[]> {
    const insurers = new Map<string, { since: Day; lastClosed: Day; name: string }>();
    for (const { insurer_key: key, insurance_company: name, month, status } of all) {
      if (status !== 'closed') continue;
      const since = insurers.get(key)?.since ?? month;
      insurers.set(key, { since, lastClosed: month, name });
    }
    const begun = [...insurers.values()].map(({ since }) => since);
    const from = begun.reduce((earliest, one) => (one < earliest ? one : earliest), first);
    const terms = await expectation.terms({ insurerKey, from, to: endOfMonth(last) });
    const names = await insurerNames([...new Set(terms.map((term) => term.insurerKey))]);
    const sums = new Map<string, Map<number, Paise>>();
    const add = (key: string, month: Day, termId: number, amount: Paise) => {
      const at = `${month} ${key}`;
      const ofMonth = sums.get(at) ?? new Map<number, Paise>();
      ofMonth.set(termId, (ofMonth.get(termId) ?? 0) + amount);
      sums.set(at, ofMonth);
    };
    for (const { term, on, amount } of await expectation.earnings(terms)) {
      const month = firstOfMonth(on);
      const closed = insurers.get(term.insurerKey);
      if (!closed || month > closed.lastClosed || month < closed.since) {
        add(term.insurerKey, month, term.id, amount);
      } else add(term.insurerKey, addMonths(closed.lastClosed, 1), term.id, amount);
    }
    for (const [key, { lastClosed }] of insurers) {
      const next = addMonths(lastClosed, 1);
      for (const [termId, amount] of await expectation.fixed(key)) add(key, next, termId, -amount);
    }
    return [...sums].flatMap(([at, byTerm]) => {
      const [month, key] = [at.slice(0, 10), at.slice(11)];
      const amounts = [...byTerm.values()].filter((amount) => amount !== 0);
      if (month < first || month > last || amounts.length === 0) return [];
      const name = names.get(key) ?? insurers.get(key)?.name ?? key;
      return [{ key, month, name, expected: sumOf(amounts), count: amounts.length }];
    });
  }

  async function insurerNames(keys: readonly string[]): Promise<Map<string, string>> {
    const rows: { insurer_key: string; name: string }[] = await tables
      .from(policiesTable.name)
      .whereIn('insurer_key', keys)
      .select('insurer_key', tables.knex.raw('min(insurance_company) AS name'))
      .groupBy('insurer_key');
    return new Map(rows.map(({ insurer_key, name }) => [insurer_key, name]));
  }

  async function sharesOf(userId: number, month: Day): Promise<ShareLine[]> {
    const rows: {
      statement_id: number;
      insurance_company: string;
      month: Day;
      line: number;
      term_id: number;
      commission: Paise;
      share_amount: Paise;
    }[] = await tables.knex
      .select('s.insurance_company', 's.month', 'l.*')
      .from(tables.knex.raw(tables.relation(linesTable.name)).wrap('', ' AS l'))
      .joinRaw(`JOIN ${tables.relation(statementsTable.name)} AS s ON s.id = l.statement_id`)
      .where('l.share_user_id', userId)
      .where('s.month', firstOfMonth(month))
      .orderBy(['s.insurer_key', 'l.line']);
    const terms = await expectation.terms({ ids: rows.map(({ term_id }) => term_id) });
    const numbers = new Map(terms.map(({ id, policyNumber }) => [id, policyNumber]));
    return rows.map((row) => ({
      ...{ statementId: row.statement_id, insuranceCompany: row.insurance_company },
      ...{ month: row.month, line: row.line, policyNumber: numbers.get(row.term_id) ?? null },
      ...{ commission: decimalOf(row.commission), share: decimalOf(row.share_amount) },
    }));
  }

  async function sharesPdf(userId: number, month: Day) {
    const username = (await usernames([userId])).get(userId);
    if (username === undefined) throw notFound('user', userId);
    const lines = await sharesOf(userId, month);
    const sum = (of: 'commission' | 'share') => sumOf(lines.map((line) => toPaise(line[of])));
    const pdf = await printer.table({
      ...(await agency.stationery()),
      ...{ title: 'Commission statement', day: today() },
      lines: [`Of ${username} for ${formatMonth(monthOf(month))}`],
      headings: ['Policy', 'Insurer', 'Commission', 'Share'],
      rows: lines.map(({ policyNumber, insuranceCompany, commission, share }) => [
        ...[policyNumber ?? '–', insuranceCompany],
        ...[formatMoney(toPaise(commission)), formatMoney(toPaise(share))],
      ]),
      total: ['Total', '', formatMoney(sum('commission')), formatMoney(sum('share'))],
    });
    const fileName = `commission-${username}-${monthOf(month)}.pdf`;
    return { fileName, content: Readable.from([pdf]) };
  }

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
  return ofAllBooks({ ...records, ...own });
}

interface StatementRow {
  readonly id: number;
  readonly insurance_company: string;
  readonly insurer_key: string;
  readonly month: Day;
  readonly status: 'open' | 'closed';
  readonly paid: Paise;
  readonly tds: Paise;
  readonly gst: Paise;
  readonly expected: Paise;
  readonly received: Paise;
  readonly disputed: Paise;
}

interface OpenMonths {
  readonly insurerKey: string | null;
  readonly all: readonly StatementRow[];
  readonly first: Day;
  readonly last: Day;
}

interface OpenMonth {
  readonly key: string;
  readonly month: Day;
  readonly name: string;
  readonly expected: Paise;
  readonly count: number;
}

const EMPTY_ROW = {
  ...{ status: 'missing' as const, statementId: null, policies: 0, expected: '0.00' },
  ...{ received: '0.00', disputed: '0.00', difference: '0.00', tds: '0.00', gst: '0.00' },
};

const toPaise = (decimal: string): Paise => Number(decimal.replace('.', ''));

const rowOf = (row: StatementRow, policies: number): CommissionRow => ({
  ...{ insuranceCompany: row.insurance_company, month: row.month, status: row.status },
  ...{ statementId: row.id, policies, expected: decimalOf(row.expected) },
  ...{ received: decimalOf(row.received), disputed: decimalOf(row.disputed) },
  difference: decimalOf(row.received - row.expected),
  ...{ tds: decimalOf(row.tds), gst: decimalOf(row.gst) },
});

const sumOf = (amounts: Iterable<Paise>): Paise => {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
};

/**
 * How each line stands. All lines of a policy count together, as some insurers pay own damage and
 * third party apart; once some of them come to what is expected, what follows is paid twice.
 */
export function matchesOf(
  lines: readonly Pick<Statement['lines'][number], 'line' | 'termId' | 'commission'>[],
  of: { outstanding(termId: number): Paise; wasPaid(termId: number): boolean },
  tolerance: Paise = USUAL_TOLERANCE,
): Map<number, LineMatch> {
  const matches = new Map<number, LineMatch>();
  const byTerm = groupedBy(lines, ({ termId }) => termId);
  for (const [termId, ofTerm] of byTerm) {
    if (termId === null) {
      for (const { line } of ofTerm) matches.set(line, 'unknown');
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

const unpaidOf = (
  terms: readonly TermOfInsurer[],
  due: ReadonlyMap<number, Paise>,
  paid: ReadonlyMap<number, Paise>,
): UnpaidTerm[] =>
  terms
    .filter(({ id }) => due.has(id) && !paid.has(id))
    .slice(0, MOST_UNPAID)
    .map(({ id, kind, policyNumber }) => ({
      ...{ termId: id, kind, policyNumber, expected: decimalOf(due.get(id) ?? 0) },
    }));
