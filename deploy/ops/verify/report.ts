import {
  CHECKS,
  type Check,
  type Findings,
} from '@insuremanager/services/platform/verification/findings';
import { count } from '../figures.js';

const COUNTED: Readonly<Record<Check, string>> = {
  log: 'events of the log',
  rows: 'rows of read models',
  totals: 'summary tables',
  files: 'stored files',
  users: 'users',
};

/** What was checked, how often it was not as it should be, and the first of each problem. */
export function verificationLines(findings: Findings): string[] {
  const { checked, erased } = findings;
  const listed = findings.first();
  const total = findings.total();
  return [
    'Checked',
    ...CHECKS.map((check) => {
      const beside = erased[check] > 0 ? `, beside ${count(erased[check])} of erased people` : '';
      return `  ${COUNTED[check].padEnd(20)} ${count(checked[check])}${beside}`;
    }),
    '',
    total === 0 ? 'Nothing differs.' : `DIFFERENCES: ${count(total)}`,
    ...Object.entries(findings.byProblem()).flatMap(([problem, times]) => {
      const some = listed.filter((finding) => finding.problem === problem);
      const heading = some.length < times ? `, the first ${count(some.length)}:` : ':';
      return [
        `  ${problem}, ${count(times)}${heading}`,
        ...some.map(({ where }) => `    ${where}`),
      ];
    }),
  ];
}
