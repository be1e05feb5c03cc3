import { z } from 'zod';

/**
 * A value that a schema accepts, with every field there: the example in its metadata where it has
 * one. Texts without one say the name of their field.
 */
export const sampleOf = (schema: z.ZodType, name: string): unknown => {
  const [example] = (schema.meta()?.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    return Object.fromEntries(fields.map(([field, of]) => [field, sampleOf(of, field)]));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return sampleOf(schema.unwrap() as z.ZodType, name);
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType, name)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodNumber) return 12;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodString) return name;
  throw new Error(`There is no sample for ${name}`);
};
