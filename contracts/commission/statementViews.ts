import { z } from 'zod';
import { optionalChoice } from '../fields/choiceFields.js';
import { dayText, instantText, requiredDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { describeList } from '../fields/list.js';
import { declareRecord, recordStamps, systemField } from '../fields/record.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { RECORDS } from '../records/records.js';
import { LINE_DECISIONS, LINE_MATCHES, STATEMENT_STATUSES } from './commissionKinds.js';

export const statementFields = {
  insuranceCompany: requiredText({ label: 'Insurance company', limit: 200 }),
  month: requiredDay({ label: 'Month', description: 'Its first day; any day of it is understood' }),
} as const;

const amount = (label: string, description = label) =>
  systemField('bigint', z.string().describe(description), label);

const statementSystemFields = {
  status: systemField('text', z.enum(STATEMENT_STATUSES), 'Status'),
  lineCount: systemField('integer', z.int().describe('Lines of its files'), 'Lines'),
  paid: amount('Paid', 'Commission by all lines; rupees with two digits'),
  tds: amount('TDS', 'Income tax that was deducted'),
  gst: amount('GST', 'Goods and services tax that was paid in addition'),
  received: amount('Received', 'Commission by accepted lines; 0 until it is closed'),
  disputed: amount('In dispute', 'Commission by disputed lines'),
  expected: amount('Expected', 'Commission that fell due; 0 until it is closed'),
  closedAt: systemField('timestamptz', instantText().nullable(), 'Closed'),
  ...recordStamps,
};

const statementList = describeList({
  criteria: {
    search: { kind: 'search', description: 'Part of the insurance company' },
    insuranceCompany: { kind: 'text', label: 'Insurance company' },
    statuses: {
      kind: 'anyOf',
      parameter: 'status',
      options: STATEMENT_STATUSES,
      label: 'Status',
    },
    monthFrom: { kind: 'dayFrom', of: 'month', label: 'Month from' },
    monthTo: { kind: 'dayTo', of: 'month', label: 'Month until' },
  },
  sorts: ['month', 'insurer'],
  usualSort: 'month',
  descending: ['month'],
});

export const statementRecord = declareRecord(RECORDS.commissionStatement, {
  fields: statementFields,
  system: statementSystemFields,
  list: statementList,
});
export type StatementView = z.output<typeof statementRecord.view>;

const money = () => z.string().describe('Rupees with two digits');

/** A line of a statement beside what is expected for its policy. */
export const StatementLineView = z.object({
  line: z.int(),
  /** As the file has it; of a policy that is known, as that says it now. */
  policyNumber: z.string().nullable(),
  kind: z.enum(POLICY_KINDS).nullable(),
  termId: z.int().nullable(),
  premium: money().nullable(),
  commission: money(),
  tds: money(),
  gst: money(),
  expected: money().describe('What was still expected for the policy until the end of the month'),
  difference: money().describe('Of all lines of the policy; positive: more than expected'),
  match: z.enum(LINE_MATCHES),
  decision: z.enum(LINE_DECISIONS).nullable(),
  note: z.string().nullable(),
});
export type StatementLineView = z.output<typeof StatementLineView>;

/** A policy of which commission is expected and that has no line. */
export const UnpaidTerm = z.object({
  termId: z.int(),
  kind: z.enum(POLICY_KINDS),
  policyNumber: z.string(),
  expected: money(),
});
export type UnpaidTerm = z.output<typeof UnpaidTerm>;

/** How a statement stands: its lines, what is missing in it, and what it comes to. */
export const StatementCheckView = z.object({
  expected: money(),
  matched: z.int(),
  undecided: z.int().describe('Lines that differ and of which nothing is decided'),
  lines: z.array(StatementLineView),
  unpaid: z.array(UnpaidTerm).describe('200 at most'),
  unsplit: z
    .array(UnpaidTerm)
    .describe(
      'Motor policies of which own damage and third party are not known, so that `expected` leaves them out; 200 at most',
    ),
});
export type StatementCheck = z.output<typeof StatementCheckView>;

/** What is decided of a line. */
export const lineDecisionFields = {
  decision: optionalChoice({
    label: 'Decision',
    options: LINE_DECISIONS,
    none: 'Open',
    description: 'Absent: it is open again',
  }),
  note: optionalText({ label: 'Note', limit: 500, description: 'Why; needed for a dispute' }),
} as const;
export const LineDecisionInput = inputOf(lineDecisionFields);
export type LineDecisionInput = z.output<typeof LineDecisionInput>;

/** What an insurer owes for a month, and what came. Closed months never change. */
export const CommissionRow = z.object({
  insuranceCompany: z.string(),
  month: dayText().describe('The first day of the month'),
  status: z.enum([...STATEMENT_STATUSES, 'missing']).describe('missing: there is no statement'),
  statementId: z.int().nullable(),
  policies: z.int().describe('Terms of which something is expected'),
  unsplit: z
    .int()
    .describe('Motor policies of which own damage and third party are not known; 0 once closed'),
  expected: money(),
  received: money(),
  disputed: money(),
  difference: money().describe('Received less expected'),
  tds: money(),
  gst: money(),
});
export type CommissionRow = z.output<typeof CommissionRow>;

/** What a sub-agent gets of an accepted line. */
export const ShareLine = z.object({
  statementId: z.int(),
  insuranceCompany: z.string(),
  month: dayText(),
  line: z.int(),
  policyNumber: z.string().nullable(),
  commission: money(),
  share: money(),
});
export type ShareLine = z.output<typeof ShareLine>;
