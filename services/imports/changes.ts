import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import type { Field } from '@insuremanager/contracts/fields/field';
import { formatField } from '@insuremanager/contracts/fields/fields';
import type { ImportFieldChange } from '@insuremanager/contracts/imports/importViews';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { quotationFields } from '@insuremanager/contracts/quotations/quotationFields';
import { comparedFields, type ReadRow, type RowInput } from './readRow.js';

const FIELDS: Readonly<Record<RowInput['kind'], Readonly<Record<string, Field>>>> = {
  customer: customerFields,
  health: policyFields,
  vehicle: policyFields,
  quotation: quotationFields,
  document: {},
  claim: {},
  lead: {},
};

/** What a form holds of a record, as the form's schema reads it: the normal form. */
const normalOf = (field: Field, shown: unknown): unknown => {
  if (shown === null || shown === undefined) return null;
  const read = field.input.safeParse(field.toForm(shown as never));
  return read.success ? (read.data ?? null) : shown;
};

export interface Change {
  readonly field: string;
  /** In normal form, as a command takes it. */
  readonly value: unknown;
  readonly words: ImportFieldChange;
}

/**
 * Fields that a row gives and that differ from a record as it is shown. What the row does not say
 * stays as it is.
 * @param isSame for a field whose value is not shown
 */
export function changesOf(
  { record, given }: ReadRow,
  view: object,
  isSame: Readonly<Record<string, boolean>> = {},
): Change[] {
  if (!record) return [];
  const fields = FIELDS[record.kind];
  return comparedFields(record)
    .filter((name) => given.includes(name))
    .flatMap((name): Change[] => {
      const field = fields[name];
      if (!field) return [];
      const value = (record.input as Readonly<Record<string, unknown>>)[name] ?? null;
      const shown = (view as Readonly<Record<string, unknown>>)[name];
      const before = normalOf(field, shown);
      if (isSame[name] ?? value === before) return [];
      // What is masked is not in its normal form: it is shown as it is.
      const beforeText = name in isSame ? ((shown as string | null) ?? null) : words(field, before);
      return [
        {
          field: name,
          value,
          words: { field: name, before: beforeText, after: words(field, value) },
        },
      ];
    });
}

const words = (field: Field, value: unknown): string | null => formatField(field, value);
