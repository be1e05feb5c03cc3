import {
  type Criteria,
  type Criterion,
  type FilterOf,
  type ListDescription,
  parameterOf,
} from '@insuremanager/contracts/fields/list';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import { labelOf } from '../labels';
import { dayIn, idIn } from './addressValues';

export type ValueOf<Of extends Criterion> = Of extends {
  kind: 'anyOf';
  options: readonly (infer Word)[];
}
  ? Word[]
  : Of extends { kind: 'amountFrom' | 'amountTo' }
    ? string
    : NonNullable<FilterOf<{ it: Of }>['it']>;

/**
 * What a list is filtered by, as the gateway takes it: only what filters is there, so that equal
 * lists are one list. Amounts are decimals of rupees, in a form as they are typed.
 */
export type FilterValues<Of extends Criteria> = {
  readonly [Name in keyof Of]?: ValueOf<NonNullable<Of[Name]>>;
};

type Filtered<Of extends Criteria> = Pick<ListDescription<Of>, 'criteria'>;

/** What is searched for stands in the address as `q`, which is kept unwritten: see `useAddress`. */
const parameterIn = (name: string, criterion: Criterion): string =>
  criterion.kind === 'search' ? 'q' : parameterOf(name, criterion);

/** What cannot be understood in an address is as if it were not there. */
export const filterIn = <Of extends Criteria>(
  params: URLSearchParams,
  { criteria }: Filtered<Of>,
): FilterValues<Of> =>
  Object.fromEntries(
    Object.entries(criteria)
      .map(([name, one]) => [name, valueIn(params, parameterIn(name, one), one)] as const)
      .filter(([, value]) => value !== null && String(value) !== ''),
  ) as FilterValues<Of>;

function valueIn(params: URLSearchParams, name: string, criterion: Criterion) {
  const text = params.get(name) ?? '';
  switch (criterion.kind) {
    case 'search':
      return text.trim();
    case 'text':
      return text;
    case 'anyOf':
      return criterion.options.filter((word) => text.split(',').includes(word));
    case 'oneOf':
      return criterion.options.find((word) => word === text) ?? null;
    case 'reference':
      return idIn(params, name);
    case 'dayFrom':
    case 'dayTo':
      return dayIn(params, name);
    case 'amountFrom':
    case 'amountTo':
      return parseAmount(text);
    case 'flag':
      return text === 'true' || null;
  }
}

/** What an address says of a filter, null for what does not filter; the search stays as it is. */
export const addressOfFilter = <Of extends Criteria>(
  { criteria }: Filtered<Of>,
  filter: FilterValues<Of>,
): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(criteria)
      .filter(([, { kind }]) => kind !== 'search')
      .map(([name, one]) => [parameterOf(name, one), textOf(one, filter[name])]),
  );

const textOf = ({ kind }: Criterion, value: unknown): string | null => {
  const isAmount = kind === 'amountFrom' || kind === 'amountTo';
  const text = isAmount ? parseAmount(String(value ?? ''))?.replace(/\.00$/, '') : value;
  return text ? String(text) || null : null;
};

/** What a person typed as an amount, as a decimal; null when it is none, or below zero. */
const parseAmount = (raw: string): string | null => {
  const paise = parsePaise(raw);
  return paise === null || paise < 0 ? null : decimalOf(paise);
};

/** Texts by the criterion. */
export type TextsOf<Of extends Criteria> = { readonly [Name in keyof Of]?: string };

interface FilterTag<Of extends Criteria> {
  label: string;
  /** What remains without it. */
  without: FilterValues<Of>;
}

/** What a person reads of a filter, one thing at a time. */
export function filterTags<Of extends Criteria>(
  { criteria }: Filtered<Of>,
  filter: FilterValues<Of>,
  names: TextsOf<Of> = {},
): FilterTag<Of>[] {
  return Object.entries(criteria).flatMap(([name, one]) => {
    const value = filter[name];
    if (value === undefined || one.kind === 'search') return [];
    const without = (rest?: unknown) => ({ ...filter, [name]: rest });
    if (Array.isArray(value)) {
      return value.map((word) => ({
        label: `${one.label}: ${labelOf(word)}`,
        without: without(value.filter((other) => other !== word)),
      }));
    }
    const text = names[name] ?? String(value);
    return [{ label: labelOfTag(one, text), without: without() }];
  });
}

function labelOfTag(criterion: Exclude<Criterion, { kind: 'search' }>, text: string): string {
  const { kind, label } = criterion;
  switch (kind) {
    case 'dayFrom':
    case 'dayTo':
      return `${label} ${formatDay(text)}`;
    case 'amountFrom':
    case 'amountTo':
      return `${label} ${formatMoney(parsePaise(text) ?? 0)}`;
    case 'flag':
      return label;
    case 'anyOf':
    case 'oneOf':
      return `${label}: ${labelOf(text)}`;
    case 'text':
    case 'reference':
      return `${label}: ${text}`;
  }
}

const NO_AMOUNT = 'Must be an amount in rupees';
const BACKWARD_AMOUNTS = 'Must not be more than the upper limit';
const BACKWARD_DAYS = 'Must not be after the last day';

/** What is wrong in a form, by the criterion; a range is `…From` and `…To`. */
export function filterErrors<Of extends Criteria>(
  { criteria }: Filtered<Of>,
  values: FilterValues<Of>,
): TextsOf<Of> {
  const errorOf = (name: string, { kind }: Criterion): string | null => {
    const text = String(values[name] ?? '');
    const end = String(values[name.replace(/From$/, 'To')] ?? '');
    if (kind === 'dayFrom') return text && end && text > end ? BACKWARD_DAYS : null;
    if (kind !== 'amountFrom' && kind !== 'amountTo') return null;
    if (text.trim() && parseAmount(text) === null) return NO_AMOUNT;
    const [least, most] = [parsePaise(text), parsePaise(end)];
    return least !== null && most !== null && least > most ? BACKWARD_AMOUNTS : null;
  };
  return Object.fromEntries(
    Object.entries(criteria)
      .map(([name, one]) => [name, errorOf(name, one)] as const)
      .filter(([, error]) => error !== null),
  ) as TextsOf<Of>;
}
