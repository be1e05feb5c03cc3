import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, paiseFrom } from '@insuremanager/contracts/rules/money';

/** A day in the address; null when there is none, or none that could be one. */
export const dayIn = (params: URLSearchParams, name: string): Day | null => {
  const value = params.get(name);
  return value !== null && isDay(value) ? value : null;
};

/** A record's id in the address; null when there is none, or none that could be one. */
export const idIn = (params: URLSearchParams, name: string): number | null => {
  const value = params.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
};

/** Those of the options that the address names, separated by commas. */
export const someIn = <Option extends string>(
  params: URLSearchParams,
  name: string,
  options: readonly Option[],
): Option[] => {
  const asked = (params.get(name) ?? '').split(',');
  return options.filter((option) => asked.includes(option));
};

/** What a person typed as an amount, as a decimal; empty when it is none, or below zero. */
export const amountBound = (raw: string): string => {
  const paise = paiseFrom(raw);
  return paise === null || paise < 0 ? '' : decimalOf(paise);
};

/** A decimal as an address has it: without paise where there are none; null for no amount. */
export const shortAmount = (decimal: string): string | null => decimal.replace(/\.00$/, '') || null;
