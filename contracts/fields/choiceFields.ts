import { z } from 'zod';
import { cleanText } from '../rules/text.js';
import { type Described, field, requiredOr } from './field.js';

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
