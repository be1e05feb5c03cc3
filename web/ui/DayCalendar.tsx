import { DatePicker } from '@blueprintjs/datetime';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import enIN from 'date-fns/locale/en-IN';
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css';
import './DayCalendar.css';

interface DayCalendarProps {
  day: Day | null;
  latest?: Day;
  onChoose: (day: Day) => void;
}

/** The calendar reckons in dates of this device; only their day, month and year are used. */
const dateOf = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};
const dayOf = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-');

/** Loaded when first opened: calendars are heavy. */
export default function DayCalendar({ day, latest, onChoose }: DayCalendarProps) {
  return (
    <DatePicker
      value={day ? dateOf(day) : null}
      maxDate={latest ? dateOf(latest) : new Date(2100, 0, 1)}
      minDate={new Date(1900, 0, 1)}
      canClearSelection={false}
      locale={enIN}
      onChange={(date, isUserChange) => date && isUserChange && onChoose(dayOf(date))}
    />
  );
}
