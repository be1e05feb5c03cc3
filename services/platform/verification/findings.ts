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

/** Of one problem, so many are listed. */
const LISTED = 20;

const noCounts = (): Counts => ({ log: 0, rows: 0, totals: 0, files: 0, users: 0 });

/** Collects findings, however many there are, in bounded memory. */
export function createFindings() {
  const first: Finding[] = [];
  const counts = new Map<string, number>();
  return {
    checked: noCounts(),
    /** What cannot be checked any more, since its person was erased. */
    erased: noCounts(),
    add(finding: Finding) {
      const count = (counts.get(finding.problem) ?? 0) + 1;
      counts.set(finding.problem, count);
      if (count <= LISTED) first.push(finding);
    },
    /** How many there are of each problem. */
    byProblem: () => Object.fromEntries(counts),
    /** The first of each problem. */
    first: () => first,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}

export type Findings = ReturnType<typeof createFindings>;
