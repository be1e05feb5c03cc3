import type { CustomerField } from '@insuremanager/contracts/customers/customerFields';
import { IDENTIFYING_FIELDS } from '@insuremanager/contracts/customers/customerViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ShownFields } from '../../records/FieldsForm';
import { FieldGroups } from '../../records/FormFields';
import type { Customer } from './customer';
import { type CustomerFormValues, NEW_CUSTOMER_GROUPS, warningsOf } from './customerForm';
import { DuplicateNotes } from './DuplicateNotes';
import type { Duplicates } from './useDuplicates';

interface CustomerFieldsProps extends ShownFields<Customer, CustomerFormValues> {
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
  const aadhaar = base?.aadhaarNumber && {
    placeholder: props.isAadhaarRemoved ? undefined : base.aadhaarNumber,
    hint: (
      <AadhaarHint
        mask={base.aadhaarNumber}
        isRemoved={props.isAadhaarRemoved}
        onRemoved={props.onAadhaarRemoved}
      />
    ),
  };
  const identifying = (name: CustomerField) => ({
    onLeft: () => void duplicates.check(form.getValues()),
    notes: (
      <DuplicateNotes
        field={name}
        duplicates={duplicates.of(name, values)}
        onOpen={onOpenDuplicate}
        onIgnore={duplicates.ignore}
      />
    ),
    ...(name === 'aadhaarNumber' && aadhaar),
  });
  return (
    <FieldGroups
      {...props}
      groups={base ? props.groups : NEW_CUSTOMER_GROUPS}
      warnings={warningsOf(values, kolkataDay(new Date()))}
      extras={Object.fromEntries(IDENTIFYING_FIELDS.map((name) => [name, identifying(name)]))}
    />
  );
}
