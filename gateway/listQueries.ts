import {
  type Criteria,
  type Criterion,
  type FilterOf,
  type ListDescription,
  parameterOf,
} from '@insuremanager/contracts/fields/list';
import type { ListRequest } from '@insuremanager/contracts/lists';
import { LARGEST_ID } from '@insuremanager/contracts/rules/ids';
import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { parsePaise } from '@insuremanager/contracts/rules/money';
import { searchedPan } from '@insuremanager/contracts/rules/pan';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { LONGEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { z } from 'zod';
import { requireAccess } from './access/access.js';
import type { Capabilities } from './books.js';
import { parseId } from './rest/restCommands.js';
import { validated } from './validated.js';

// What a list is asked for, read by the description of the list: for GraphQL as it comes from the
// arguments, for REST as it comes from the query, where everything is text.

/** A text to look for. */
export const searchText = (name: string) =>
  z
    .string(`${name} must be one text`)
    .max(LONGEST_SEARCH, `${name} can have at most ${LONGEST_SEARCH} characters`)
    .transform(cleanText)
    .nullish();

const dayBound = (name: string) =>
  z
    .string(`${name} must be one day`)
    .refine(isDay, `${name} must be a day that exists, as YYYY-MM-DD`)
    .nullish()
    .meta({ format: 'date' });

/** Rupees as a person types them; an empty text bounds nothing. */
const amountBound = (name: string) =>
  z
    .string(`${name} must be one amount`)
    .transform((raw, context) => {
      if (raw.trim() === '') return null;
      const paise = parsePaise(raw);
      if (paise !== null) return paise;
      const message = `${name} must be an amount in rupees, such as 12500.50 or 5 lakh`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .nullish()
    .meta({ pattern: '^(-?\\d{1,9}(\\.\\d{1,2})?)?$' });

const anyOf = (name: string, words: readonly string[]) =>
  z.array(z.enum(words, { error: `${name} is one of: ${words.join(', ')}` })).max(words.length);

/** One criterion as both GraphQL and REST send it; null where they differ. */
const criterionSchema = (name: string, criterion: Criterion): z.ZodType | null => {
  switch (criterion.kind) {
    case 'search':
    case 'text':
      return searchText(name);
    case 'oneOf':
      return z
        .enum(criterion.options, { error: `${name} is one of: ${criterion.options.join(', ')}` })
        .nullish();
    case 'dayFrom':
    case 'dayTo':
      return dayBound(name);
    case 'amountFrom':
    case 'amountTo':
      return amountBound(name);
    default:
      return null;
  }
};

const argumentSchema = (name: string, criterion: Criterion): z.ZodType => {
  switch (criterion.kind) {
    case 'anyOf':
      return anyOf(criterion.parameter, criterion.options).nullish();
    case 'reference':
      return z.int(`${name} must be the number of a ${criterion.thing}`).nullish();
    case 'flag':
      return z.boolean(`${name} is true or false`).nullish();
    default:
      return criterionSchema(name, criterion) as z.ZodType;
  }
};

/** What is made of a description, once. */
const madeOnce = <Made>(make: (list: ListDescription) => Made) => {
  const made = new WeakMap<ListDescription, Made>();
  return (list: ListDescription): Made => {
    const existing = made.get(list) ?? make(list);
    made.set(list, existing);
    return existing;
  };
};

/** A filter as it comes by GraphQL, or in a body. */
export const filterSchema = ({ criteria }: Pick<ListDescription, 'criteria'>) =>
  z.object(
    Object.fromEntries(
      Object.entries(criteria).map(([name, one]) => [name, argumentSchema(name, one)]),
    ),
  );

const argumentsSchema = madeOnce(filterSchema);

/**
 * Free texts find persons: who must not see their names, or their PANs, could guess them.
 * @throws Refusal `forbidden`
 */
export function requireSearch(user: Pick<SignedInUser, 'role'>, text: string): void {
  requireAccess(user, 'search');
  if (searchedPan(text) !== null) requireAccess(user, 'identityNumbers.read');
}

/**
 * A filter with the texts that this user may look for. Other criteria find no persons.
 * @throws Refusal `forbidden`
 */
export function checkedSearch<Of extends Criteria>(
  user: Pick<SignedInUser, 'role'>,
  { criteria }: ListDescription<Of>,
  filter: FilterOf<Of>,
): FilterOf<Of> {
  for (const [name, value] of Object.entries(filter)) {
    if (value && criteria[name]?.kind === 'search') requireSearch(user, String(value));
  }
  return filter;
}

/**
 * The filter that GraphQL's arguments say.
 * @throws Refusal `invalid`, naming the criterion; `forbidden` where the user may not search
 */
export const filterOfArguments = <Of extends Criteria>(
  list: ListDescription<Of>,
  filter: object | null | undefined,
  user: SignedInUser,
): FilterOf<Of> =>
  checkedSearch(user, list, validated(argumentsSchema(list), { ...filter }) as FilterOf<Of>);

/** Records are filed under the customer to whom a number leads: who asks by that number finds them. */
export async function ledFilter<Filter extends object>(
  { customers }: Pick<Capabilities, 'customers'>,
  filter: Filter,
): Promise<Filter> {
  const { customerId } = filter as { readonly customerId?: unknown };
  if (typeof customerId !== 'number') return filter;
  const remaining = await customers.remainingOf(customerId);
  return remaining === customerId ? filter : { ...filter, customerId: remaining };
}

/** Words as a query carries several: repeated, or separated by commas. */
const wordsParameter = (name: string, words: readonly string[]) => {
  const some = z.string().meta({ pattern: `^((${words.join('|')})?(,|$))*$` });
  return z
    .union([some, z.array(some)])
    .transform((raw) => [raw].flat().flatMap((some) => some.split(',')))
    .transform((some) => [...new Set(some.filter(Boolean))])
    .pipe(anyOf(name, words))
    .optional();
};

/** The number of the record that a list is filtered by, as `customerId`. */
const referenceParameter = (name: string, thing: string) =>
  z
    .string(`${name} must be one number`)
    .transform((text, context) => {
      const id = parseId(text);
      if (id !== null) return id;
      context.addIssue({ code: 'custom', message: `${name} must be the number of a ${thing}` });
      return z.NEVER;
    })
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: LARGEST_ID });

const flagParameter = (name: string) =>
  z
    .enum(['true', 'false'], `${name} is true or false`)
    .transform((word) => word === 'true')
    .optional();

const parameterSchema = (name: string, criterion: Criterion): z.ZodType => {
  switch (criterion.kind) {
    case 'anyOf':
      return wordsParameter(name, criterion.options);
    case 'reference':
      return referenceParameter(name, criterion.thing);
    case 'flag':
      return flagParameter(name);
    default:
      return criterionSchema(name, criterion) as z.ZodType;
  }
};

const describeCriterion = (criterion: Criterion): string | undefined => {
  if (criterion.description) return criterion.description;
  switch (criterion.kind) {
    case 'anyOf':
      return `Some of: ${criterion.options.join(', ')}; separated by commas`;
    case 'dayFrom':
      return 'First Kolkata day, inclusive';
    case 'dayTo':
      return 'Last Kolkata day, inclusive';
    default:
      return undefined;
  }
};

export const LIST_LIMIT = 1000;

/** A number of rows. */
export const rowLimit = (most: number, usual: number) => {
  const error = `limit must be a whole number from 1 to ${most}`;
  return z.coerce
    .number(error)
    .int(error)
    .min(1, error)
    .max(most, error)
    .default(usual)
    .describe('Rows wanted');
};

/** What every list is asked for beside its filter; the newest first unless told otherwise. */
const pageParameters = ({ sorts, usualSort }: ListDescription) => ({
  sort: z.enum(sorts, `sort is one of: ${sorts.join(', ')}`).default(usualSort),
  direction: z.enum(['asc', 'desc'], 'direction is one of: asc, desc').default('desc'),
  limit: rowLimit(LIST_LIMIT, LIST_LIMIT),
  cursor: z
    .string('cursor must be one text')
    .max(1000, 'cursor is too long')
    .optional()
    .describe('Where the page before ended; taken from its Link header'),
});

/** The query of a list by REST. What it does not know is ignored. */
export const listQuery = madeOnce((list) => {
  const shape = Object.entries(list.criteria).map(([name, criterion]) => {
    const parameter = parameterOf(name, criterion);
    const schema = parameterSchema(parameter, criterion);
    const description = describeCriterion(criterion);
    return [parameter, description ? schema.describe(description) : schema] as const;
  });
  return z.object({ ...Object.fromEntries(shape), ...pageParameters(list) });
});

/**
 * @throws Refusal `invalid`, naming the parameter; `forbidden` where the user may not search
 */
export function listRequest<Of extends Criteria, Sort extends string>(
  list: ListDescription<Of, Sort>,
  query: unknown,
  user: Pick<SignedInUser, 'role'>,
): ListRequest<FilterOf<Of>, Sort> {
  const { sort, direction, limit, cursor, ...asked } = validated(listQuery(list), query);
  const values: Record<string, unknown> = asked;
  const filter = Object.entries(list.criteria).map(([name, criterion]) => [
    name,
    values[parameterOf(name, criterion)],
  ]);
  return {
    filter: checkedSearch(user, list, Object.fromEntries(filter) as FilterOf<Of>),
    sort: sort as Sort,
    direction,
    limit,
    cursor,
  };
}
