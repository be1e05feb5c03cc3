import type { ReportColumn } from '@insuremanager/contracts/reports/reports';
import type { ReportTableRow } from '@insuremanager/contracts/reports/reportTable';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { TimeRange } from '@nivo/calendar';
import { useRef } from 'react';
import { formatCount } from '../../ui/format';
import { useElementSize } from '../../ui/useElementSize';
import { colourOf } from './chartDesign';
import { CHART_THEME } from './ReportChart';
import type { Mark } from './useOpenMark';
import '../../ui/chartTip.css';

const LEAST_DAY = 11;
const NAMES = 34;
const HEAD = 24;

interface ExpiryCalendarProps {
  label: string;
  column: ReportColumn;
  rows: readonly (ReportTableRow & { readonly at: readonly number[] })[];
  from: Day;
  to: Day;
  onOpen: (mark: Mark) => void;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** As dark as many end on a day. */
const shadesOf = (colour: string): string[] =>
  [25, 45, 65, 85, 100].map((share) => `color-mix(in srgb, ${colour} ${share}%, var(--panel))`);

/** A square for each day, a column for each week. */
export default function ExpiryCalendar(props: ExpiryCalendarProps) {
  const { label, column, rows, from, to, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const available = useElementSize(frame).width;
  const weeks = Math.ceil((daysBetween(from, to) + 8) / 7);
  const width = Math.max(available, weeks * LEAST_DAY + NAMES);
  const day = Math.min(24, (width - NAMES) / weeks);
  const height = Math.ceil(7 * day) + HEAD + 4;
  const data = rows.flatMap(({ key, at: [value = 0] }) =>
    key !== null && value > 0 ? [{ day: key, value }] : [],
  );
  return (
    <div
      ref={frame}
      className="report-calendar"
      style={{ height }}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={`${label}; a table follows`}
    >
      {available > 0 && (
        <TimeRange
          width={Math.min(width, weeks * day + NAMES)}
          height={height}
          margin={{ top: HEAD, right: 0, bottom: 0, left: 0 }}
          data={data}
          // Nivo reads days by the clock of the browser, to which these belong.
          from={`${from}T00:00:00`}
          to={`${addDays(to, 1)}T00:00:00`}
          // What is around it has a name, and stands for it.
          role="presentation"
          theme={CHART_THEME}
          minValue={0}
          colors={shadesOf(colourOf(column))}
          emptyColor="var(--hover)"
          dayBorderColor="var(--panel)"
          dayBorderWidth={2}
          dayRadius={3}
          weekdayLegendOffset={NAMES}
          weekdays={WEEKDAYS}
          firstWeekday="monday"
          weekdayTicks={[0, 2, 4]}
          monthLegendOffset={8}
          tooltip={({ day: on, value }) => (
            <div className="chart-tip">
              <span>
                {formatDay(on)} · {column.label}
              </span>
              <strong className="tabular">{formatCount(Number(value))}</strong>
            </div>
          )}
          onClick={(on) => {
            if ('value' in on && on.value) onOpen({ column, row: on.day });
          }}
        />
      )}
    </div>
  );
}
