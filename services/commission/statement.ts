import type { LineDecision, LineMatch } from '@insuremanager/contracts/commission/commissionKinds';
import { MOST_STATEMENT_LINES } from '@insuremanager/contracts/commission/commissionKinds';
import { share } from '@insuremanager/contracts/commission/commissionRules';
import {
  CommissionLineDecided,
  CommissionLineMatched,
  CommissionLinesAdded,
  CommissionLinesRemoved,
  CommissionStatementAdded,
  CommissionStatementChanged,
  CommissionStatementClosed,
  CommissionStatementDeleted,
  type StatementEvent,
  type StatementLine,
} from '@insuremanager/contracts/commission/statementEvents';
import type {
  LineDecisionInput,
  statementRecord,
} from '@insuremanager/contracts/commission/statementViews';
import { monthOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Paise } from '@insuremanager/contracts/rules/money';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound, staleVersion } from '../platform/errors.js';
import type { RecordCommand, RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';

/** A line as it stands in the statement. */
export interface Line extends StatementLine {
  /** As the file had it; null: the policy is known, or the number was forgotten. */
  readonly policyNumber: string | null;
  readonly decision: LineDecision | null;
  readonly note: string | null;
}

/** What an insurer says to have paid for a month. Its names are those of the fields. */
export interface Statement {
  readonly id: number;
  readonly insuranceCompany: string;
  /** The first day of the month. */
  readonly month: Day;
  readonly status: 'open' | 'closed';
  readonly lines: readonly Line[];
  readonly lineCount: number;
  readonly paid: Paise;
  readonly tds: Paise;
  readonly gst: Paise;
  /** Fixed when it was closed. */
  readonly expected: Paise;
  readonly received: Paise;
  readonly disputed: Paise;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Of the last event: what a closing was worked out from. */
  readonly revision: number;
}
export type StatementState = RecordState<Statement>;

/** A line as a file has it. */
export interface FileLine extends Omit<StatementLine, 'line' | 'termId'> {
  readonly policyNumber: string;
}

export type OwnStatementCommand =
  | { readonly type: 'addLines'; readonly id: number; readonly lines: readonly FileLine[] }
  | { readonly type: 'removeLines'; readonly id: number }
  | {
      readonly type: 'matchLine';
      readonly id: number;
      readonly line: number;
      readonly policyNumber: string;
    }
  | ({
      readonly type: 'decideLine';
      readonly id: number;
      readonly line: number;
    } & LineDecisionInput)
  | { readonly type: 'close'; readonly id: number };

/** What is expected of a term, and whose it is. */
export interface ExpectedOfTerm {
  readonly termId: number;
  readonly amount: Paise;
}

/** What a decision needs beside the statement. */
export interface StatementFacts {
  readonly today: Day;
  /** The last month of the insurer that is closed, by its first day; null: none is. */
  readonly lastClosed?: Day | null;
  /** An earlier month of the insurer whose statement is open. */
  readonly earlierOpen?: Day | null;
  /** The term of each policy number, by its key. */
  readonly terms?: ReadonlyMap<string, number>;
  readonly closing?: {
    /** The statement from which it was worked out. */
    readonly revision: number;
    readonly expected: readonly ExpectedOfTerm[];
    readonly matches: ReadonlyMap<number, LineMatch>;
    /** The sub-agent of a term and their share, in hundredths of a percent. */
    readonly subAgents: ReadonlyMap<number, { readonly userId: number; readonly percent: number }>;
  };
}

export type StatementCommand = (RecordCommand<typeof statementRecord> | OwnStatementCommand) &
  StatementFacts;
type CommandOf<Type extends StatementCommand['type']> = Extract<StatementCommand, { type: Type }>;

const NOTHING = {
  ...{ status: 'open' as const, lines: [], lineCount: 0, paid: 0, tds: 0, gst: 0 },
  ...{ expected: 0, received: 0, disputed: 0, closedAt: null },
} as const;

const total = (lines: readonly Line[], of: 'commission' | 'tds' | 'gst'): Paise =>
  lines.reduce((sum, line) => sum + line[of], 0);

const withLines = (lines: readonly Line[]): Partial<Statement> => ({
  ...{ lines, lineCount: lines.length, paid: total(lines, 'commission') },
  ...{ tds: total(lines, 'tds'), gst: total(lines, 'gst') },
});

const evolve = (state: StatementState, event: RecordedEvent<StatementEvent>): StatementState => {
  const { at, type, data } = event;
  const touched = { updatedAt: at, revision: Number(event.revision) };
  if (type === 'CommissionStatementAdded') {
    const { statementId: id, insuranceCompany, month } = data;
    const record: Statement = {
      ...NOTHING,
      id,
      insuranceCompany,
      month,
      createdAt: at,
      ...touched,
    };
    return { phase: 'existing', record };
  }
  if (state.phase === 'unknown') return state;
  const { record } = state;
  const changed = (change: Partial<Statement>): StatementState => ({
    ...state,
    record: { ...record, ...change, ...touched },
  });
  const withLine = (number: number, change: Partial<Line>): StatementState =>
    changed({
      lines: record.lines.map((line) => (line.line === number ? { ...line, ...change } : line)),
    });
  switch (type) {
    case 'CommissionStatementChanged': {
      const { insuranceCompany, month } = data;
      return changed({ insuranceCompany, month });
    }
    case 'CommissionLinesAdded': {
      const numbers = new Map(
        data.personal?.numbers.map(({ line, policyNumber }) => [line, policyNumber]),
      );
      const lines = data.lines.map((line) => ({
        ...{ ...line, policyNumber: numbers.get(line.line) ?? null },
        ...{ decision: null, note: null },
      }));
      return changed(withLines([...record.lines, ...lines]));
    }
    case 'CommissionLinesRemoved':
      return changed(withLines([]));
    case 'CommissionLineMatched':
      return withLine(data.line, { termId: data.termId, policyNumber: null });
    case 'CommissionLineDecided':
      return withLine(data.line, {
        decision: data.decision,
        note: data.personal?.note ?? null,
      });
    case 'CommissionStatementClosed': {
      const accepted = new Set(data.accepted);
      const lines = record.lines.map((line) => ({
        ...line,
        decision: accepted.has(line.line) ? ('accepted' as const) : ('disputed' as const),
      }));
      return changed({ lines, ...data.totals, status: 'closed', closedAt: at });
    }
    case 'CommissionStatementDeleted':
      return { phase: 'deleted', record: { ...record, ...touched } };
    default:
      return unreachable(event as never);
  }
};

const decide = (command: StatementCommand, state: StatementState): StatementEvent[] => {
  if (command.type === 'create') return add(command, state);
  if (state.phase !== 'existing') throw notFound('commissionStatement', command.id);
  const { record } = state;
  if (record.status === 'closed') {
    throw conflict(
      'month-closed',
      'This month is closed. What came later belongs to the statement of the next one.',
    );
  }
  switch (command.type) {
    case 'update':
      return change(command, record);
    case 'addLines':
      return addLines(command, record);
    case 'removeLines':
      return removeLines(record);
    case 'matchLine':
      return matchLine(command, record);
    case 'decideLine':
      return decideLine(command, record);
    case 'close':
      return close(command, record);
    case 'delete':
      return [...removeLines(record), CommissionStatementDeleted({ statementId: record.id })];
    default:
      return unreachable(command);
  }
};

export const statementDecider: Decider<StatementState, StatementCommand, StatementEvent> = {
  initial: { phase: 'unknown' },
  evolve,
  decide,
  /** One statement of an insurer for a month: what comes in several files is added to it. */
  uniqueValues: (state) =>
    state.phase === 'existing'
      ? [
          {
            kind: 'month',
            value: `${searchKey(state.record.insuranceCompany)} ${state.record.month}`,
            message: 'There is a statement of this insurer for that month. Add the file to it.',
          },
        ]
      : [],
  isSubject: true,
};

const firstDayOf = (day: Day): Day => `${monthOf(day)}-01`;

const requireOpenMonth = (month: Day, { lastClosed = null, today }: StatementFacts): void => {
  const wrong = (code: string, message: string) => invalid([{ field: 'month', code, message }]);
  if (lastClosed !== null && month <= lastClosed) {
    throw wrong('month-closed', 'This month, or a later one of the insurer, is closed.');
  }
  if (month > today) throw wrong('month-future', 'This month is still to come.');
};

const add = (command: CommandOf<'create'>, state: StatementState): StatementEvent[] => {
  if (state.phase !== 'unknown') throw conflict('statement-exists', 'It has been added already.');
  const { id: statementId, input } = command;
  const month = firstDayOf(input.month);
  requireOpenMonth(month, command);
  const { insuranceCompany } = input;
  return [CommissionStatementAdded({ statementId, insuranceCompany, month })];
};

const change = (command: CommandOf<'update'>, record: Statement): StatementEvent[] => {
  const { insuranceCompany = record.insuranceCompany, month: day = record.month } = command.patch;
  const month = firstDayOf(day);
  if (insuranceCompany === record.insuranceCompany && month === record.month) return [];
  if (record.lines.length > 0) {
    // Its lines were matched with policies of that insurer.
    throw conflict('statement-has-lines', 'Remove its lines first, or add another statement.');
  }
  requireOpenMonth(month, command);
  return [CommissionStatementChanged({ statementId: record.id, insuranceCompany, month })];
};

const addLines = (command: CommandOf<'addLines'>, record: Statement): StatementEvent[] => {
  const { terms = new Map<string, number>() } = command;
  const count = record.lines.length + command.lines.length;
  if (count > MOST_STATEMENT_LINES) {
    const most = MOST_STATEMENT_LINES.toLocaleString('en-IN');
    const message = `A statement has ${most} lines at most. Split the file by months.`;
    throw invalid([{ field: 'file', code: 'too-many-lines', message }]);
  }
  if (command.lines.length === 0) return [];
  const before = record.lines.at(-1)?.line ?? 0;
  const lines = command.lines.map(({ policyNumber, ...line }, at) => ({
    ...{ line: before + at + 1, policyNumber },
    ...{ termId: terms.get(policyNumberKey(policyNumber)) ?? null, ...line },
  }));
  return [
    CommissionLinesAdded({
      statementId: record.id,
      lines: lines.map(({ policyNumber: _, ...line }) => line),
      personal: {
        numbers: lines.flatMap(({ line, termId, policyNumber }) =>
          termId === null ? [{ line, policyNumber }] : [],
        ),
      },
    }),
  ];
};

const removeLines = ({ id: statementId, lines }: Statement): StatementEvent[] => {
  const last = lines.at(-1);
  return last ? [CommissionLinesRemoved({ statementId, lastLine: last.line })] : [];
};

const requireLine = (record: Statement, number: number): Line => {
  const line = record.lines.find((one) => one.line === number);
  if (!line) throw notFound('line', number);
  return line;
};

const matchLine = (command: CommandOf<'matchLine'>, record: Statement): StatementEvent[] => {
  const { line, termId: before } = requireLine(record, command.line);
  const termId = command.terms?.get(policyNumberKey(command.policyNumber));
  if (termId === undefined) {
    const message = `No policy of ${record.insuranceCompany} has this number.`;
    throw invalid([{ field: 'policyNumber', code: 'policy-unknown', message }]);
  }
  if (termId === before) return [];
  return [CommissionLineMatched({ statementId: record.id, line, termId })];
};

const decideLine = (command: CommandOf<'decideLine'>, record: Statement): StatementEvent[] => {
  const { line, decision: before, note: noteBefore } = requireLine(record, command.line);
  const { decision = null, note = null } = command;
  if (decision === 'disputed' && note === null) {
    const message = 'Say what is wrong, so that the insurer can be asked.';
    throw invalid([{ field: 'note', code: 'required', message }]);
  }
  if (decision === before && note === noteBefore) return [];
  return [CommissionLineDecided({ statementId: record.id, line, decision, personal: { note } })];
};

const close = (
  { closing, earlierOpen, today }: CommandOf<'close'>,
  record: Statement,
): StatementEvent[] => {
  const { id: statementId, insuranceCompany, month, lines, paid } = record;
  if (!closing) throw new Error('A closing was not worked out');
  if (closing.revision !== record.revision) throw staleVersion(record.revision);
  if (month > today) throw conflict('month-future', 'This month is still to come.');
  if (earlierOpen) {
    throw conflict(
      'earlier-month-open',
      'An earlier statement of this insurer is open. Close that first.',
    );
  }
  const open = lines.filter(
    ({ line, decision }) => decision === null && closing.matches.get(line) !== 'matched',
  );
  if (open.length > 0) {
    const message = `${open.length === 1 ? 'A line differs' : `${open.length} lines differ`} and nothing is decided. Accept or dispute each first.`;
    throw conflict('lines-undecided', message);
  }
  const accepted = lines.filter(({ decision }) => decision !== 'disputed');
  const received = total(accepted, 'commission');
  const expected = closing.expected.filter(({ amount }) => amount !== 0);
  return [
    CommissionStatementClosed({
      ...{ statementId, insuranceCompany, month },
      expected: [...expected],
      accepted: accepted.map(({ line }) => line),
      shares: accepted.flatMap(({ line, termId, commission }) => {
        const subAgent = termId === null ? undefined : closing.subAgents.get(termId);
        if (!subAgent) return [];
        const { userId, percent } = subAgent;
        return [{ line, userId, amount: share(commission, percent, 100_00) }];
      }),
      totals: {
        expected: expected.reduce((sum, { amount }) => sum + amount, 0),
        ...{ received, disputed: paid - received },
      },
    }),
  ];
};
