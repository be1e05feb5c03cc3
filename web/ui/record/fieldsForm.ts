import type { Field, Fields } from '@insuremanager/contracts/fields/field';
import { fieldNames } from '@insuremanager/contracts/fields/fields';
import { isMissing } from '@insuremanager/contracts/rules/text';
import type { z } from 'zod';
import { labelOf } from '../labels';

// What every form of a record does with its fields, by their descriptions.

/** What stands in the fields: text, empty where there is nothing. */
export type FormValues<Of extends Fields> = Record<keyof Of & string, string>;

/** Fields that stand together, in a form or in details. */
export interface FieldGroup<Name extends string> {
  heading: string;
  fields: readonly Name[];
}

/** An amount is typed in rupees and held in paise. */
export const isAmount = (field: Field | undefined): boolean =>
  field?.stored === 'bigint' && field.unit !== 'percent';

/** How an option of a choice reads. */
export const optionLabel = ({ optionLabels }: Field, option: string): string =>
  optionLabels?.[option] ?? labelOf(option);

/** What the fields hold in normal form; what is not valid is left out. */
export const normalValues = <Of extends Fields>(fields: Of, values: FormValues<Of>) =>
  Object.fromEntries(
    fieldNames(fields).flatMap((name) => {
      const parsed = fields[name]?.input.safeParse(values[name]);
      return parsed?.success ? [[name, parsed.data]] : [];
    }),
  ) as Partial<{ [Name in keyof Of]: z.output<Of[Name]['input']> }>;

/** The fields that differ in normal form. */
export function changedFields<Of extends Fields>(
  fields: Of,
  before: FormValues<Of>,
  after: FormValues<Of>,
) {
  const [held, typed] = [normalValues(fields, before), normalValues(fields, after)];
  return fieldNames(fields).filter((name) => held[name] !== typed[name]);
}

/**
 * What the gateway is sent of a form: the texts as they stand there, which it reads as the form
 * does; numbers only of other records; null where there is nothing.
 */
export const wireValues = <Of extends Fields>(
  fields: Of,
  values: FormValues<Of>,
  names: readonly (keyof Of & string)[] = fieldNames(fields),
): Readonly<Record<string, string | number | null>> =>
  Object.fromEntries(
    names.map((name) => {
      const text: string = values[name];
      const sent = fields[name]?.references ? Number(text) : text;
      return [name, isMissing(text) ? null : sent];
    }),
  );

/** A value as people read it, from a form or from a history, which has put some in words already. */
export function formatText(fields: Fields, name: string, text: string): string {
  const field = fields[name];
  if (!field || text === '') return text;
  if (field.options) return optionLabel(field, text);
  if (isAmount(field)) return text.startsWith('₹') ? text : `₹${text}`;
  const isCount = field.stored === 'integer' && !field.references && /^\d+$/.test(text);
  return isCount ? field.format(Number(text) as never) : text;
}
