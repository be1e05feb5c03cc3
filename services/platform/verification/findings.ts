/** What is checked. */
export const CHECKS = ['log', 'rows', 'totals', 'files', 'users'] as const;
export type Check = (typeof CHECKS)[number];

/** Something that is not as the log says it must be. Nothing in it is personal. */
export interface Finding {
  readonly check: Check;
  /** Such as `revision-gap` or `file-missing`. */
  readonly problem: string;
  /** What it is about, by its ids: `customer-7@3`, `policies 12: status, premium`. */
  readonly where: string;
}

/** How much was looked at, of each kind. */
export type Counts = Record<Check, number>;

export interface Findings {
  readonly checked: Counts;
  /** What cannot be checked any more, since its person was erased. */
  readonly erased: Counts;
  add(finding: Finding): void;
  /** How many there are of each problem. */
  byProblem(): Readonly<Record<string, number>>;
  /** The first of each problem. */
  first(): readonly Finding[];
  total(): number;
}

/** Of one problem, so many are listed. */
const LISTED = 20;

const noCounts = (): Counts => ({ log: 0, rows: 0, totals: 0, files: 0, users: 0 });

/** Collects findings, however many there are, in bounded memory. */
export function createFindings(): Findings {
  const first: Finding[] = [];
  const counts = new Map<string, number>();
  return {
    checked: noCounts(),
    erased: noCounts(),
    add(finding) {
      const count = (counts.get(finding.problem) ?? 0) + 1;
      counts.set(finding.problem, count);
      if (count <= LISTED) first.push(finding);
    },
    byProblem: () => Object.fromEntries(counts),
    first: () => first,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
