import { Line, type LineCustomSvgLayerProps, type SliceTooltipProps } from '@nivo/line';
import type { PartialTheme } from '@nivo/theming';
import { useMemo, useRef } from 'react';
import { useElementSize } from '../../ui/useElementSize';
import { shortRupees } from './formatFigures';
import type { Trend, TrendPoint } from './trend';
import '../../ui/chartTip.css';

const MARGIN = { top: 24, right: 20, bottom: 32, left: 52 };
/** Pixels of the axis that a month's name, and that an amount over a point, need. */
const NAME_ROOM = 52;
const AMOUNT_ROOM = 44;

/** Our tokens: they change with light and dark without the chart being drawn again. */
const THEME: PartialTheme = {
  text: { fontFamily: 'var(--font)', fontSize: 12, fill: 'var(--ink-muted)' },
  axis: { ticks: { text: { fontSize: 12, fill: 'var(--ink-muted)' } } },
  grid: { line: { stroke: 'var(--line)' } },
  crosshair: { line: { stroke: 'var(--line-strong)', strokeOpacity: 1 } },
};

interface Series {
  id: string;
  data: (TrendPoint & { x: string; y: number })[];
}

/** Of a series, every month or every second or third, so that names do not run into each other. */
const stepOf = (months: number, width: number, room: number): number =>
  Math.max(1, Math.ceil((months * room) / Math.max(width, 1)));

export default function RevenueChart({ trend }: { trend: Trend }) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(frame);
  const series = useMemo<Series[]>(
    () => [
      {
        id: 'premium',
        data: trend.points.map((point) => ({ ...point, x: point.month, y: point.rupees })),
      },
    ],
    [trend],
  );
  const { points, isSample } = trend;
  const inner = width - MARGIN.left - MARGIN.right;
  const nameStep = stepOf(points.length, inner, NAME_ROOM);
  const named = points.filter((_, at) => (points.length - 1 - at) % nameStep === 0);
  const highest = Math.max(...points.map(({ rupees }) => rupees));

  return (
    <div ref={frame} className="revenue-frame">
      {width > 0 && (
        <Line<Series>
          width={width}
          height={height}
          margin={MARGIN}
          data={series}
          theme={THEME}
          colors={['var(--brand-ink)']}
          // A month's premium is no curve: nothing is known between two points.
          curve="linear"
          xScale={{ type: 'point' }}
          yScale={{ type: 'linear', min: 0, max: highest === 0 ? 1000 : 'auto', nice: true }}
          enableGridX={false}
          gridYValues={5}
          axisLeft={{ tickSize: 0, tickPadding: 12, tickValues: 5, format: shortRupees }}
          axisBottom={{
            tickSize: 0,
            tickPadding: 12,
            tickValues: named.map(({ month }) => month),
            format: (month) => points.find((point) => point.month === month)?.label ?? '',
          }}
          lineWidth={2}
          defs={[]}
          enableArea
          areaOpacity={0.08}
          pointSize={8}
          pointColor="var(--panel)"
          pointBorderWidth={2}
          pointBorderColor="var(--brand-ink)"
          layers={['grid', 'axes', 'areas', 'crosshair', 'lines', 'points', 'slices', Amounts]}
          enableSlices="x"
          enableTouchCrosshair
          sliceTooltip={Tip}
          animate={false}
          role="img"
          ariaLabel={`Line chart of the revenue by month${isSample ? ', sample data' : ''}; a table follows`}
        />
      )}
    </div>
  );
}

/** Pixels from a point to its amount over it, or under it where the line comes from above. */
const OVER = -12;
const UNDER = 22;

/** What each month brought, beside its point; at both ends it stays inside. */
function Amounts({ points, innerWidth, innerHeight }: LineCustomSvgLayerProps<Series>) {
  const step = stepOf(points.length, innerWidth, AMOUNT_ROOM);
  const last = points.length - 1;
  const isLow = (at: number, y: number) =>
    y + UNDER < innerHeight &&
    [points[at - 1], points[at + 1]].every((next) => next === undefined || next.y < y);
  return (
    <g pointerEvents="none">
      {points.map(({ id, x, y, data, indexInSeries: at }) =>
        (last - at) % step === 0 ? (
          <text
            key={id}
            className="revenue-label tabular"
            data-end={at === 0 ? 'first' : at === last ? 'last' : undefined}
            x={at === last ? x + 12 : x}
            y={y + (isLow(at, y) ? UNDER : OVER)}
          >
            {shortRupees(data.rupees)}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Tip({ slice }: SliceTooltipProps<Series>) {
  const point = slice.points[0]?.data;
  if (!point) return null;
  return (
    <div className="chart-tip">
      <span>{point.month}</span>
      <strong className="tabular">{point.premium}</strong>
    </div>
  );
}
