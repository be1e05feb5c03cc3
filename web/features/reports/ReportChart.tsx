import type { ReportColumn } from '@insuremanager/contracts/reports/reports';
import type { ReportTableRow } from '@insuremanager/contracts/reports/reportTable';
import { Bar, type BarDatum, type BarTooltipProps } from '@nivo/bar';
import type { PartialTheme } from '@nivo/theming';
import { useRef } from 'react';
import { formatCount } from '../../ui/format';
import { useElementSize } from '../../ui/useElementSize';
import { formatAmount, shortAmount } from './amounts';
import { type ChartDesign, colourOf } from './chartDesign';
import type { Mark } from './useOpenMark';
import '../../ui/chartTip.css';

/** Our tokens: they change with light and dark without the chart being drawn again. */
export const CHART_THEME: PartialTheme = {
  text: { fontFamily: 'var(--font)', fontSize: 12, fill: 'var(--ink-muted)' },
  axis: { ticks: { text: { fontSize: 12, fill: 'var(--ink-muted)' } } },
  grid: { line: { stroke: 'var(--line)' } },
  labels: {
    text: { fontFamily: 'var(--font)', fontSize: 12, fontWeight: 500, fill: 'var(--ink)' },
  },
};

const STANDING_HEIGHT = 300;
/** Of a bar that lies, with the room beside it. */
const BAR_HEIGHT = 34;
/** The most bars that lie; the table has the rest. */
const MOST_BARS = 15;
const CHARACTER = 7;
const LONGEST_NAME = 22;
/** Pixels of the axis that a month's name needs. */
const NAME_ROOM = 62;

interface ReportChartProps {
  label: string;
  design: ChartDesign;
  columns: readonly ReportColumn[];
  rows: readonly (ReportTableRow & { readonly at: readonly number[] })[];
  isAmount: boolean;
  /** Of the scale, where it is that of others too. */
  highest: number | undefined;
  onOpen: (mark: Mark) => void;
}

/** Bars, each of which opens what it counts. */
export default function ReportChart(props: ReportChartProps) {
  const { label, design, columns, isAmount, highest, onOpen } = props;
  const { isLying, isGrouped } = design;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementSize(frame).width;
  const rows = isLying ? props.rows.slice(0, MOST_BARS).reverse() : props.rows;
  const height = isLying ? rows.length * BAR_HEIGHT + 40 : STANDING_HEIGHT;
  const longest = Math.max(0, ...rows.map((row) => row.label.length));
  const names = isLying ? Math.min(longest, LONGEST_NAME) * CHARACTER + 20 : 52;
  const margin = { top: 20, right: isLying ? 56 : 8, bottom: isLying ? 12 : 30, left: names };
  const step = Math.max(
    1,
    Math.ceil((rows.length * NAME_ROOM) / Math.max(1, width - margin.left - margin.right)),
  );
  const data: BarDatum[] = rows.map((row) => ({
    row: row.label,
    ...Object.fromEntries(columns.map(({ key }, place) => [key, row.at[place] ?? 0])),
  }));
  const short = isAmount ? shortAmount : formatCount;
  const full = isAmount ? formatAmount : formatCount;
  const rowOf = (name: string | number) => rows.find((row) => row.label === name);
  const cut = (name: string) =>
    name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

  const Tip = ({ id, value, indexValue }: BarTooltipProps<BarDatum>) => (
    <div className="chart-tip">
      <span>
        {indexValue} · {columns.find(({ key }) => key === id)?.label}
      </span>
      <strong className="tabular">{full(value)}</strong>
    </div>
  );
  return (
    <div ref={frame} className="report-chart" style={{ height }}>
      {width > 0 && (
        <Bar
          width={width}
          height={height}
          margin={margin}
          data={data}
          keys={columns.map(({ key }) => key)}
          indexBy="row"
          layout={isLying ? 'horizontal' : 'vertical'}
          groupMode={isGrouped ? 'grouped' : 'stacked'}
          theme={CHART_THEME}
          colors={({ id }) => colourOf({ key: String(id) })}
          borderRadius={2}
          borderColor="var(--panel)"
          padding={isLying ? 0.35 : 0.3}
          innerPadding={1}
          valueScale={{ type: 'linear', nice: true, ...(highest && { max: highest }) }}
          indexScale={{ type: 'band', round: true }}
          enableLabel={false}
          enableTotals={!isGrouped}
          totalsOffset={8}
          valueFormat={(value) => (value === 0 ? '' : short(value))}
          enableGridX={isLying}
          enableGridY={!isLying}
          gridXValues={4}
          gridYValues={4}
          axisLeft={
            isLying
              ? { tickSize: 0, tickPadding: 12, format: cut }
              : { tickSize: 0, tickPadding: 12, tickValues: 4, format: short }
          }
          axisBottom={
            isLying
              ? null
              : {
                  ...{ tickSize: 0, tickPadding: 12 },
                  tickValues: rows.filter((_, at) => at % step === 0).map((row) => row.label),
                }
          }
          tooltip={Tip}
          onClick={({ id, indexValue }) => {
            const column = columns.find(({ key }) => key === id);
            const row = rowOf(indexValue);
            if (column && row) onOpen({ column, row: row.key });
          }}
          animate={false}
          role="img"
          ariaLabel={`${label}; a table follows`}
        />
      )}
    </div>
  );
}
