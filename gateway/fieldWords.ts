import type { Documented } from '@insuremanager/contracts/fields/field';
import { LARGEST_ID } from '@insuremanager/contracts/rules/ids';
import { decimalOf } from '@insuremanager/contracts/rules/money';

// Patterns have the digits of ASCII written out: for some programs `\d` is those of every script.

const YEAR_FIRST = '[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const DAY_FIRST = '(?:0[1-9]|[12][0-9]|3[01])/(?:0[1-9]|1[0-2])/(?:[1-9][0-9])?[0-9]{2}';

/** Blanks and control characters: a text of nothing else is empty. */
const NOTHING_SEEN = String.raw`[\u0000-\u0020\u007f-\u00a0]*`;

/** The pattern of a whole text, which may also be empty where the value may be missing. */
const wholly = (pattern: string, isRequired: boolean): string =>
  `^(?:${pattern}${isRequired ? '' : `|${NOTHING_SEEN}`})$`;

/**
 * What may be sent of a field: in words, and in those of JSON Schema. All of it is accepted, but for
 * what only a rule can say: that a day exists. Spellings that people have besides (`Health`,
 * `5 lakh`, blanks around) are read, too, and are not said: programs need none of them.
 */
export function wordsOf(field: Documented): { description?: string } & Record<string, unknown> {
  const { stored, isRequired, hint, limit, options, largest, unit, numbers, sent } = field;
  const typed = (...types: string[]) => ({ type: [...types, ...(isRequired ? [] : ['null'])] });
  const whole = typed('integer', 'string');
  if (options) {
    const empty = isRequired ? [] : field.isNeverEmpty ? [null] : ['', null];
    return { description: `One of: ${options.join(', ')}`, enum: [...options, ...empty] };
  }
  if (limit !== undefined) {
    return { description: `At most ${limit} characters`, ...ofText({ ...field, limit }) };
  }
  if (stored === 'date') {
    const description = hint ?? 'YYYY-MM-DD, DD/MM/YYYY or DD/MM/YY';
    return { description, pattern: wholly(`${YEAR_FIRST}|${DAY_FIRST}`, isRequired) };
  }
  if (largest !== undefined) {
    const most = decimalOf(largest);
    const pattern = sent?.pattern ?? `[0-9]{1,${most.indexOf('.')}}(?:[.][0-9]{1,2})?`;
    return {
      description: `${unit === 'percent' ? 'Percent' : 'Rupees'}, at most two decimals, from 0 to ${most}`,
      ...typed('string', 'number'),
      ...{ minimum: 0, maximum: Number(most), multipleOf: 0.01 },
      pattern: wholly(pattern, isRequired),
    };
  }
  const { pattern = '[1-9][0-9]{0,8}', ...bounds } = sent ?? { minimum: 1, maximum: LARGEST_ID };
  return {
    ...(hint && { description: hint }),
    ...whole,
    ...(numbers
      ? { enum: [...numbers, ...numbers.map(String), '', null] }
      : { ...bounds, pattern: wholly(pattern, isRequired) }),
  };
}

function ofText({ limit, dropped, pattern, isRequired }: Documented & { limit: number }) {
  if (pattern) return { maxLength: limit, pattern: wholly(pattern, isRequired) };
  if (dropped === undefined) {
    return { ...(isRequired && { minLength: 1, pattern: '\\S' }), maxLength: limit };
  }
  const counted = `(?:[^${dropped}][${dropped}]*){${Number(isRequired)},${limit}}`;
  return { pattern: `^[${dropped}]*${counted}$` };
}
