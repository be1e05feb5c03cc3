import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import type { Stretch } from '@insuremanager/contracts/privacy/breachEvents';
import type { DataKind } from '@insuremanager/contracts/privacy/breachKinds';
import { endOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { auditTable } from '../audit/index.js';
import { transactionsTable } from '../erasures/index.js';
import { conflict } from '../platform/errors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import {
  AUDIT_KINDS_OF_ACCESS,
  ENTRIES_OF,
  listedIn,
  NAMED_DATA,
  ROWS_DATA,
  recordData,
} from './recordedAccess.js';

/** Whole lists that are looked at in one stretch: each is compared with all records there ever were. */
const MOST_LISTS = 500;

/** Access to whoever was in a list at a time. */
export interface WholeList {
  readonly record: string;
  readonly kind: string | null;
  /** Who was in the list at any time from then on, until then: the same for a single moment. */
  readonly from: Date;
  readonly to: Date;
  readonly data: DataKind;
}

/** An entry about a whole list, as it is told beside the persons. */
export interface ListAccess extends WholeList {
  readonly what: string;
  readonly username: string;
  /** Of how many customers it is known that rows of an import are about them. */
  readonly known?: number;
}

export interface AffectedPerson {
  readonly customerId: number;
  readonly data: readonly DataKind[];
  readonly lastAt: Date;
}

/** Persons with the same kinds of data, by their numbers. */
export interface AffectedGroup {
  readonly data: readonly DataKind[];
  readonly customerIds: readonly number[];
}

