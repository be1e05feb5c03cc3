import { Button } from '@blueprintjs/core';
import { ArrowLeft, Tick } from '@blueprintjs/icons';
import type { RowOutcome } from '@insuremanager/contracts/imports/importViews';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../../data/operation';
import { ImportProblemsDocument } from '../../../data/operations.generated';
import { EmptyState } from '../../../ui/list/EmptyState';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import { useAddress } from '../../../ui/useAddress';
import { PHONE, useMediaQuery } from '../../../ui/useMediaQuery';
import { rowsOf } from '../importTexts';
import { SheetTabs } from '../SheetTabs';
import type { ImportOf, SheetOf } from '../useImports';
import { useShownSheet } from '../useShownSheet';
import { ALL, ProblemNav, type Shown } from './ProblemNav';
import { RowCards } from './RowCards';
import { RowsGrid } from './RowsGrid';
import { useRepair } from './useRepair';
import { useRows } from './useRows';

interface RowsViewProps {
  one: ImportOf;
  outcomes: readonly RowOutcome[];
  /** Cells can be changed, since nothing is written yet. */
  canRepair: boolean;
}

/** The rows of an import by kind: the kinds beside the rows, on a phone before them. */
export function RowsView({ one, ...rest }: RowsViewProps) {
  const sheets = one.sheets.filter(({ kind }) => kind);
  const sheet = useShownSheet(sheets);
  if (!sheet) return null;
  return (
    <>
      <SheetTabs sheets={sheets} shown={sheet} />
      <SheetRows key={sheet.index} {...{ one, sheet }} {...rest} />
    </>
  );
}

function SheetRows(props: RowsViewProps & { sheet: SheetOf }) {
  const { one, sheet, outcomes } = props;
  const { params } = useAddress();
  const isPhone = useMediaQuery(PHONE);
  const query = useGatewayQuery(operation(ImportProblemsDocument, { id: one.id }), {
    fetchPolicy: 'network-only',
  });
  const problems = (query.data?.importProblems ?? []).filter((each) => each.sheet === sheet.index);

  const asked = params.get('only');
  const column = params.get('column');
  const first = outcomes.find((outcome) =>
    sheet.outcomes.some((each) => each.outcome === outcome && each.rows > 0),
  );
  const shown: Shown =
    asked === null
      ? { only: outcomes[0] === first ? (first ?? null) : null, column: null }
      : { only: asked === ALL ? null : asked, column: column === null ? null : Number(column) };
  const isChosen = asked !== null;
  const nav = (
    <ProblemNav {...{ sheet, problems, outcomes }} shown={isPhone && !isChosen ? null : shown} />
  );
  if (isPhone && !isChosen) return nav;
  const back = sheet.index > 0 ? `?sheet=${sheet.index}` : '';
  return (
    <div className="import-panes">
      {isPhone ? (
        <Link to={{ search: back }} className="import-back">
          <ArrowLeft size={12} /> Kinds of rows
        </Link>
      ) : (
        nav
      )}
      <RowsPanel
        key={`${shown.only} ${shown.column}`}
        {...props}
        {...{ shown, isPhone }}
        onRepaired={query.retry}
      />
    </div>
  );
}

interface RowsPanelProps extends RowsViewProps {
  sheet: SheetOf;
  shown: Shown;
  isPhone: boolean;
  onRepaired: () => void;
}

function RowsPanel(props: RowsPanelProps) {
  const { one, sheet, shown, isPhone, canRepair, onRepaired } = props;
  const rows = useRows({ id: one.id, sheet: sheet.index, ...shown });
  const repair = useRepair({ id: one.id, sheet: sheet.index }, rows, onRepaired);
  const columns = sheet.columns.filter(({ field }) => field);
  const { items } = rows;
  if (rows.error !== undefined) {
    return <LoadFailure what="the rows" error={rows.error} onRetry={rows.reload} />;
  }
  if (!items) return <SkeletonRows height={56} what="the rows" />;
  const shared = {
    ...{ rows: { ...rows, items }, columns },
    repair: canRepair ? repair : null,
  };
  return (
    <section className="import-rows" aria-label="Rows">
      <div className="import-rows-head">
        <span role="status" className="muted tabular">
          {rowsOf(rows.count)}
        </span>
        {canRepair && shown.only === 'duplicate' && items.length > 0 && (
          <Button size="small" onClick={() => repair.take(null, true)}>
            Import All Anyway
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState icon={<Tick size={20} />} text="There are no such rows" />
      ) : isPhone ? (
        <RowCards {...shared} />
      ) : (
        <RowsGrid label="Rows of the sheet" {...shared} />
      )}
    </section>
  );
}
