import { HTMLSelect, InputGroup, type InputGroupProps, TextArea } from '@blueprintjs/core';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QUOTATION_LABELS,
  QUOTATION_LIMITS,
} from '@insuremanager/contracts/quotations/quotationFields';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownMoney } from '@insuremanager/contracts/rules/money';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { CustomerPicker } from '../../ui/CustomerPicker';
import { type FieldProps, FormField } from '../../ui/FormField';
import { InsurerInput } from '../../ui/InsurerInput';
import { POLICY_TYPE_WORDS, VEHICLE_TYPE_WORDS } from '../../ui/policies/policyWords';
import { quotationLabel } from '../../ui/quotations/quotationWords';
import { shownValue } from './quotationEdit';
import {
  AMOUNTS,
  asLeft,
  type FormField as Field,
  type QuotationFormValues,
  type Reckoning,
} from './quotationForm';
import '../../ui/policies/policyFields.css';

type QuotationUseForm = UseFormReturn<QuotationFormValues>;

interface QuotationFieldsProps {
  form: QuotationUseForm;
  insuranceType: PolicyKind;
  reckoning: Reckoning;
  warnings: Partial<Record<Field, string>>;
  /** Warnings also of fields that nobody has been in. */
  warnsAtOnce: boolean;
  autoFocus: Field;
}

const COVER: Readonly<Record<PolicyKind, Field[]>> = {
  health: ['insuranceType', 'policyType', 'insuranceCompany'],
  vehicle: ['insuranceType', 'vehicleType', 'vehicleNumber', 'insuranceCompany'],
};

export function QuotationFields(props: QuotationFieldsProps) {
  const { form, insuranceType, reckoning, warnings, warnsAtOnce } = props;
  const { errors, touchedFields } = form.formState;
  const fields = (names: readonly Field[], hints: Partial<Record<Field, string>> = {}) =>
    names.map((name) => (
      <FormField
        key={name}
        label={quotationLabel(insuranceType, name)}
        required={name === 'customerId'}
        error={errors[name]?.message}
        warning={warnsAtOnce || touchedFields[name] ? warnings[name] : undefined}
        hint={hints[name]}
      >
        {(field) => (
          <QuotationFieldInput
            form={form}
            name={name}
            field={field}
            autoFocus={props.autoFocus === name}
          />
        )}
      </FormField>
    ));
  return (
    <>
      <fieldset>
        <legend>Customer and cover</legend>
        {fields(['customerId', ...COVER[insuranceType]])}
      </fieldset>
      <fieldset>
        <legend>Amounts</legend>
        {fields(AMOUNTS)}
        <TotalAmount reckoning={reckoning} />
      </fieldset>
      <fieldset>
        <legend>Validity and status</legend>
        {fields(['validityDays', 'status', 'notes'], {
          validityDays: reckoning.until ? `Valid until ${shownDay(reckoning.until)}` : undefined,
          notes: 'Printed on the quotation',
        })}
      </fieldset>
    </>
  );
}

/** What the tax of a premium is, in words. */
const taxWords = ({ gst, gstRate }: Reckoning): string =>
  gstRate === 0
    ? 'Premium and service charges; no GST (0 %)'
    : `Premium and service charges; includes ${shownMoney(gst)} GST at ${gstRate} %`;

/** Follows from the premium and the charges while they are typed. */
const TotalAmount = ({ reckoning }: { reckoning: Reckoning }) => (
  <FormField label={QUOTATION_LABELS.totalAmount} hint={taxWords(reckoning)}>
    {(field) => (
      <InputGroup
        {...field}
        className="amount-input"
        value={shownMoney(reckoning.total)}
        readOnly
      />
    )}
  </FormField>
);

const wordsAsOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const NOT_KNOWN = { value: '', label: 'Not stated' };
const shownOptions = (field: Field, values: readonly string[]) =>
  values.map((value) => ({ value, label: shownValue(field, value) }));

const OPTIONS: Partial<Record<Field, { value: string; label: string }[]>> = {
  insuranceType: shownOptions('insuranceType', POLICY_KINDS),
  policyType: [NOT_KNOWN, ...wordsAsOptions(POLICY_TYPE_WORDS)],
  vehicleType: [NOT_KNOWN, ...wordsAsOptions(VEHICLE_TYPE_WORDS)],
  status: shownOptions('status', QUOTATION_STATUSES),
};

const INPUTS: Partial<Record<Field, InputGroupProps>> = {
  vehicleNumber: {
    className: 'upper-case',
    placeholder: 'KL 07 AB 1234',
    autoCapitalize: 'characters',
  },
  validityDays: { inputMode: 'numeric' },
};
const AMOUNT_INPUT: InputGroupProps = {
  inputMode: 'decimal',
  className: 'amount-input',
  leftElement: <span className="amount-sign">₹</span>,
};

interface QuotationFieldInputProps {
  form: QuotationUseForm;
  name: Field;
  field: FieldProps;
  autoFocus: boolean;
}

function QuotationFieldInput({ form, name, field, autoFocus }: QuotationFieldInputProps) {
  const options = OPTIONS[name];
  if (options) {
    const select = { ...field, ...form.register(name) };
    return <HTMLSelect {...select} fill options={options} autoFocus={autoFocus} />;
  }
  if (name === 'notes') {
    const { ref, ...area } = form.register(name);
    return <TextArea {...field} {...area} inputRef={ref} fill maxLength={QUOTATION_LIMITS.notes} />;
  }
  const isAmount = AMOUNTS.includes(name);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const common = { ...field, inputRef: ref, onBlur };
        if (name === 'customerId') {
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
        return (
          <InputGroup
            {...common}
            {...(isAmount ? AMOUNT_INPUT : INPUTS[name])}
            value={value}
            onChange={onChange}
            onBlur={() => {
              if (asLeft(name, value) !== value) onChange(asLeft(name, value));
              onBlur();
            }}
            onFocus={(event) => isAmount && event.target.select()}
            autoComplete="off"
            autoFocus={autoFocus}
          />
        );
      }}
    />
  );
}
