import { z } from 'zod';
import { isId } from '../rules/ids.js';
import { formatDay, kolkataDay, parseDay } from '../rules/kolkataDay.js';
import type { Mask } from '../rules/masks.js';
import { formatAmount, formatMoney, type Paise, parsePaise, readPaise } from '../rules/money.js';
import { cleanLines, cleanText, isMissing, wholeNumber } from '../rules/text.js';

/**
 * One field of a record, said once. Forms, inputs, views, GraphQL, OpenAPI, read models and
 * histories follow from it. Events do not: they are history, and stay as they were written.
 */
export interface Field<
  Input extends z.ZodType = z.ZodType,
  View extends z.ZodType = z.ZodType,
  Stored extends StoredAs = StoredAs,
> {
  /** What a person reads before the value. */
  readonly label: string;
  /** What a person typed, to its normal form. Absent stays absent where it may be left out. */
  readonly input: Input;
  /** As answers show it: amounts as decimals. */
  readonly view: View;
  /** The type of its column in a read model, which holds the normal form. */
  readonly stored: Stored;
  readonly isRequired: boolean;
  /** Longest text, in characters. */
  readonly limit?: number;
  /** A text of several lines, whose breaks stay. */
  readonly hasLines?: boolean;
  /** What stands in an empty form. */
  readonly initial: string;
  /** The values among which it is chosen. */
  readonly options?: readonly string[];
  /** How they read, where that is not the word itself. */
  readonly optionLabels?: Readonly<Record<string, string>>;
  /** What is read where none is chosen. */
  readonly none?: string;
  /** The numbers among which it is chosen. */
  readonly numbers?: readonly number[];
  /** The kind of record whose number it is. */
  readonly references?: string;
  /** How it is shown to who may not see what is personal: see `identity/masking.ts`. */
  readonly mask?: Mask;
  readonly typing?: Typing;
  /** A day that lies behind us, mostly so far that nobody looks for it in a calendar. */
  readonly isPast?: boolean;
  /** A value in its normal form, as people read it. */
  format(value: never): string;
  /** A value of a view, as it stands in a form. */
  toForm(value: never): string;
}

/** How a field is typed, as far as that does not follow from its kind. */
export interface Typing {
  /** The keyboard of a touch screen. */
  keyboard?: 'email' | 'numeric' | 'tel';
  /** What it looks like. */
  example?: string;
  /** Whatever is typed; once it is left, it stands in its written form. */
  isUpperCase?: boolean;
  /** The height of an input of several lines; a text without breaks can be long, too. */
  lines?: number;
  /** What stands there while it is typed, which is never longer than the limit. */
  accept?: (typed: string) => string;
}

export type StoredAs = 'text' | 'integer' | 'bigint' | 'date';
export type Fields = Readonly<Record<string, Field>>;

interface Described {
  label: string;
  /** What an answer holds, for readers of the API. */
  description?: string;
  initial?: string;
  mask?: Mask;
  none?: string;
  optionLabels?: Readonly<Record<string, string>>;
  typing?: Typing;
}

/** What the documentation of the APIs is made of; it stands in the meta of a field's input. */
export interface Documented {
  readonly stored: StoredAs;
  readonly isRequired: boolean;
  /** What may be sent, where that does not follow from the rest. */
  readonly hint?: string;
  readonly limit?: number;
  readonly dropped?: string;
  readonly pattern?: string;
  readonly options?: readonly string[];
  /** An empty text is none of the options. */
  readonly isNeverEmpty?: boolean;
  readonly largest?: Paise;
  readonly numbers?: readonly number[];
  readonly sent?: SentNumber;
}

interface Parts<Input, View, Stored> {
  input: Input;
  view: View;
  stored: Stored;
  isRequired: boolean;
  format?: (value: never) => string;
  toForm?: (value: never) => string;
}

const field = <Input extends z.ZodType, View extends z.ZodType, Stored extends StoredAs>(
  described: Described,
  { input, view, format = String, toForm = format, ...parts }: Parts<Input, View, Stored>,
) => {
  const { label, description, initial = '', mask, none, optionLabels, typing } = described;
  return {
    ...parts,
    label,
    initial,
    mask,
    none,
    optionLabels,
    typing,
    input: input.meta({ title: label, documented: { ...described, ...parts } }),
    view: description ? view.describe(description) : view,
    format,
    toForm,
  };
};

/** The message of what must be there: that it is missing, or else what it must be. */
const requiredOr = (label: string, otherwise: string) => ({
  error: ({ input }: { input?: unknown }) =>
    isMissing(input) ? `${label} is required` : otherwise,
});

