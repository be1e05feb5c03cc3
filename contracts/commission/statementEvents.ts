import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { LINE_DECISIONS } from './commissionKinds.js';

const StatementId = z.int().positive();
const TermId = z.int().positive();
const UserId = z.int().positive();
/** Whole paise; negative where the insurer takes back. */
const Amount = z.int();
/** As the spreadsheet numbers its rows. */
const Line = z.int().positive();
/** The first day of a month. */
const Month = z.string();

export const statementStream = (statementId: number): string =>
  `commissionStatement-${statementId}`;
const subject = ({ statementId }: { statementId: number }): string => statementStream(statementId);

/** What an insurer says to have paid for one policy. */
export const StatementLine = z.object({
  line: Line,
  /** The term of that policy number; null: there was none. */
  termId: TermId.nullable(),
  premium: Amount.nullable(),
  commission: Amount,
  /** Income tax that was deducted. */
  tds: Amount,
  /** Goods and services tax that is paid in addition. */
  gst: Amount,
});
export type StatementLine = z.infer<typeof StatementLine>;

export const CommissionStatementAdded = defineEvent('CommissionStatementAdded', 1, {
  schema: z.object({ statementId: StatementId, insuranceCompany: z.string(), month: Month }),
});

export const CommissionStatementChanged = defineEvent('CommissionStatementChanged', 1, {
  schema: z.object({ statementId: StatementId, insuranceCompany: z.string(), month: Month }),
});

/**
 * The lines of a file. A policy number is a person's, so it is here only while no policy has it, and
 * sealed.
 */
export const CommissionLinesAdded = defineEvent('CommissionLinesAdded', 1, {
  schema: z.object({ statementId: StatementId, lines: z.array(StatementLine) }),
  personal: {
    schema: z.object({ numbers: z.array(z.object({ line: Line, policyNumber: z.string() })) }),
    subject,
  },
});

/** All lines are taken out again, to read another file. */
export const CommissionLinesRemoved = defineEvent('CommissionLinesRemoved', 1, {
  schema: z.object({ statementId: StatementId, lastLine: Line }),
});

/** The policy of a line was found later, or chosen. */
export const CommissionLineMatched = defineEvent('CommissionLineMatched', 1, {
  schema: z.object({ statementId: StatementId, line: Line, termId: TermId }),
});

export const CommissionLineDecided = defineEvent('CommissionLineDecided', 1, {
  schema: z.object({
    statementId: StatementId,
    line: Line,
    /** Null: it is open again. */
    decision: z.enum(LINE_DECISIONS).nullable(),
  }),
  personal: { schema: z.object({ note: z.string().nullable() }), subject },
});

/** The month is over: what was expected and what was received are fixed. */
export const CommissionStatementClosed = defineEvent('CommissionStatementClosed', 1, {
  schema: z.object({
    statementId: StatementId,
    insuranceCompany: z.string(),
    month: Month,
    /** Of each term what became due since what was fixed before: also by corrections of the past. */
    expected: z.array(z.object({ termId: TermId, amount: Amount })),
    /** All others are disputed. */
    accepted: z.array(Line),
    /** Of accepted lines, what of them is a sub-agent's. */
    shares: z.array(z.object({ line: Line, userId: UserId, amount: Amount })),
    totals: z.object({ expected: Amount, received: Amount, disputed: Amount }),
  }),
});

export const CommissionStatementDeleted = defineEvent('CommissionStatementDeleted', 1, {
  schema: z.object({ statementId: StatementId }),
  deletes: { kind: 'commissionStatement', id: ({ statementId }) => statementId },
});

export const statementEventDefinitions = [
  CommissionStatementAdded,
  CommissionStatementChanged,
  CommissionLinesAdded,
  CommissionLinesRemoved,
  CommissionLineMatched,
  CommissionLineDecided,
  CommissionStatementClosed,
  CommissionStatementDeleted,
] as const;
export type StatementEvent = EventIn<typeof statementEventDefinitions>;
