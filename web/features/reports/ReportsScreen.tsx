import type { ApolloClient } from '@apollo/client';
import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core';
import { Envelope, Export } from '@blueprintjs/icons';
import {
  REPORT_NAMES,
  type ReportName,
  type ReportScope,
  reportList,
  reportNamed,
  scopeOf,
} from '@insuremanager/contracts/reports/reports';
import { type ReportTable, reportTable } from '@insuremanager/contracts/reports/reportTable';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { ReportDocument } from '../../data/operations.generated';
import { PAST_DAY } from '../../data/pastDay';
import { sentenceOf } from '../../data/problems';
import { useAllowed, useAllowedOf } from '../../ui/allowed';
import { Flyout } from '../../ui/Flyout';
import { formatCount } from '../../ui/format';
import { rarePart } from '../../ui/lazyPart';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { ListFrame, useToolbarText } from '../../ui/list/ListFrame';
import { ViewsButton } from '../../ui/list/views/ViewsButton';
import { addressNow, useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import { CHARTS, colourOf, type Facet, facetsOf } from './chartDesign';
import { ReportFigures } from './ReportFigures';
import { ReportFilters } from './ReportFilters';
import { filterOf, nameIn, queryOf, type ReportAddress, reportIn } from './reportAddress';
import { useOpenMark } from './useOpenMark';
import '../../ui/list/states.css';
import './reports.css';

const ChartToCome = () => <div className="report-chart-to-come skeleton-bar" aria-hidden="true" />;
const ReportChart = rarePart(() => import('./ReportChart'), <ChartToCome />);
const ReportExport = rarePart(
  () => import('./ReportExport'),
  <p className="menu-loading">Loading …</p>,
);
const ReportEmails = rarePart(
  () => import('./ReportEmails'),
  <p className="menu-loading">Loading …</p>,
);
const ExpiryCalendar = rarePart(() => import('./ExpiryCalendar'), <ChartToCome />);

const askedBy = (address: ReportAddress) =>
  operation(ReportDocument, { name: nameIn(address), filter: filterOf(address) });

/** Asks for the report that the address names, before the screen is drawn. */
export const begin = async (client: ApolloClient): Promise<void> => {
  await client.query(askedBy(reportIn(addressNow()))).catch(() => undefined);
};

/** What is saved as a view of a report: which one, and its filters. */
const VIEWED = { list: reportList, columns: [], names: { many: 'reports' } };

export default function ReportsScreen() {
  const { params } = useAddress();
  const address = useMemo(() => reportIn(params), [params]);
  const name = nameIn(address);
  const today = useToday();
  const { data, previousData, error, retry } = useGatewayQuery(askedBy(address), {
    fetchPolicy: 'cache-and-network',
  });
  const known = data?.report ?? previousData?.report;
  const view = known?.name === name ? known : undefined;
  const scope = useMemo(
    () => scopeOf(name, filterOf(address), view?.today ?? today),
    [name, address, view?.today, today],
  );
  const table = useMemo(() => view && reportTable(view, scope), [view, scope]);
  return (
    <ListFrame
      label="Reports"
      toolbar={
        <>
          <ReportFilters address={address} scope={scope} />
          <div className="report-actions">
            <ViewsButton design={VIEWED} list="reports" isLoaded={view !== undefined} />
            {PAST_DAY === null && <EmailButton address={address} />}
            <ExportButton name={name} address={address} />
          </div>
        </>
      }
    >
      <div className="reports">
        <ReportNav name={name} address={address} />
        <article className="report" aria-busy={!view} aria-labelledby="report-title">
          {!view && error ? (
            <ErrorPanel
              title="Failed to load the report"
              message={sentenceOf(error, 'Unknown error occurred')}
              onRetry={retry}
            />
          ) : (
            <Shown {...{ name, address, scope, table }} />
          )}
        </article>
      </div>
    </ListFrame>
  );
}

/** Offers a report as a file to whoever may have it. */
function ExportButton(props: { name: ReportName; address: ReportAddress }) {
  const text = useToolbarText('Export');
  if (!useAllowed('export')) return null;
  return (
    <Flyout placement="bottom-end" content={<ReportExport {...props} />}>
      <Button icon={<Export />} {...text} />
    </Flyout>
  );
}

/** Offers a report by email, on a day of each week or month. */
function EmailButton({ address }: { address: ReportAddress }) {
  const text = useToolbarText('Email');
  return (
    <Flyout placement="bottom-end" hasFields content={<ReportEmails address={address} />}>
      <Button icon={<Envelope />} {...text} />
    </Flyout>
  );
}

/** The reports that the user may read: beside the one that is shown, on a phone a choice above it. */
function ReportNav({ name, address }: { name: ReportName; address: ReportAddress }) {
  const { change } = useAddress();
  const allowed = useAllowedOf(REPORTS_NEED);
  const names = REPORT_NAMES.filter((one) => allowed(one));
  return (
    <>
      <nav className="report-nav" aria-label="Reports">
        <ul>
          {names.map((one) => (
            <li key={one}>
              <Link
                to={{ search: String(queryOf({ ...address, report: one, measure: undefined })) }}
                aria-current={one === name ? 'page' : undefined}
              >
                {reportNamed(one).title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <HTMLSelect
        className="report-choice"
        aria-label="Report"
        fill
        options={names.map((one) => ({ value: one, label: reportNamed(one).title }))}
        value={name}
        onChange={({ currentTarget: { value } }) => change({ report: value, measure: null })}
      />
    </>
  );
}

const REPORTS_NEED = Object.fromEntries(
  REPORT_NAMES.map((name) => [name, reportNamed(name).access]),
);

interface ShownProps {
  name: ReportName;
  address: ReportAddress;
  scope: ReportScope;
  table: ReportTable | undefined;
}

function Shown({ name, address, scope, table }: ShownProps) {
  const { title, about, amount } = reportNamed(name);
  const { change } = useAddress();
  const isAmount = amount !== undefined && address.measure === 'amount';
  return (
    <>
      <header className="report-head">
        <div>
          <h2 id="report-title">{title}</h2>
          <p>{about}</p>
        </div>
        {amount && (
          <ButtonGroup>
            <Button
              text="Number"
              active={!isAmount}
              aria-pressed={!isAmount}
              onClick={() => change({ measure: null })}
            />
            <Button
              text={amount}
              active={isAmount}
              aria-pressed={isAmount}
              onClick={() => change({ measure: 'amount' })}
            />
          </ButtonGroup>
        )}
      </header>
      {table ? (
        <>
          <Charts {...{ name, scope, table, isAmount }} />
          {table.rows.length > 0 && <ReportFigures {...{ name, scope, table }} />}
        </>
      ) : (
        <ChartToCome />
      )}
    </>
  );
}

interface ChartsProps {
  name: ReportName;
  scope: ReportScope;
  table: ReportTable;
  isAmount: boolean;
}

function Charts({ name, scope, table, isAmount }: ChartsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { title } = reportNamed(name);
  const design = CHARTS[name];
  const onOpen = useOpenMark(name, scope);
  const facets = useMemo(
    () =>
      facetsOf(name, table.columns).map((facet) => ({
        ...facet,
        rows: table.rows.map((row) => ({
          ...row,
          at: valuesOf(table, row.cells, facet, isAmount),
        })),
      })),
    [name, table, isAmount],
  );
  const highest = useMemo(
    () => (CHARTS[name].isFaceted ? highestOf(facets) : undefined),
    [name, facets],
  );
  if (table.rows.every(({ cells }) => cells.every(({ count }) => count === 0))) {
    return <p className="report-empty">There is nothing to count in these months.</p>;
  }
  return (
    <div
      ref={frame}
      className="report-charts"
      data-several={facets.length > 1}
      data-chart={design.drawn}
    >
      {facets.map(({ title: part, columns, rows }) => (
        <figure key={part}>
          <figcaption>
            {part && design.drawn === 'bars' && <strong>{part}</strong>}
            {columns.map((column) => (
              <span key={column.key} className="report-legend">
                <i style={{ background: colourOf(column) }} aria-hidden="true" />
                {part === '' && column.group ? `${column.group}: ${column.label}` : column.label}
                <b className="tabular">
                  {formatCount(table.total.cells[table.columns.indexOf(column)]?.count ?? 0)}
                </b>
              </span>
            ))}
          </figcaption>
          {design.drawn === 'calendar' && columns[0] ? (
            <ExpiryCalendar
              {...{ column: columns[0], rows, onOpen }}
              label={`${title}, ${part}`}
              from={scope.from}
              to={scope.to}
            />
          ) : (
            <ReportChart
              {...{ design, columns, rows, isAmount, highest, onOpen }}
              label={part ? `${title}, ${part}` : title}
            />
          )}
        </figure>
      ))}
    </div>
  );
}

const valuesOf = (
  { columns }: ReportTable,
  cells: ReportTable['total']['cells'],
  facet: Facet,
  isAmount: boolean,
): number[] =>
  facet.columns.map((column) => {
    const cell = cells[columns.indexOf(column)];
    return isAmount ? Number(cell?.amount ?? 0) : (cell?.count ?? 0);
  });

/** The highest bar of charts side by side, so that one scale is for all. */
const highestOf = (
  facets: readonly { readonly rows: readonly { readonly at: readonly number[] }[] }[],
): number =>
  Math.max(
    ...facets.flatMap(({ rows }) => rows.map(({ at }) => at.reduce((sum, one) => sum + one, 0))),
  );
