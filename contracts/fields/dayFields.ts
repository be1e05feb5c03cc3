import { z } from 'zod';
import { formatDay, kolkataDay, parseDay } from '../rules/kolkataDay.js';
import { cleanText, isMissing } from '../rules/text.js';
import { type Described, field, requiredOr } from './field.js';

/** A day in an answer, YYYY-MM-DD. */
export const dayText = () => z.string().meta({ format: 'date' });
/** An instant in an answer, ISO 8601. */
export const instantText = () => z.string().meta({ format: 'date-time' });

interface DayParts extends Described {
  /** What may be sent, where that is more than a day. */
  hint?: string;
  /** Said of what is no day. */
  message?: string;
  /** It lies behind us: a year of two digits is never one to come. */
  isPast?: boolean;
}

/** Reads a day as it is typed; what is none is an issue. */
const typedDay =
  ({ label, message, isPast }: Pick<DayParts, 'label' | 'message' | 'isPast'>) =>
  (raw: string, context: z.RefinementCtx) => {
    const thisYear = Number(kolkataDay(new Date()).slice(0, 4));
    const day = parseDay(cleanText(raw), isPast ? thisYear : undefined);
    if (day !== null) return day;
    const wrong = message ?? `${label} must be a date that exists, as DD/MM/YYYY`;
    const missing = `${label} is required`;
    context.addIssue({ code: 'custom', message: isMissing(raw) ? missing : wrong });
    return z.NEVER;
  };

const dayParts = { stored: 'date', format: formatDay } as const;

export const requiredDay = (day: DayParts) =>
  field(day, {
    ...dayParts,
    isRequired: true,
    input: z
      .string(requiredOr(day.label, `${day.label} must be a date, as DD/MM/YYYY`))
      .transform(typedDay(day)),
    view: dayText(),
  });

export const optionalDay = (day: DayParts) => {
  const read = typedDay(day);
  const described = field(day, {
    ...dayParts,
    isRequired: false,
    input: z
      .string({ error: `${day.label} must be a date, as DD/MM/YYYY` })
      .transform((raw, context) => (isMissing(raw) ? null : read(raw, context)))
      .nullish(),
    view: dayText().nullable(),
  });
  return { ...described, isPast: day.isPast };
};
