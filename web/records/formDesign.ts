import type { Fields } from '@insuremanager/contracts/fields/field';
import {
  emptyFormOf,
  formOf as formOfFields,
  labelsOf,
} from '@insuremanager/contracts/fields/fields';
import type { FieldValues, Path } from 'react-hook-form';
import type { ZodType } from 'zod';
import {
  changedFields,
  type FieldGroup,
  type FormValues,
  wireValues,
} from '../ui/record/fieldsForm';
import type { EditRules } from '../ui/record/rebased';
import type { RecordType, SavedRecord } from '../ui/record/recordType';
import type { SaveOperation } from '../ui/record/useSaveRecord';
import type { RecordKind } from './addresses';

/** The form of a type of record in all that never changes: made once, outside of components. */
export interface FormDesign<
  Saved extends SavedRecord,
  Values extends FieldValues,
  Input extends object,
> {
  type: RecordType<Saved>;
  /** Where one that was added is opened. */
  kind: RecordKind;
  /** What a form must be. */
  schema: ZodType;
  groups: readonly FieldGroup<Path<Values>>[];
  empty: Values;
  rules: EditRules<Saved, Values>;
  /** All of a valid form, as the gateway takes a new record. */
  inputOf: (values: Values) => Input;
  /** The changes that a valid form makes to a record: only what differs in normal form. */
  changesOf: (record: Saved, values: Values) => Input;
  save: SaveOperation<Saved | null, Saved, Input>;
  /** What the notification of a saved one leads to beside the record. */
  linkOf?: (saved: Saved) => { text: string; href: string };
  /** Told of one that was added. */
  onAdded?: (saved: Saved) => void;
}

type Labels<Of extends Fields> = EditRules<never, FormValues<Of>>['labels'];
interface OwnParts<Saved extends SavedRecord, Values extends FieldValues, Input extends object>
  extends Pick<FormDesign<Saved, Values, Input>, 'schema' | 'groups' | 'save'>,
    Partial<
      Pick<
        FormDesign<Saved, Values, Input>,
        'kind' | 'inputOf' | 'changesOf' | 'linkOf' | 'onAdded'
      >
    >,
    Partial<Pick<EditRules<Saved, Values>, 'formOf' | 'storedValuesOf'>> {
  /** What is meant by what stands in the fields; the same when left out. */
  meant?: (values: Values) => Values;
}

/** The design of a form of these fields; what is given beside the rest is unlike all others. */
export function formDesign<Saved extends SavedRecord, Of extends Fields, Input extends object>(
  type: RecordType<Saved>,
  fields: Of,
  {
    formOf = (record) => formOfFields(fields, record),
    storedValuesOf,
    meant = (values) => values,
    ...own
  }: OwnParts<Saved, FormValues<Of>, Input>,
): FormDesign<Saved, FormValues<Of>, Input> {
  return {
    type,
    kind: type.one as RecordKind,
    empty: emptyFormOf(fields),
    rules: {
      labels: labelsOf(type.fields) as Labels<Of>,
      formOf,
      storedValuesOf,
      format: type.formatValue,
    },
    inputOf: (values) => wireValues(fields, meant(values)) as Input,
    changesOf: (record, values) => {
      const typed = meant(values);
      return wireValues(fields, typed, changedFields(fields, formOf(record), typed)) as Input;
    },
    ...own,
  };
}
