import { HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import type { Field, Fields } from '@insuremanager/contracts/fields/field';
import { NCB_PERCENTS } from '@insuremanager/contracts/policies/policyKinds';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { DayTextInput } from '../ui/DayInput';
import type { FieldProps } from '../ui/FormField';
import { optionsOf } from '../ui/labels';
import { isAmount } from '../ui/record/fieldsForm';
import { CustomerPicker } from './customers/CustomerPicker';
import { InsurerInput } from './policies/InsurerInput';
import { asLeft } from './policies/policyForm';
import './FieldInput.css';

const NOT_STATED = { value: '', label: 'Not specified' };

/** The words of a choice, if it is one; where it may be left open, that as well. */
function choicesOf(name: string, { options, isRequired, view }: Field) {
  if (name === 'ncbPercent') {
    return [NOT_STATED, ...NCB_PERCENTS.map((one) => ({ value: `${one}`, label: `${one} %` }))];
  }
  if (!options) return null;
  const isOptional = !isRequired && view.safeParse(null).success;
  return isOptional ? [NOT_STATED, ...optionsOf(options)] : optionsOf(options);
}

const LOOKS: Readonly<Record<string, InputGroupProps>> = {
  vehicleNumber: {
    className: 'upper-case',
    placeholder: 'KL 07 AB 1234',
    autoCapitalize: 'characters',
  },
  vehicleYear: { inputMode: 'numeric', placeholder: 'YYYY' },
  engineNumber: { className: 'upper-case' },
  chassisNumber: { className: 'upper-case' },
  validityDays: { inputMode: 'numeric' },
};
const AMOUNT: InputGroupProps = {
  inputMode: 'decimal',
  className: 'amount-input',
  leftElement: <span className="amount-sign">₹</span>,
  onFocus: (event) => event.target.select(),
};

interface FieldInputProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  fields: Fields;
  name: Path<Values>;
  field: FieldProps;
  autoFocus: boolean;
  /** Called with a text that was typed or chosen, before it stands there. */
  onText?: (text: string) => void;
}

/** The input of a field of a policy or a quotation, by its description. */
export function FieldInput<Values extends FieldValues>(props: FieldInputProps<Values>) {
  const { form, fields, name, field, autoFocus, onText } = props;
  const described = fields[name] as Field;
  const { limit, hasLines, references, stored } = described;
  const options = choicesOf(name, described);
  if (options) {
    const select = { ...field, ...form.register(name) };
    return <HTMLSelect {...select} fill options={options} autoFocus={autoFocus} />;
  }
  if (hasLines) {
    const { ref, ...area } = form.register(name);
    return <TextArea {...field} {...area} inputRef={ref} fill maxLength={limit} />;
  }
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const common = { ...field, inputRef: ref, onBlur };
        if (references) {
          return (
            <CustomerPicker
              {...common}
              customerId={value === '' ? null : Number(value)}
              onChange={(customer) => onChange(customer ? String(customer.id) : '')}
              autoFocus={autoFocus}
            />
          );
        }
        if (name === 'insuranceCompany') {
          return <InsurerInput {...common} insurer={value} onChange={onChange} />;
        }
        if (stored === 'date') {
          const take = (text: string) => {
            onText?.(text);
            onChange(text);
          };
          return <DayTextInput {...common} text={value} onChange={take} autoFocus={autoFocus} />;
        }
        return (
          <InputGroup
            {...common}
            {...(isAmount(described) ? AMOUNT : LOOKS[name])}
            value={value}
            onChange={onChange}
            onBlur={() => {
              const left = asLeft(fields, name, value);
              if (left !== value) onChange(left);
              onBlur();
            }}
            autoComplete="off"
            autoFocus={autoFocus}
          />
        );
      }}
    />
  );
}
