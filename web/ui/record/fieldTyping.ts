import type { Field } from '@insuremanager/contracts/fields/field';
import { formatAmount, parsePaise } from '@insuremanager/contracts/rules/money';
import { isAmount, optionLabel } from './fieldsForm';

/** What can be chosen in a field that is a choice; where it may be left open, that as well. */
export function choicesOf(field: Field) {
  const { options, numbers, isRequired, view } = field;
  const choices =
    options?.map((value) => ({ value, label: optionLabel(field, value) })) ??
    numbers?.map((number) => ({ value: `${number}`, label: field.format(number as never) }));
  if (!choices) return null;
  const isOptional = !isRequired && view.safeParse(null).success;
  const { none = isOptional ? 'Not specified' : undefined } = field;
  return none ? [{ value: '', label: none }, ...choices] : choices;
}

/** What stands in a field once it is left: what is understood, as it is written here. */
export function asLeft(field: Field, text: string): string {
  if (isAmount(field)) {
    const paise = parsePaise(text);
    return paise === null ? text : formatAmount(paise);
  }
  if (field.stored !== 'date' && !field.typing?.isUpperCase) return text;
  const { data } = field.input.safeParse(text);
  return data ? field.format(data as never) : text;
}