/** Whose data a stretch of the access log concerns. */
export const accessQueries = ({ knex, relation }: Pick<ReadTables, 'knex' | 'relation'>) => {
  const rowsOf = async <Row>(sql: string, values: Bindings): Promise<Row[]> =>
    ((await knex.raw(sql, values as never)) as { rows: Row[] }).rows;

  const transactions = relation(transactionsTable.name);

  /**
   * Each list that was looked at whole, with all who were in it: `customer_id`, `data`, `at`. Whose a
   * record was, from when until when, tell the transactions; its end, if it was deleted, the audit log.
   */
  const inLists = `
    lists AS (
      SELECT * FROM jsonb_to_recordset(CAST(:lists AS jsonb)) AS list
        (record text, kind text, "from" timestamptz, "to" timestamptz, data text)),
    ends AS (
      SELECT record_kind || '-' || record_id AS id, min(at) AS at
      FROM ${relation(auditTable.name)} WHERE kind = 'deletion' GROUP BY record_kind, record_id),
    moves AS (
      SELECT id, moved_record, customer_id, changed_at AS at,
        lag(changed_at) OVER (PARTITION BY moved_record ORDER BY id) AS previous_at
      FROM ${transactions} WHERE moved_record IS NOT NULL),
    last_moves AS (
      SELECT DISTINCT ON (moved_record) moved_record, at FROM moves
      ORDER BY moved_record, id DESC),
    records AS (
      SELECT id, split_part(id, '-', 1) AS record, customer_id, kind, began_at
      FROM ${transactions}
      WHERE moved_record IS NULL AND split_part(id, '-', 1) IN (SELECT record FROM lists)),
    listed AS (
      SELECT record, records.kind, customer_id, coalesce(last_moves.at, began_at) AS since,
        ends.at AS until
      FROM records LEFT JOIN last_moves ON moved_record = records.id
        LEFT JOIN ends ON ends.id = records.id
      UNION ALL
      SELECT record, kind, moves.customer_id, coalesce(previous_at, began_at), moves.at
      FROM moves JOIN records ON records.id = moved_record),
    in_lists AS (
      SELECT customer_id, lists.data, "to" AS at FROM lists JOIN listed
        ON listed.record = lists.record AND (lists.kind IS NULL OR listed.kind = lists.kind)
        AND since <= "to" AND (until IS NULL OR until > "from"))`;

  /** The entries of a stretch, which indexes of the audit log have. */
  const entries = `
    SELECT id, at, type, actor_name, record_kind, record_id, details
    FROM ${relation(auditTable.name)} AS entry
    WHERE kind = ANY (:auditKinds) AND at >= :from AND at < :to
      AND (:ofAll OR actor_id = ANY (:userIds)) AND (type = ANY (:types)
        OR (:withDeletions AND kind = 'deletion' AND jsonb_exists(CAST(:recordData AS jsonb), record_kind)))`;

  const bindingsOf = ({ userIds, from, to, kinds }: Stretch): Bindings => ({
    ...{ from, to, userIds, ofAll: userIds.length === 0, auditKinds: AUDIT_KINDS_OF_ACCESS },
    types: kinds.flatMap((kind) => (kind === 'everybody' ? [] : ENTRIES_OF[kind])),
    namedData: JSON.stringify(NAMED_DATA),
    withDeletions: kinds.includes('changes'),
    recordData: JSON.stringify(recordData()),
    rowsData: JSON.stringify(ROWS_DATA),
    terms: TERMS_PER_POLICY,
  });

  /** Those about whole lists. */
  const listsOf = async (stretch: Stretch): Promise<ListAccess[]> => {
    const found = await rowsOf<EntryRow>(
      `SELECT * FROM (${entries}) AS found
       WHERE type IN ('DataExported', 'ExportDownloaded', 'PastOfficeOpened',
         'RejectedRowsDownloaded')
       ORDER BY at, id LIMIT ${MOST_LISTS + 1}`,
      bindingsOf(stretch),
    );
    if (found.length > MOST_LISTS) throw tooManyLists();
    const everybody: ListAccess[] = stretch.kinds.includes('everybody')
      ? [
          {
            ...{ record: 'customer', kind: null, data: 'everything' },
            ...{ from: new Date(stretch.from), to: new Date(stretch.to) },
            ...{ what: 'every customer of that time', username: '' },
          },
        ]
      : [];
    return [...found.flatMap(listAccess), ...everybody];
  };

  /**
   * A row for each access and person: `customer_id`, `data`, `at`. Of a record that was looked at all
   * are concerned whose it ever was, as its history names them.
   */
  const accesses = `
    entries AS MATERIALIZED (${entries}),
    -- Each record once; of a policy all terms, as its history is told with all of them.
    looked AS (
      SELECT record_kind || '-' || id AS id, CAST(:recordData AS jsonb) ->> record_kind AS data, at
      FROM (
        SELECT record_kind, max(at) AS at,
          CASE record_kind WHEN 'policy' THEN record_id - record_id % :terms ELSE record_id END AS first,
          CASE record_kind WHEN 'policy' THEN record_id - record_id % :terms + :terms - 1
            ELSE record_id END AS last
        FROM entries WHERE record_kind <> 'customer' AND jsonb_exists(CAST(:recordData AS jsonb), record_kind)
        GROUP BY record_kind, first, last) AS once
      CROSS JOIN LATERAL generate_series(first, last) AS id),
    ${inLists},
    accesses AS (
      SELECT record_id AS customer_id, at,
        coalesce(CAST(:namedData AS jsonb) ->> type, 'details') AS data
      FROM entries
      WHERE record_kind = 'customer' AND type <> 'IdentityNumberLookedUp'
      UNION ALL
      SELECT found::integer, at, data
      FROM entries, jsonb_array_elements_text(details -> 'customerIds') AS found,
        jsonb_array_elements_text(CASE type WHEN 'IdentityNumberLookedUp'
          THEN '["identity_numbers"]' ELSE CAST(:rowsData AS jsonb) END) AS data
      WHERE type IN ('IdentityNumberLookedUp', 'RejectedRowsDownloaded')
      UNION ALL
      SELECT customer_id, at, data FROM looked JOIN ${transactions} AS own ON own.id = looked.id
      UNION ALL
      SELECT customer_id, at, data FROM looked
        JOIN ${transactions} AS moved ON moved.moved_record = looked.id
      UNION ALL
      SELECT customer_id, at, data FROM in_lists)`;

  const listsParameter = (lists: readonly WholeList[]): string =>
    JSON.stringify(
      lists.map(({ record, kind, from, to, data }) => ({ record, kind, from, to, data })),
    );

  return {
    listsOf,

    /** So many were in each of the lists. */
    async countOfEach(lists: readonly ListAccess[]): Promise<number[]> {
      const counted = new Map<string, number>();
      for (const list of lists.filter(({ known }) => known === undefined)) {
        const key = listsParameter([list]);
        if (counted.has(key)) continue;
        const [row] = await rowsOf<{ n: number }>(
          `WITH ${inLists} SELECT count(DISTINCT customer_id)::integer AS n FROM in_lists`,
          { lists: key },
        );
        counted.set(key, row?.n ?? 0);
      }
      return lists.map((list) => list.known ?? counted.get(listsParameter([list])) ?? 0);
    },

    async countEntries(stretch: Stretch): Promise<number> {
      const sql = `SELECT count(*)::integer AS n FROM (${entries}) AS found`;
      const [row] = await rowsOf<{ n: number }>(sql, bindingsOf(stretch));
      return row?.n ?? 0;
    },

    /** A page of the persons, by their numbers, and how many there are in all. */
    async persons(
      stretch: Stretch,
      lists: readonly WholeList[],
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Promise<{ readonly count: number; readonly persons: AffectedPerson[] }> {
      const found = await rowsOf<PersonRow>(
        `WITH ${accesses},
         persons AS (
           SELECT customer_id, array_agg(DISTINCT data ORDER BY data) AS data, max(at) AS last_at
           FROM accesses GROUP BY customer_id)
         SELECT (SELECT count(*)::integer FROM persons) AS n, page.* FROM (SELECT 1) AS one
         LEFT JOIN (
           SELECT * FROM persons WHERE customer_id > :after ORDER BY customer_id LIMIT :limit
         ) AS page ON true ORDER BY customer_id`,
        { ...bindingsOf(stretch), lists: listsParameter(lists), after, limit },
      );
      return {
        count: found[0]?.n ?? 0,
        persons: found.flatMap(({ customer_id, data, last_at }) =>
          customer_id === null ? [] : [{ customerId: customer_id, data, lastAt: last_at }],
        ),
      };
    },

    /** All of them at once, as they are written down. */
    async groups(stretch: Stretch, lists: readonly WholeList[]): Promise<AffectedGroup[]> {
      const found = await rowsOf<{ data: DataKind[]; customer_ids: number[] }>(
        `WITH ${accesses},
         persons AS (
           SELECT customer_id, array_agg(DISTINCT data ORDER BY data) AS data
           FROM accesses GROUP BY customer_id)
         SELECT data, array_agg(customer_id ORDER BY customer_id) AS customer_ids
         FROM persons GROUP BY data ORDER BY data`,
        { ...bindingsOf(stretch), lists: listsParameter(lists) },
      );
      return found.map(({ data, customer_ids: customerIds }) => ({ data, customerIds }));
    },
  };
};

type Bindings = Readonly<Record<string, unknown>>;

interface EntryRow {
  readonly at: Date;
  readonly type: string;
  readonly actor_name: string;
  readonly details: {
    readonly list?: string;
    readonly filters?: readonly string[];
    readonly day?: string;
    readonly importId?: number;
    readonly rows?: number;
    readonly customerIds?: readonly number[];
  };
}

interface PersonRow {
  readonly n: number;
  readonly customer_id: number | null;
  readonly data: DataKind[];
  readonly last_at: Date;
}

/** Which rows an export left out is not recorded: only by what it was narrowed down. */
function listAccess({ at, type, actor_name: username, details }: EntryRow): ListAccess[] {
  if (type === 'PastOfficeOpened') {
    const end = new Date(endOfKolkataDay(details.day ?? '').getTime() - 1);
    const what = `the office of ${details.day}`;
    const whole = { record: 'customer', kind: null, data: 'everything' } as const;
    return [{ ...whole, from: end, to: end, what, username }];
  }
  if (type === 'RejectedRowsDownloaded') {
    const { importId, rows, customerIds = [] } = details;
    // Its customers are named one by one: of the others, who looks into the import may find some.
    const of = { record: 'import', kind: null, data: 'details', from: at, to: at } as const;
    const what = `${rows} rows that import ${importId} rejected, downloaded`;
    return [{ ...of, what, username, known: customerIds.length }];
  }
  const { list = '', filters = [] } = details;
  const listed = listedIn(list);
  if (!listed) return [];
  const data = recordData()[listed.record] ?? 'details';
  const narrowed = filters.length > 0 ? `, narrowed down by ${filters.join(', ')}` : '';
  const how = type === 'ExportDownloaded' ? ', downloaded' : '';
  return [{ ...listed, data, from: at, to: at, what: `${list}${narrowed}${how}`, username }];
}

const tooManyLists = () =>
  conflict(
    'too-many-lists',
    `More than ${MOST_LISTS} lists were exported in that time. Choose a shorter one.`,
  );
