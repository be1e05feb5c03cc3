import { z } from 'zod';
import { cleanLines, cleanText } from '../rules/text.js';
import { type Described, field, requiredOr } from './field.js';

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
