import type { RowOutcome } from '@insuremanager/contracts/imports/importViews';
import { Link } from 'react-router';
import type { ImportProblemsQuery } from '../../../data/operations.generated';
import { formatCount } from '../../../ui/format';
import { letterOf } from '../columns/mapping';
import { OUTCOMES } from '../importTexts';
import type { SheetOf } from '../useImports';

export type Problem = ImportProblemsQuery['importProblems'][number];

/** Which rows are looked at. */
export interface Shown {
  /** An outcome, or the code of a problem; null: all. */
  only: string | null;
  /** With a code: in this column. */
  column: number | null;
}

/** In the address it stands for all rows. */
export const ALL = 'all';

interface ProblemNavProps {
  sheet: SheetOf;
  /** Of this sheet. */
  problems: readonly Problem[];
  /** Null: nothing is chosen yet. */
  shown: Shown | null;
  /** The outcomes that such rows can have, in this order. */
  outcomes: readonly RowOutcome[];
}

/** The kinds of rows with how many there are, and of problems. */
export function ProblemNav({ sheet, problems, shown, outcomes }: ProblemNavProps) {
  const counts = new Map(sheet.outcomes.map(({ outcome, rows }) => [outcome, rows]));
  return (
    <nav className="import-kinds" aria-label="Kinds of rows">
      <ul>
        <Kind of={{ only: null, column: null }} shown={shown} rows={sheet.rowCount} sheet={sheet}>
          All rows
        </Kind>
        {outcomes.map((outcome) => {
          const rows = counts.get(outcome) ?? 0;
          return (
            rows > 0 && (
              <Kind
                key={outcome}
                of={{ only: outcome, column: null }}
                tone={OUTCOMES[outcome].tone}
                {...{ shown, rows, sheet }}
              >
                {KIND_LABELS[outcome]}
              </Kind>
            )
          );
        })}
      </ul>
      {problems.length > 0 && (
        <>
          <h3>Problems</h3>
          <ul>
            {problems.map(({ code, column, message, rows }) => (
              <Kind
                key={`${code} ${column}`}
                of={{ only: code, column: column ?? null }}
                tone="bad"
                {...{ shown, rows, sheet }}
              >
                {column !== null && column !== undefined && (
                  <strong dir="auto">
                    {sheet.columns[column]?.header || `Column ${letterOf(column)}`}
                  </strong>
                )}
                {message}
              </Kind>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

const KIND_LABELS: Readonly<Record<RowOutcome, string>> = {
  new: 'New',
  changes: 'Changes what exists',
  same: 'Exists, the same',
  duplicate: 'Looks like a duplicate',
  problem: 'With problems',
  done: 'Imported',
  rejected: 'Refused',
  undone: 'Undone',
  kept: 'Kept, as somebody changed it since',
};

interface KindProps {
  sheet: SheetOf;
  of: Shown;
  shown: Shown | null;
  rows: number;
  tone?: string;
  children: React.ReactNode;
}

function Kind({ sheet, of, shown, rows, tone, children }: KindProps) {
  const isShown = shown !== null && shown.only === of.only && shown.column === of.column;
  const search = new URLSearchParams({
    ...(sheet.index > 0 && { sheet: String(sheet.index) }),
    only: of.only ?? ALL,
    ...(of.column !== null && { column: String(of.column) }),
  });
  return (
    <li>
      <Link
        to={{ search: `?${search}` }}
        aria-current={isShown ? 'true' : undefined}
        data-tone={tone}
      >
        <span className="import-kind-text">{children}</span>
        <span className="tabular">{formatCount(rows)}</span>
      </Link>
    </li>
  );
}
