import { parse } from 'node:querystring';
import { MOST_IN_BULK } from '@insuremanager/contracts/bulk';
import { CHOSEN_RECORDS } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import { LARGEST_ID } from '@insuremanager/contracts/rules/ids';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { invalid } from '@insuremanager/services/platform/errors';
import { z } from 'zod';
import { checkedSearch, filterSchema, listQuery, listRequest } from '../listQueries.js';
import { refuseLookalikes, validated } from '../validated.js';
import type { Column } from './exportColumns.js';
import type { Asked, ListAsFile } from './exportPages.js';

/** Names of columns. A word that names none is refused when the columns are picked. */
const names = (columns: readonly { name: string }[]) =>
  z.enum(
    columns.map(({ name }) => name),
    `columns are some of: ${columns.map(({ name }) => name).join(', ')}`,
  );

type Columns = readonly Pick<Column, 'name'>[];

const COLUMNS = 'The columns wanted, in their order; absent: all';

/** The query of a file: that of the list, all of whose pages it holds. */
export const exportQuery = ({ list, columns }: ListAsFile) =>
  listQuery(list)
    .omit({ limit: true })
    .extend({ columns: columnsParameter(columns).describe(`${COLUMNS}, separated by commas`) });

const columnsParameter = (columns: Columns) =>
  z
    .string('columns must be one text')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(names(columns)))
    .optional()
    .meta({ type: 'string', pattern: patternOf(columns) });

/** Of one or more of their names, with commas between them. */
const patternOf = (columns: Columns): string => {
  const name = `(?:${columns.map((column) => column.name).join('|')})`;
  return `^${name}(?:,${name})*$`;
};

const NO_IDS = 'ids are numbers of records';

/**
 * The body by which a file is asked for. What is searched for, and which records, are nobody else's
 * business: they stand in no address.
 */
export const exportBody = ({ list, hasNumbers, columns }: ListAsFile) => {
  const { criteria, sorts, usualSort } = list;
  const most = `Choose at most ${MOST_IN_BULK.toLocaleString('en')} records`;
  const body = z.object({
    filter: filterSchema({ criteria }).optional(),
    sort: z.enum(sorts, `sort is one of: ${sorts.join(', ')}`).default(usualSort),
    direction: z.enum(['asc', 'desc'], 'direction is one of: asc, desc').default('desc'),
    ids: z
      .array(z.int(NO_IDS).min(1, NO_IDS).max(LARGEST_ID, NO_IDS))
      .min(1, 'Choose at least one record')
      .max(MOST_IN_BULK, most)
      .optional()
      .describe('Only these records, in this order, whatever the filter says'),
    columns: z
      .array(names(columns))
      .min(1, 'Choose at least one column')
      .optional()
      .describe(COLUMNS),
  });
  return hasNumbers ? body : (body.omit({ ids: true }) as unknown as typeof body);
};

/** What is wanted in a file. */
export interface ExportWanted<Of extends Asked = Asked> {
  readonly asked: Of;
  readonly columns: readonly Column[];
  /** What narrows it down, without its values. */
  readonly filters: readonly string[];
}

export type ListWanted = ExportWanted<Exclude<Asked, { readonly ids: readonly number[] }>>;

/** @throws Refusal `invalid`, naming the parameter; `forbidden` where the user may not search */
export function wantedByQuery(
  { list, columns }: ListAsFile,
  query: unknown,
  user: Pick<SignedInUser, 'role'>,
): ListWanted {
  const { limit: _, ...asked } = listRequest(list, query, user);
  const { columns: wanted } = validated(z.object({ columns: columnsParameter(columns) }), query);
  return { asked, columns: pick(columns, wanted), filters: filtersIn(asked.filter) };
}

/** As `wantedByQuery`, of a query as an address has it. */
export function wantedByText(
  exported: ListAsFile,
  text: string,
  user: Pick<SignedInUser, 'role'>,
): ListWanted {
  const query = { ...parse(text) };
  refuseLookalikes(Object.keys(exportQuery(exported).shape), query);
  if (query.cursor !== undefined) {
    const message = 'An export in the background holds the whole list. Leave the cursor out';
    throw invalid([{ field: 'cursor', code: 'unknown-parameter', message }]);
  }
  return wantedByQuery(exported, query, user);
}

/** @throws Refusal `forbidden` where the user may not search */
export function wantedByBody(
  { list, columns: all }: ListAsFile,
  wanted: z.output<ReturnType<typeof exportBody>>,
  user: SignedInUser,
): ExportWanted {
  const columns = pick(all, wanted.columns);
  if (wanted.ids) return { asked: { ids: wanted.ids }, columns, filters: [CHOSEN_RECORDS] };
  const { sort, direction } = wanted;
  const filter = checkedSearch(user, list, { ...wanted.filter } as FilterOf<Criteria>);
  return { asked: { filter, sort, direction }, columns, filters: filtersIn(filter) };
}

const pick = (columns: readonly Column[], wanted: readonly string[] = []): readonly Column[] =>
  wanted.length === 0
    ? columns
    : [...new Set(wanted)].flatMap((name) => columns.find((column) => column.name === name) ?? []);

const filtersIn = (filter: object): string[] =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => name);
