import {
  REPORT_NAMES,
  type ReportFilter,
  type ReportName,
  reportNamed,
} from '@insuremanager/contracts/reports/reports';
import { type Figure, figuresOf, repeated, timingsOf } from '../harness/figures.js';
import type { Bench } from './part.js';

const ROUNDS = 30;
const WARM_UP = 3;
const LONGEST_MS = 10_000;

const REPORT = `query ($name: ReportName!, $filter: ReportFilter) {
  report(name: $name, filter: $filter) {
    rows { key label } figures { row column count amount }
  }
}`;

/** The ways in which each report is narrowed down; those that it has no filter for are left out. */
const SCOPES: readonly (readonly [name: string, filter: ReportFilter])[] = [
  ['a financial year', {}],
  ['five years', { from: '2022-04-01', to: '2027-03-31' }],
  ['an insurer', { insurer: 'Star Health' }],
  ['an owner', { ownerId: 7 }],
  ['an owner and an insurer', { ownerId: 7, insurer: 'Star Health' }],
];

const isOfReport = (name: ReportName, filter: ReportFilter): boolean => {
  const { filters, hasPeriod } = reportNamed(name);
  const has = (one: (typeof filters)[number]) => filters.includes(one);
  if (filter.from && !hasPeriod) return false;
  return (!filter.insurer || has('insurer')) && (!filter.ownerId || has('owner'));
};

/** Every report as its screen asks for it, in each of the ways. */
export async function measureReports(bench: Bench): Promise<Figure[]> {
  const { ask } = await bench.client();
  const o = figuresOf('o');
  const figures: Figure[] = [];
  for (const name of REPORT_NAMES) {
    for (const [scope, filter] of SCOPES.filter(([, filter]) => isOfReport(name, filter))) {
      bench.say(`  ${name}, ${scope}`);
      const durations: number[] = [];
      await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async (_, round) => {
        const { millis } = await ask<unknown>(REPORT, { name, filter });
        if (round >= WARM_UP) durations.push(millis);
      });
      const { p95 } = timingsOf(durations);
      figures.push(o(`${reportNamed(name).title}, ${scope}, p95`, p95, 'ms', { atMost: 300 }));
    }
  }
  return figures;
}
