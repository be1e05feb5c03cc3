import {
  type Criteria,
  type Criterion,
  type FilterOf,
  fieldOf,
  type ListDescription,
} from '@insuremanager/contracts/fields/list';
import { endOfKolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import type { ColumnType, Table } from './projector.js';

type Condition<Value> = ((query: Knex.QueryBuilder, value: Value) => unknown) | string | null;

/**
 * Criteria that do not compare the column of their field: their condition, or their column; null
 * where the list adds it elsewhere, as every list does with its search.
 */
export type Conditions<Of extends Criteria> = {
  readonly [Name in keyof Of]?: Condition<NonNullable<FilterOf<Of>[Name]>>;
};

/** `kycStatus` is in `kyc_status`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column of a text as it is compared, in any letter case. */
export const keyColumnOf = (field: string): string => `${columnOf(field)}_key`;

const criterionColumn = (name: string, criterion: Criterion): string => {
  const field = fieldOf(name, criterion);
  return criterion.kind === 'text' ? keyColumnOf(field) : columnOf(field);
};

/**
 * Adds what a filter asks for to a query on its table.
 * @throws when a criterion has neither a condition nor a column, whatever the filter is
 */
export function applyFilter<Of extends Criteria>(
  query: Knex.QueryBuilder,
  table: Table,
  criteria: Of,
  filter: FilterOf<Of>,
  conditions: Conditions<Of>,
): Knex.QueryBuilder {
  const special = conditions as Readonly<Record<string, Condition<unknown>>>;
  for (const [name, criterion] of Object.entries(criteria)) {
    if (criterion.kind === 'search') continue;
    const { [name]: by = criterionColumn(name, criterion) } = special;
    const type = typeof by === 'string' ? typeOf(table, by) : null;
    const value: unknown = filter[name];
    if (by === null || isEmpty(value)) continue;
    if (typeof by === 'function') by(query, value);
    else addComparison(query, criterion.kind, by, type, value);
  }
  return query;
}

const EQUALITIES: readonly string[] = ['text', 'anyOf', 'oneOf', 'reference'];
const RANGES: readonly string[] = ['dayFrom', 'dayTo', 'amountFrom', 'amountTo'];

/**
 * The indexes by which a list is walked in each order, also when it is filtered by one value.
 * Columns of few values, by which it is filtered, are no order that is worth that. Theirs go on with
 * what ranges filter by: what comes together has ids that lie together, so that a walk by id passes
 * all others first, which takes the index alone then.
 * @param sorts the column of each sort
 */
export function listIndexes(
  { criteria }: Pick<ListDescription, 'criteria'>,
  sorts: Readonly<Record<string, string>>,
): string[] {
  const orders = Object.values(sorts);
  const columnsBy = (kinds: readonly string[]) => [
    ...new Set(
      Object.entries(criteria)
        .filter(([, { kind }]) => kinds.includes(kind))
        .map(([name, criterion]) => criterionColumn(name, criterion)),
    ),
  ];
  const equal = columnsBy(EQUALITIES);
  const long = orders.filter((order) => !equal.includes(order));
  const passing = columnsBy(RANGES);
  return [
    ...orders.map((order) =>
      long.includes(order) ? `(${order}, id)` : `(${[order, 'id', ...passing].join(', ')})`,
    ),
    ...equal.flatMap((column) => long.map((order) => `(${column}, ${order}, id)`)),
  ];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

function typeOf(table: Table, column: string): ColumnType {
  const type = table.columns[column]?.type;
  if (!type) throw new Error(`${table.name} has no column ${column} to be filtered by`);
  return type;
}

/** Days of an instant are Kolkata days; bounds are inclusive. */
function addComparison(
  query: Knex.QueryBuilder,
  kind: Criterion['kind'],
  column: string,
  type: ColumnType | null,
  value: unknown,
): void {
  const isInstant = type === 'timestamptz';
  const is = value as string;
  switch (kind) {
    case 'anyOf':
      query.whereIn(column, value as string[]);
      return;
    case 'text':
      query.where(column, searchKey(is));
      return;
    case 'dayFrom':
      query.where(column, '>=', isInstant ? startOfKolkataDay(is) : is);
      return;
    case 'dayTo':
      if (isInstant) query.where(column, '<', endOfKolkataDay(is));
      else query.where(column, '<=', is);
      return;
    case 'amountFrom':
      query.where(column, '>=', is);
      return;
    case 'amountTo':
      query.where(column, '<=', is);
      return;
    default:
      query.where(column, is);
  }
}
