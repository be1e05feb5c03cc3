import {
  MATCHES_COUNTED,
  MATCHES_SHOWN,
  type Matches,
} from '@insuremanager/contracts/search/searchViews';
import type { Knex } from 'knex';
import type { ReadTables } from '../readModels/readTables.js';

/** How the rows of one table are searched. Values are in the forms of their columns. */
export interface Search {
  readonly table: string;
  /** Columns of the answer under their names in it; `id` is always there. */
  readonly columns: Readonly<Record<string, string>>;
  /** Narrows the table to where `text` is not null. */
  readonly where?: Readonly<Record<string, string>>;
  /** The column under a trigram index. It begins with a space. */
  readonly text: string;
  /** LIKE patterns over `text`: a match has all of one of the groups. */
  readonly groups: readonly (readonly string[])[];
  /** LIKE patterns over `text`: a value or a word begins so. */
  readonly beginnings: readonly string[];
  /** Values of indexed columns, any of which makes a match the very thing that was asked for. */
  readonly exact: readonly (readonly [column: string, value: string])[];
  /**
   * The column that orders equally good matches, and the LIKE pattern of how it may begin, if so.
   */
  readonly order: { readonly column: string; readonly beginning: string | null };
  /**
   * Customers whose rows match by that alone, the best ones first: after all others. The table has
   * a `customer_id`.
   */
  readonly owners?: readonly number[];
  /** How many rows are wanted; without it as many as a group shows. */
  readonly limit?: number;
}

/**
 * Matches of one rank that are weighed against each other. Among more, those are taken that are met
 * first: a text that so many have in common asks for more letters, not for a longer wait.
 */
const WEIGHED = 1_000;
/** Rows looked at in order, before an index of trigrams is asked for what they do not show. */
const WALKED = 3_000;

const count = (from: string, where = 'true'): string =>
  `(SELECT count(*) FROM ${from} WHERE ${where})`;

const EXACT = 0;
const BEGINNING = 1;
const ANYWHERE = 2;
/** And the place of the customer among the owners, from 1 on. */
const OF_OWNER = ANYWHERE;

/**
 * The best matches first: the very value, then where a value or a word begins so, then anywhere;
 * equally good ones by the order column. The work is bounded however common the text is. A common
 * one is found by walking the first rows in order, which then are the first matches in order; a
 * rarer one by trigrams, whose lists are short then. Between the two, see `WEIGHED`.
 */
export async function bestMatches<Match extends { id: number }>(
  tables: ReadTables,
  search: Search,
): Promise<Matches<Match>> {
  const { knex } = tables;
  const { columns, limit = MATCHES_SHOWN } = search;
  const arms = [
    ...['met', 'walked', 'begun'].map((name) => knex.select(ARM).from(name)),
    ...betterArms(tables, search),
    ...ownersArm(tables, search),
  ];
  const ranked = knex
    .select('id', 'place')
    .min({ rank: 'rank' })
    .from(knex.unionAll(arms, true).as('arms'))
    .groupBy('id', 'place');
  const inOrder = ['rank', 'place', 'id'];
  const best: (Match & { found: number })[] = await knex
    .with('walked', walked(tables, search))
    .with('met', met(tables, search))
    .with('begun', begun(tables, search))
    .with('ranked', ranked)
    .select('matched.id')
    .select(columnsOf('matched', columns))
    .select(knex.raw(`${count('ranked')}::integer AS found`))
    .from(knex.select('*').from('ranked').orderBy(inOrder).limit(limit).as('best'))
    .joinRaw(`JOIN ${tables.relation(search.table)} AS matched USING (id)`)
    .orderBy(inOrder.map((column) => `best.${column}`));
  const found = best[0]?.found ?? 0;
  return {
    items: best.map(({ found: _, ...match }) => match as unknown as Match),
    count: Math.min(found, MATCHES_COUNTED),
    exact: found <= MATCHES_COUNTED,
  };
}

/** Matches among the first rows in order, with their ranks. */
function walked(tables: ReadTables, search: Search): Knex.QueryBuilder {
  const { knex } = tables;
  const { text, order } = search;
  const first = rows(tables, search)
    .select('id', placeOf(search), text)
    .orderBy([order.column, 'id'])
    .limit(WALKED);
  const matches = knex.select('id', 'place', rankOf(tables, search)).from(first.as('first'));
  return matchingAny(matches, search);
}

/** Matches anywhere with their ranks, unless enough were walked by. */
const met = (tables: ReadTables, search: Search): Knex.QueryBuilder =>
  metFirst(
    tables,
    search,
    matchingAny(rows(tables, search), search).select('id', placeOf(search), rankOf(tables, search)),
    NEEDS_MORE,
  );

