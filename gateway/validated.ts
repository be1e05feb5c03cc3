import { invalid } from '@insuremanager/services/platform/errors';
import type { z } from 'zod';

/** @throws Refusal `invalid`, naming every field at fault. */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  if (Array.isArray(input)) throw invalid([NOT_AN_OBJECT]);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map(({ path, code, message }) => ({
      field: path.join('.'),
      code: code.replaceAll('_', '-'),
      message,
    })),
  );
}

/**
 * Parameters of a query that are nearly those that a route knows, as `city[]` or `kyc_status`: left
 * out of account, they would have more answered than was asked for.
 * @throws Refusal `invalid`, naming each with the one that is meant
 */
export function refuseLookalikes(known: readonly string[], query: object): void {
  const faults = Object.keys(query).flatMap((field) => {
    if (known.includes(field)) return [];
    const meant = known.find((name) => lettersOf(name) === lettersOf(field));
    if (!meant) return [];
    const message = `There is no parameter ${field.slice(0, LONGEST_NAME)}. Send it as ${meant}.`;
    return [{ field, code: 'unknown-parameter', message }];
  });
  if (faults.length > 0) throw invalid(faults);
}
const LONGEST_NAME = 40;
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const NOT_AN_OBJECT = {
  field: '',
  code: 'invalid-type',
  message: 'Send one JSON object with the fields, not a list',
};
