import { z } from 'zod';
import { isId } from '../rules/ids.js';
import { isMissing, wholeNumber } from '../rules/text.js';
import { type Described, field, type SentNumber } from './field.js';

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