// Texts

interface Text extends Described {
  /** Longest value, in characters. */
  limit: number;
  /** It has several lines, whose breaks stay. */
  hasLines?: boolean;
  normalize?: (typed: string) => string;
  /** Characters that `normalize` drops, as in the brackets of a pattern. */
  dropped?: string;
  format?: (value: string) => string;
  /** What the whole of it must be, where a pattern of JSON Schema can say that. */
  pattern?: string;
  /** What the normal form must be, and the message where it is not. */
  check?: readonly [isRight: (value: string) => boolean, message: string];
}

const limited = ({ label, limit, check: [isRight, message] = [() => true, ''] }: Text) =>
  z
    .string()
    .max(limit, { error: `${label} can have at most ${limit} characters`, abort: true })
    .refine(isRight, message);

export const requiredText = (text: Text) => {
  const { label, limit, hasLines = false, normalize = (typed) => typed } = text;
  const clean = hasLines ? cleanLines : cleanText;
  const described = field(text, {
    stored: 'text',
    format: text.format,
    isRequired: true,
    input: z
      .string(requiredOr(label, `${label} must be text`))
      .transform((raw) => normalize(clean(raw)))
      .pipe(
        z
          .string()
          .min(1, { error: `${label} is required`, abort: true })
          .pipe(limited(text)),
      ),
    view: z.string(),
  });
  return { ...described, limit, hasLines };
};

/** Absent stays absent (a patch leaves it alone); empty is null (it is cleared). */
export const optionalText = (text: Text) => {
  const { label, limit, hasLines = false, normalize = (typed) => typed } = text;
  const clean = hasLines ? cleanLines : cleanText;
  const described = field(text, {
    stored: 'text',
    format: text.format,
    isRequired: false,
    input: z
      .string({ error: `${label} must be text` })
      .transform((raw) => normalize(clean(raw)) || null)
      .pipe(limited(text).nullable())
      .nullish(),
    view: z.string().nullable(),
  });
  return { ...described, limit, hasLines };
};

// Days

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

// Choices

interface Choice<Option extends string> extends Described {
  options: readonly Option[];
  optionLabels?: Readonly<Record<Option, string>>;
  /** What was typed, to one of the options; any letter case by default. */
  normalize?: (typed: string) => string;
}

const lowerCase = (typed: string): string => typed.toLowerCase();

const choiceOf = <Option extends string>(choice: Choice<Option>) => {
  const { label, options, optionLabels, normalize = lowerCase } = choice;
  return {
    error: `${label} is one of: ${options.join(', ')}`,
    chosen: (raw: string) => normalize(cleanText(raw)),
    parts: {
      stored: 'text',
      format: (word: Option) => optionLabels?.[word] ?? word.replaceAll('_', ' '),
      toForm: String,
    } as const,
  };
};

export const requiredChoice = <Option extends string>(choice: Choice<Option>) => {
  const { label, options } = choice;
  const { error, chosen, parts } = choiceOf(choice);
  const required = requiredOr(label, error);
  const input = z.string(required).transform(chosen).pipe(z.enum(options, required));
  const view = z.enum(options);
  return { ...field(choice, { ...parts, isRequired: true, input, view }), options };
};

export const optionalChoice = <Option extends string>(choice: Choice<Option>) => {
  const { options } = choice;
  const { error, chosen, parts } = choiceOf(choice);
  const input = z
    .string({ error })
    .transform((raw) => chosen(raw) || null)
    .pipe(z.enum(options, { error }).nullable())
    .nullish();
  const view = z.enum(options).nullable();
  return { ...field(choice, { ...parts, isRequired: false, input, view }), options };
};

/**
 * A choice that every record has made: left open, it is the usual one, or stays as it was. An empty
 * text leaves nothing open: it is refused.
 */
export const choiceOr = <Option extends string>(usual: NoInfer<Option>, choice: Choice<Option>) => {
  const { options } = choice;
  const { error, chosen, parts } = choiceOf(choice);
  const input = z.string({ error }).transform(chosen).pipe(z.enum(options, { error })).nullish();
  const view = z.enum(options);
  const described = { initial: usual, isNeverEmpty: true, ...choice };
  return { ...field(described, { ...parts, isRequired: false, input, view }), options };
};

// Amounts

interface Amount extends Described {
  largest: Paise;
  /** Missing is 0. */
  isZeroWhenMissing?: boolean;
}

