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

const NOT_AN_OBJECT = {
  field: '',
  code: 'invalid-type',
  message: 'Send one JSON object with the fields, not a list',
};
