import { invalid } from '@insuremanager/services/platform/errors';
import type { z } from 'zod';

/** @throws Refusal `invalid`, naming every field at fault. */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
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