/** Decimals as numbers or texts, also `₹12,34,567.50` and `5 lakh`; whole paise come out. */
const typedAmount = ({ label, largest }: Amount) => {
  const unreadable = `${label} must be an amount in rupees, such as 12500.50 or 5 lakh`;
  const typed = z.union([z.string(), z.number(), z.null(), z.undefined()], { error: unreadable });
  return typed.transform((raw, context): Paise => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (raw === null || raw === undefined || isMissing(raw)) return refuse(`${label} is required`);
    const paise = readPaise(raw);
    if (paise === null) return refuse(unreadable);
    if (paise < 0) return refuse(`${label} must not be negative`);
    if (paise > largest) return refuse(`${label} can be at most ${formatMoney(largest)}`);
    return paise;
  });
};

/** Rupees as a person types them; whole paise in normal form, a decimal with two digits in views. */
export const amount = (described: Amount) => {
  const { isZeroWhenMissing = false } = described;
  const typed = typedAmount(described);
  return field(
    { initial: '0', ...described },
    {
      stored: 'bigint',
      isRequired: !isZeroWhenMissing,
      input: isZeroWhenMissing ? z.preprocess((raw) => (isMissing(raw) ? 0 : raw), typed) : typed,
      view: z.string(),
      format: formatMoney,
      toForm: (decimal: string) => formatAmount(parsePaise(decimal) ?? 0),
    },
  );
};

// Numbers

interface SentNumber {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of the same as a text. */
  readonly pattern?: string;
}

interface WholeNumber<Value extends number> extends Described {
  /** The number that was typed; null or undefined when it is none that may be. */
  parse: (typed: string | number) => Value | null | undefined;
  /** What it must be. */
  message: string;
  hint?: string;
  /** The only ones that may be. */
  numbers?: readonly Value[];
  /** What may be sent beside `numbers`: its bounds, and how it is written as a text. */
  sent?: SentNumber;
  format?: (value: number) => string;
}

/** What was typed as a whole number, as a number or as text. */
const typedNumber = <Value extends number>({ parse, message }: WholeNumber<Value>) =>
  z.union([z.string(), z.number()], { error: message }).transform((raw, context): Value => {
    const value = parse(raw);
    if (value !== null && value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Empty is null. */
export const optionalNumber = <Value extends number>(number: WholeNumber<Value>) => {
  const described = field(number, {
    stored: 'integer',
    format: number.format,
    toForm: String,
    isRequired: false,
    input: z.preprocess(
      (raw) => (raw !== undefined && isMissing(raw) ? null : raw),
      typedNumber(number).nullish(),
    ),
    view: z.int().nullable(),
  });
  return { ...described, numbers: number.numbers };
};

/** A number that every record has: missing, it is the usual one. */
export const numberOr = <Value extends number>(usual: NoInfer<Value>, number: WholeNumber<Value>) =>
  field(
    { initial: String(usual), ...number },
    {
      stored: 'integer',
      format: number.format,
      toForm: String,
      isRequired: false,
      input: z.preprocess((raw) => (isMissing(raw) ? usual : raw), typedNumber(number)),
      view: z.int(),
    },
  );

// References

const typedId = z.union([z.string(), z.number()], { error: 'Must be text or a number' }).nullish();

/** The number of another record. `message`: said of what is none. */
export const reference = (
  thing: string,
  { message, ...described }: Described & { message?: string },
) => ({
  ...field(described, {
    stored: 'integer',
    isRequired: true,
    input: typedId.transform(wholeNumber).refine(isId, message ?? `${described.label} is required`),
    view: z.int(),
  }),
  references: thing,
});

export const optionalReference = (thing: string, described: Described) => ({
  ...field(described, {
    stored: 'integer',
    isRequired: false,
    input: typedId
      .transform((raw) => (isMissing(raw) ? null : wholeNumber(raw)))
      .refine(
        (id) => id === null || isId(id),
        `${described.label} must be the number of a ${thing}`,
      ),
    view: z.int().nullable(),
  }),
  references: thing,
});

// Variants

/** A field that only some records of a list have: the others answer null. */
export const ofSome = <Of extends Field>(
  field: Of,
): Omit<Of, 'view'> & { readonly view: z.ZodNullable<Of['view']> } => ({
  ...field,
  view: field.view.nullable() as z.ZodNullable<Of['view']>,
});

/** The same field under another label. */
export const relabelled = <Of extends Field>(field: Of, label: string): Of => ({
  ...field,
  label,
  input: field.input.meta({ ...field.input.meta(), title: label }),
});
