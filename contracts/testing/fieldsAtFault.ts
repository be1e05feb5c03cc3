import type { z } from 'zod';

/** The fields that a schema finds fault with, one for each fault. */
export const fieldsAtFault = (schema: z.ZodType, input: object): string[] =>
  schema.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];
