import { InputGroup } from '@blueprintjs/core';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { paiseFrom } from '@insuremanager/contracts/rules/money';
import { DayInput } from '../DayInput';
import { FormField } from '../FormField';
import { amountBound } from './addressValues';

const BACKWARD_DAYS = 'Must not be after the last day';
const BACKWARD_AMOUNTS = 'Must not be more than the highest';
const NO_AMOUNT = 'Must be an amount in rupees';

interface Range<Bound> {
  from: Bound;
  to: Bound;
}

/** What is wrong with the first of two days; undefined when nothing is. */
export const dayRangeError = ({ from, to }: Range<Day | null>): string | undefined =>
  from !== null && to !== null && from > to ? BACKWARD_DAYS : undefined;

const amountError = (text: string): string | undefined =>
  text.trim() !== '' && amountBound(text) === '' ? NO_AMOUNT : undefined;

/** What is wrong with either of two amounts as they were typed. */
export function amountRangeErrors({ from, to }: Range<string>): Partial<Range<string>> {
  const [least, most] = [paiseFrom(from), paiseFrom(to)];
  const isBackward = least !== null && most !== null && least > most;
  return {
    from: amountError(from) ?? (isBackward ? BACKWARD_AMOUNTS : undefined),
    to: amountError(to),
  };
}

interface RangeProps<Bound> {
  /** Of the two fields. */
  labels: Range<string>;
  range: Range<Bound>;
  onChange: (changed: Partial<Range<Bound>>) => void;
}

/** The first and the last day; part of an `advanced-search-pair`. */
export const DayRange = ({ labels, range, onChange }: RangeProps<Day | null>) => (
  <>
    <FormField label={labels.from} error={dayRangeError(range)}>
      {(field) => <DayInput {...field} day={range.from} onChange={(from) => onChange({ from })} />}
    </FormField>
    <FormField label={labels.to}>
      {(field) => <DayInput {...field} day={range.to} onChange={(to) => onChange({ to })} />}
    </FormField>
  </>
);

/** The least and the highest amount; part of an `advanced-search-pair`. */
export function AmountRange({ labels, range, onChange }: RangeProps<string>) {
  const errors = amountRangeErrors(range);
  return (
    <>
      <FormField label={labels.from} error={errors.from}>
        {(field) => (
          <InputGroup
            {...field}
            inputMode="decimal"
            value={range.from}
            onValueChange={(from) => onChange({ from })}
          />
        )}
      </FormField>
      <FormField label={labels.to} error={errors.to}>
        {(field) => (
          <InputGroup
            {...field}
            inputMode="decimal"
            value={range.to}
            onValueChange={(to) => onChange({ to })}
          />
        )}
      </FormField>
    </>
  );
}
