import { z } from 'zod';
import type { Field, Fields } from './field.js';

type Inputs<Of extends Fields> = { [Name in keyof Of]: Of[Name]['input'] };
type OptionalInputs<Of extends Fields> = { [Name in keyof Of]: z.ZodOptional<Of[Name]['input']> };
type Shown = Readonly<Record<string, Pick<Field, 'view'>>>;
type Views<Of extends Shown> = { [Name in keyof Of]: Of[Name]['view'] };

const mapped = <Of>(fields: Readonly<Record<string, Of>>, of: (field: Of) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));

export const fieldNames = <Of extends Fields>(fields: Of) =>
  Object.keys(fields) as (keyof Of & string)[];

/** A new record as a form, the API and the import send it. Fields it does not know are dropped. */
export const inputOf = <Of extends Fields>(fields: Of) =>
  z.object(mapped(fields, ({ input }) => input) as Inputs<Of>);

/** Changes to a record: what is absent stays as it is, null clears what may be empty. */
export const patchOf = <Of extends Fields>(fields: Of) =>
  z.object(
    mapped(fields, ({ input }) => z.optional(input).meta(input.meta() ?? {})) as OptionalInputs<Of>,
  );

/** The fields as an answer shows them: the shape of an object. */
export const viewShapeOf = <Of extends Shown>(fields: Of) =>
  mapped(fields, ({ view }) => view) as Views<Of>;

export const labelsOf = <Of extends Fields>(fields: Of) =>
  mapped(fields, ({ label }) => label) as { readonly [Name in keyof Of]: string };

/** What stands in the fields of an empty form. */
export const emptyFormOf = <Of extends Fields>(fields: Of) =>
  mapped(fields, ({ initial }) => initial) as Record<keyof Of & string, string>;

/** What stands in the fields of a form of this record: text, empty where there is nothing. */
export const formOf = <Of extends Fields>(fields: Of, record: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value: unknown = (record as Record<string, unknown>)[name];
      return [name, value === null || value === undefined ? '' : field.toForm(value as never)];
    }),
  ) as Record<keyof Of & string, string>;

/** A value in its normal form, as people read it; null where there is none. */
export const formatField = (field: Pick<Field, 'format'>, value: unknown): string | null =>
  value === null || value === undefined ? null : field.format(value as never);

/** The fields of text and the longest that each may be, in characters. */
export const limitsOf = (fields: {
  readonly [name: string]: Field | undefined;
}): [name: string, limit: number][] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field?.limit === undefined ? [] : [[name, field.limit]],
  );
