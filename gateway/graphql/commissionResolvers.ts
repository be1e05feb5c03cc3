import {
  CommissionRow,
  LineDecisionInput,
  lineDecisionFields,
  ShareLine,
  StatementLineView,
  statementRecord,
  UnpaidTerm,
} from '@insuremanager/contracts/commission/statementViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, DayType, enumsOf, inputType, objectType } from './describedTypes.js';
import { LOOKUP_COST } from './queryCosts.js';
import { recordChange } from './recordResolvers.js';
import { query, rootFields, VERSION_SEEN } from './rootFields.js';

enumsOf('CommissionStatement', statementRecord.view);
enumsOf('CommissionLine', StatementLineView);
enumsOf('CommissionRow', CommissionRow);
const Statement = objectType('CommissionStatement', statementRecord.view);
const Line = objectType('CommissionLine', StatementLineView);
const Unpaid = objectType('UnpaidCommission', UnpaidTerm);
const Row = objectType('CommissionRow', CommissionRow);
const Share = objectType('CommissionShareLine', ShareLine);
const Check = answerObject('CommissionCheck', {
  expected: { type: String, description: 'Rupees with two digits; fixed once it is closed' },
  matched: Int,
  undecided: { type: Int, description: 'Lines that differ and of which nothing is decided' },
  lines: [Line],
  unpaid: { type: [Unpaid], description: 'Policies without a line; 200 at most' },
  unsplit: {
    type: [Unpaid],
    description:
      'Motor policies of which own damage and third party are not known, so that `expected` leaves them out; 200 at most',
  },
});
const Decision = inputType('CommissionLineDecisionInput', lineDecisionFields);
const saved = recordChange(statementRecord, Statement);
const SEEN = { id: Int, expectedVersion: VERSION_SEEN } as const;
/** Thousands of lines or terms are gone through. */
const complexity = 10 * LOOKUP_COST;

export const commissionResolvers = rootFields({
  commissionCheck: query(
    Check,
    { complexity, args: { id: Int }, description: 'How the lines of a statement stand.' },
    ({ id }, { commissionStatements }) => commissionStatements.check(id) as never,
  ),

  commissionReport: query(
    [Row],
    {
      description: 'Received against expected, by insurer and month, newest first.',
      complexity,
      args: {
        from: DayType,
        to: DayType,
        insuranceCompany: { type: String, nullable: true },
      },
    },
    (asked, { commissionStatements }) => commissionStatements.report(asked),
  ),

  commissionSharesOf: query(
    [Share],
    {
      description: 'What a sub-agent gets for a month, of statements that are closed.',
      complexity,
      args: { userId: Int, month: DayType },
    },
    ({ userId, month }, { commissionStatements }) => commissionStatements.sharesOf(userId, month),
  ),

  removeCommissionLines: saved(
    { description: 'To read another file.', args: SEEN },
    ({ id }, { commissionStatements }, command) => commissionStatements.removeLines(id, command),
  ),

  matchCommissionLine: saved(
    { args: { ...SEEN, line: Int, policyNumber: String } },
    ({ id, line, policyNumber }, { commissionStatements }, command) =>
      commissionStatements.matchLine(id, line, policyNumber, command),
  ),

  decideCommissionLine: saved(
    { args: { ...SEEN, line: Int, input: Decision } },
    ({ id, line, input }, { commissionStatements }, command) =>
      commissionStatements.decideLine(
        id,
        line,
        validated(LineDecisionInput, omitUndefined(input)),
        command,
      ),
  ),

  closeCommissionStatement: saved(
    { description: 'Fixes what was expected and received, for good.', args: SEEN },
    ({ id }, { commissionStatements }, command) => commissionStatements.close(id, command),
  ),
});
