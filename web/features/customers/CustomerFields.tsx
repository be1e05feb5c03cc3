import {
  CUSTOMER_LABELS,
  type CustomerField,
  customerFields,
} from '@insuremanager/contracts/customers/customerFields';
import { IDENTIFYING_FIELDS } from '@insuremanager/contracts/customers/customerViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { UseFormReturn } from 'react-hook-form';
import { FieldInput } from '../../records/FieldInput';
import { FieldGroups } from '../../ui/record/formFields';
import {
  CUSTOMER_GROUPS,
  type Customer,
  type CustomerFormValues,
  warningsOf,
} from './customerForm';
import { DuplicateNotes } from './DuplicateNotes';
import type { Duplicates } from './useDuplicates';

interface CustomerFieldsProps {
  form: UseFormReturn<CustomerFormValues>;
  values: CustomerFormValues;
  base: Customer | null;
  duplicates: Duplicates;
  onOpenDuplicate: (id: number) => void;
  isAadhaarRemoved: boolean;
  onAadhaarRemoved: (isRemoved: boolean) => void;
}

interface AadhaarHintProps {
  mask: string;
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
}

/** The number itself stays on the server: here it is kept, replaced by typing, or removed. */
const AadhaarHint = ({ mask, isRemoved, onRemoved }: AadhaarHintProps) => (
  <>
    {isRemoved ? 'Will be removed when you save. ' : `On file: ${mask}. Type to replace it, or `}
    <button type="button" className="link-button" onClick={() => onRemoved(!isRemoved)}>
      {isRemoved ? 'keep it' : 'remove it'}
    </button>
  </>
);

export function CustomerFields(props: CustomerFieldsProps) {
  const { form, values, base, duplicates, onOpenDuplicate } = props;
  const { errors, touchedFields } = form.formState;
  const warnings = warningsOf(values, kolkataDay(new Date()));

  const identifies = (name: CustomerField) => IDENTIFYING_FIELDS.some((field) => field === name);
  const shownMask = (!props.isAadhaarRemoved && base?.aadhaarNumber) || undefined;
  const aadhaarHint = base?.aadhaarNumber && (
    <AadhaarHint
      mask={base.aadhaarNumber}
      isRemoved={props.isAadhaarRemoved}
      onRemoved={props.onAadhaarRemoved}
    />
  );
  const notesOf = (name: CustomerField) => (
    <DuplicateNotes
      field={name}
      duplicates={duplicates.of(name, values)}
      onOpen={onOpenDuplicate}
      onIgnore={duplicates.ignore}
    />
  );
  return (
    <FieldGroups
      groups={CUSTOMER_GROUPS}
      labelOf={(name) => CUSTOMER_LABELS[name]}
      fields={customerFields}
      errors={errors}
      warnings={warnings}
      isRemarked={(name) => base !== null || Boolean(touchedFields[name])}
      hints={{ aadhaarNumber: aadhaarHint }}
      notes={Object.fromEntries(IDENTIFYING_FIELDS.map((name) => [name, notesOf(name)]))}
    >
      {(name, field) => (
        <FieldInput
          {...{ form, name, field }}
          fields={customerFields}
          autoFocus={name === 'name'}
          placeholder={name === 'aadhaarNumber' ? shownMask : undefined}
          onLeft={() => identifies(name) && void duplicates.check(form.getValues())}
        />
      )}
    </FieldGroups>
  );
}
