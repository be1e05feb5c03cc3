import { z } from 'zod';
import type { RecordDeclaration } from '../records/records.js';
import { instantText } from './dayFields.js';
import type { Fields, SystemField } from './field.js';
import { inputOf, patchOf, viewShapeOf } from './fields.js';
import type { ListDescription } from './list.js';

export type { SystemField } from './field.js';

export const systemField = <Stored extends SystemField['stored'], View extends z.ZodType>(
  stored: Stored,
  view: View,
  label?: string,
): SystemField<View, Stored> => ({ stored, view, label });

/** The number of another record; null: there is none. */
export const systemReference = (description: string) =>
  systemField('integer', z.int().nullable().describe(description));

/** What every view of a record ends with. */
export const recordStamps = {
  createdAt: systemField('timestamptz', instantText()),
  updatedAt: systemField('timestamptz', instantText()),
  version: systemField(
    'integer',
    z
      .int()
      .describe(
        'The revision of the record: send it back, by REST as the ETag, to change only this',
      ),
  ),
};

/** The number of the record itself. */
export const recordId = z.int();

interface Described<Of extends Fields, System extends Readonly<Record<string, SystemField>>, List> {
  readonly fields: Of;
  /** What the system fills in. */
  readonly system: System;
  readonly list: List;
}

/** A kind of record with its schemas, where they are no more than what its fields say. */
export const declareRecord = <
  Declaration extends RecordDeclaration,
  Of extends Fields,
  System extends Readonly<Record<string, SystemField>>,
  List extends ListDescription,
>(
  declaration: Declaration,
  { fields, system, list }: Described<Of, System, List>,
) => ({
  ...declaration,
  fields,
  system,
  view: z.object({ id: recordId, ...viewShapeOf({ ...fields, ...system }) }),
  list,
  input: inputOf(fields),
  patch: patchOf(fields),
});
