import type { ListRequest } from '../lists.js';
import type { Day } from '../rules/kolkataDay.js';
import type { Paise } from '../rules/money.js';

interface Described {
  /** What a person reads of it: beside its input and on its tag. */
  readonly label: string;
  /** For readers of the API. */
  readonly description?: string;
  /** The field that it compares, where that is called otherwise than its parameter. */
  readonly of?: string;
}

/** One thing that a list is filtered by. */
export type Criterion =
  | { readonly kind: 'search'; readonly description: string }
  /** A whole text, in any letter case. */
  | (Described & { readonly kind: 'text' })
  /** Any of some values. `parameter`: its name in a query, where they are separated by commas. */
  | (Described & Chosen & { readonly kind: 'anyOf'; readonly parameter: string })
  | (Described & Chosen & { readonly kind: 'oneOf' })
  /** The number of a record of another kind. */
  | (Described & { readonly kind: 'reference'; readonly thing: string })
  /** Kolkata days, both inclusive. */
  | (Described & { readonly kind: 'dayFrom' | 'dayTo' })
  /** Amounts, both inclusive. */
  | (Described & { readonly kind: 'amountFrom' | 'amountTo' })
  | (Described & { readonly kind: 'flag' });

interface Chosen {
  readonly options: readonly string[];
}

export type Criteria = Readonly<Record<string, Criterion>>;

type ValueOf<Of extends Criterion> = Of extends { kind: 'anyOf'; options: readonly (infer Word)[] }
  ? readonly Word[]
  : Of extends { kind: 'oneOf'; options: readonly (infer Word)[] }
    ? Word
    : Of extends { kind: 'reference' }
      ? number
      : Of extends { kind: 'dayFrom' | 'dayTo' }
        ? Day
        : Of extends { kind: 'amountFrom' | 'amountTo' }
          ? Paise
          : Of extends { kind: 'flag' }
            ? boolean
            : string;

/** The values of a filter: absent and null filter nothing. */
export type FilterOf<Of extends Criteria> = {
  -readonly [Name in keyof Of]?: ValueOf<Of[Name]> | null;
};

/** How the records of a kind are listed. */
export interface ListDescription<Of extends Criteria = Criteria, Sort extends string = string> {
  readonly criteria: Of;
  readonly sorts: readonly Sort[];
  /** The default. */
  readonly usualSort: Sort;
  /** Those that begin at the end: the newest day, the highest amount. Words begin with A. */
  readonly descending: readonly Sort[];
}

export const describeList = <const Of extends Criteria, const Sort extends string>(
  list: ListDescription<Of, Sort>,
): ListDescription<Of, Sort> => list;

export type FilterIn<List> = List extends ListDescription<infer Of, string> ? FilterOf<Of> : never;
export type SortIn<List> = List extends ListDescription<Criteria, infer Sort> ? Sort : never;
export type RequestOf<List> = ListRequest<FilterIn<List>, SortIn<List>>;

/** The field that a criterion compares. */
export const fieldOf = (name: string, criterion: Criterion): string =>
  ('of' in criterion ? criterion.of : undefined) ?? parameterOf(name, criterion);

/** The name of a criterion in a query, by REST and in the address of the browser. */
export const parameterOf = (name: string, criterion: Criterion): string =>
  criterion.kind === 'anyOf' ? criterion.parameter : name;