/** The first in order whose place in it begins so. */
function begun(tables: ReadTables, search: Search): Knex.QueryBuilder {
  const { column, beginning } = search.order;
  const first = armInOrder(tables, search, BEGINNING);
  return beginning === null ? first.whereRaw('false') : first.whereLike(column, beginning);
}

const NEEDS_MORE = `${count('walked')} <= ${MATCHES_COUNTED}`;
/** Whether a value or a word of more matches begins so than have been met so far. */
const NEEDS_BEGINNINGS = `${['walked', 'met', 'begun']
  .map((name) => count(name, `rank = ${BEGINNING}`))
  .join(' + ')} < ${MATCHES_SHOWN}
  AND NOT (${NEEDS_MORE} AND ${count('met')} < ${WEIGHED})`;

function rankOf({ knex }: ReadTables, { text, beginnings }: Search): Knex.Raw {
  const begins = beginnings.map(() => '?? LIKE ?').join(' OR ');
  const values = beginnings.flatMap((pattern) => [text, pattern]);
  return knex.raw(`CASE WHEN ${begins} THEN ${BEGINNING} ELSE ${ANYWHERE} END AS rank`, values);
}

/**
 * The first rows that are found, where a condition holds. What many rows have in common Postgres
 * expects to meet soon, wherever it begins to read; they may all lie together elsewhere. Read as
 * far as is needed from a query that is planned for all of it, they are found by their trigrams. A
 * part of a table is left to it: for all of that it might prefer an index that narrows to the part.
 */
function metFirst(
  { knex }: ReadTables,
  { where }: Search,
  matches: Knex.QueryBuilder,
  condition: string,
): Knex.QueryBuilder {
  const first: Knex.QueryBuilder = where
    ? matches
    : knex.select('*').from('matches').withMaterialized('matches', matches);
  return first.whereRaw(condition).limit(WEIGHED);
}

/** What each arm selects: `place` is the value of the order column. */
const ARM = ['id', 'place', 'rank'] as const;

const placeOf = ({ order }: Search) => ({ place: order.column });

const armInOrder = (tables: ReadTables, search: Search, rank: number): Knex.QueryBuilder =>
  rows(tables, search)
    .select('id', placeOf(search), tables.knex.raw(`${rank} AS rank`))
    .orderBy([search.order.column, 'id'])
    .limit(MATCHES_SHOWN);

/** Selects of matches that are better than just anywhere, each bounded. */
function betterArms(tables: ReadTables, search: Search): Knex.QueryBuilder[] {
  const { knex } = tables;
  const { text } = search;
  return [
    ...search.exact.map(([column, value]) =>
      armInOrder(tables, search, EXACT).where(column, value),
    ),
    metFirst(
      tables,
      search,
      rows(tables, search)
        .select('id', placeOf(search), knex.raw(`${BEGINNING} AS rank`))
        .where((some) => {
          for (const pattern of search.beginnings) some.orWhereLike(text, pattern);
        }),
      NEEDS_BEGINNINGS,
    ),
  ];
}

/** Selects the rows of owners, owner by owner, no more than are counted. */
function ownersArm(tables: ReadTables, search: Search): Knex.QueryBuilder[] {
  const { knex } = tables;
  const { owners = [] } = search;
  if (owners.length === 0) return [];
  const owned = rows(tables, search)
    .select('id', placeOf(search))
    .where('customer_id', knex.ref('owner.id'));
  const place = knex.raw('unnest(?::integer[]) WITH ORDINALITY AS owner (id, place)', [
    [...owners],
  ]);
  return [
    knex
      .select('owned.id', 'owned.place', knex.raw(`${OF_OWNER} + owner.place::integer AS rank`))
      .from(place)
      // `OFFSET 0` keeps Postgres from reading the rows of all customers.
      .crossJoin(knex.raw('LATERAL (? OFFSET 0) AS owned', [owned]))
      .limit(MATCHES_COUNTED + 1),
  ];
}

const rows = (tables: ReadTables, { table, where = {} }: Search): Knex.QueryBuilder =>
  tables.from(table).where(where);

/** Narrows a query to the rows that match. */
export const matchingAny = (
  query: Knex.QueryBuilder,
  { text, groups }: Pick<Search, 'text' | 'groups'>,
): Knex.QueryBuilder =>
  query.where((some) => {
    for (const patterns of groups) {
      some.orWhere((all) => {
        for (const pattern of patterns) all.whereLike(text, pattern);
      });
    }
  });

const columnsOf = (
  table: string,
  columns: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, `${table}.${column}`]));
