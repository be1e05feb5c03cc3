import type { z } from 'zod';
import type { Mask } from '../rules/masks.js';
import type { Paise } from '../rules/money.js';
import { isMissing } from '../rules/text.js';

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
  /** Of hundredths that are no paise. */
  readonly unit?: 'percent';
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

export interface Described {
  label: string;
  /** What an answer holds, for readers of the API. */
  description?: string;
  initial?: string;
  mask?: Mask;
  none?: string;
  optionLabels?: Readonly<Record<string, string>>;
  typing?: Typing;
}

export interface SentNumber {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of the same as a text. */
  readonly pattern?: string;
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
  readonly unit?: 'percent';
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

export const field = <Input extends z.ZodType, View extends z.ZodType, Stored extends StoredAs>(
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
export const requiredOr = (label: string, otherwise: string) => ({
  error: ({ input }: { input?: unknown }) =>
    isMissing(input) ? `${label} is required` : otherwise,
});

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

/** What a view shows that nobody types. */
export interface SystemField<
  View extends z.ZodType = z.ZodType,
  Stored extends StoredAs | 'timestamptz' | 'boolean' = StoredAs | 'timestamptz' | 'boolean',
> {
  /** The type of its column in a read model. */
  readonly stored: Stored;
  /** As answers show it. */
  readonly view: View;
  /** Of what files and replays show beside the fields. */
  readonly label?: string | undefined;
}
