import type { Criteria, Criterion, FilterOf } from '@insuremanager/contracts/fields/list';
import { endOfKolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import type { ColumnType, Table } from './projector.js';

type ColumnOr<Kind, Value> =
  | null
  | (Kind extends 'flag' ? never : string)
  | ((query: Knex.QueryBuilder, value: Value) => unknown);

/**
 * The column that each criterion is about, or its condition; null where the list adds it elsewhere,
 * as every list does with its search.
 */
export type FilterColumns<Of extends Criteria> = {
  readonly [Name in keyof Of as Of[Name]['kind'] extends 'search' ? never : Name]: ColumnOr<
    Of[Name]['kind'],
    NonNullable<FilterOf<Of>[Name]>
  >;
};

/** Adds what a filter asks for to a query on its table. */
export function applyFilter<Of extends Criteria>(
  query: Knex.QueryBuilder,
  table: Table,
  criteria: Of,
  filter: FilterOf<Of>,
  columns: FilterColumns<Of>,
): Knex.QueryBuilder {
  for (const [name, { kind }] of Object.entries(criteria)) {
    const value: unknown = filter[name];
    const by = (columns as Record<string, ColumnOr<unknown, unknown>>)[name];
    if (!by || isEmpty(value)) continue;
    if (typeof by === 'string') addCondition(query, kind, by, table.columns[by]?.type, value);
    else by(query, value);
  }
  return query;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Days of an instant are Kolkata days; bounds are inclusive. */
function addCondition(
  query: Knex.QueryBuilder,
  kind: Criterion['kind'],
  column: string,
  type: ColumnType | undefined,
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
