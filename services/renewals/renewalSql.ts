import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import {
  PAST_DUE_DAYS,
  QUOTED_WITHIN_DAYS,
  RENEWAL_COLUMNS,
} from '@insuremanager/contracts/renewals/renewalKinds';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable } from '../policies/index.js';
import { quotationsTable } from '../quotations/index.js';
import { isToFollowUp, renewalCardsTable } from './renewalTables.js';

/* SQL with named bindings; those of `relationsIn` and `:today` are everywhere. */

const POLICIES = ':policies';
const CARDS = ':cards';
const QUOTATIONS = ':quotations';

/** What SQL below reads. */
export const relationsIn = ({ knex, relation }: ReadTables) => ({
  policies: knex.raw(relation(policiesTable.name)),
  cards: knex.raw(relation(renewalCardsTable.name)),
  quotations: knex.raw(relation(quotationsTable.name)),
});

/** Terms that can be on a board: all but those that are cancelled. */
const ON_BOARDS = `status IN ('active', 'expired', 'renewed')`;

/** Renewed by another term, or by hand: then it has no successor. */
export const IS_RENEWED = `(t.successor_id IS NOT NULL OR t.status = 'renewed')`;

/**
 * Whether quotation `q` is about the renewal of term `t`, besides its customer and its kind: made
 * when the term was within reach, still good, and not of another vehicle.
 */
const IS_QUOTED = `
  q.created_day BETWEEN t.end_date - ${QUOTED_WITHIN_DAYS} AND t.end_date + ${PAST_DUE_DAYS}
  AND (q.status = 'accepted' OR q.status = 'pending' AND q.valid_until >= :today)
  AND (q.vehicle_number = t.vehicle_number) IS NOT FALSE`;

/**
 * Asked term by term, of the few quotations of its customer. Without the OFFSET it would become a
 * join, for which Postgres reads all quotations where it takes the terms to be fewer than they are:
 * as long as nobody has contacted anybody, there are no cards to estimate by. It is about those whom
 * nobody has contacted, as asking says once more: so it is asked after what was done, `c`, is known.
 */
const HAS_QUOTATION = `EXISTS (
  SELECT FROM ${QUOTATIONS} q
  WHERE c.contacted_at IS NULL
    AND q.customer_id = t.customer_id AND q.insurance_type = t.kind AND ${IS_QUOTED} OFFSET 0)`;

/** Each kind by itself: the days of a kind are indexed, with all that is read of a term here. */
export const termsBetween = (isOfInsurer: boolean): string =>
  POLICY_KINDS.map(
    (kind) => `
  SELECT id, '${kind}' AS kind, customer_id, end_date, status, premium_amount, successor_id,
    vehicle_number
  FROM ${POLICIES} p
  WHERE kind = '${kind}' AND end_date BETWEEN :from AND :to AND ${ON_BOARDS}
    AND (CAST(:kind AS text) IS NULL OR :kind = '${kind}')
    ${isOfInsurer ? `AND kind_insurer = '${kind} ' || :insurer` : ''}`,
  ).join(' UNION ALL ');

export const TERM_BY_ID = `
  SELECT id, kind, customer_id, end_date, status, premium_amount, successor_id, vehicle_number
  FROM ${POLICIES} p
  WHERE id = :termId AND ${ON_BOARDS}`;

/**
 * The terms with their columns, as `renewalColumn` of the contracts derives them.
 * @param terms selects terms. @param quotations limits the quotations that are looked at.
 * @param where of term `t` and what was done about it, `c`.
 */
export const boardOf = (terms: string, quotations: string, where: string): string => `
  WITH terms AS MATERIALIZED (${terms}),
  quoted AS (
    SELECT t.id, max(q.id) AS quotation_id
    FROM ${QUOTATIONS} q
    JOIN terms t ON t.customer_id = q.customer_id AND t.kind = q.insurance_type AND ${IS_QUOTED}
    WHERE ${quotations}
    GROUP BY t.id
  ),
  board AS MATERIALIZED (
    SELECT t.id, t.end_date, t.premium_amount, quoted.quotation_id,
      CASE
        WHEN ${IS_RENEWED} THEN 'renewed'
        WHEN c.loss_reason IS NOT NULL THEN 'lost'
        WHEN quoted.quotation_id IS NOT NULL THEN 'quoted'
        WHEN c.contacted_at IS NOT NULL THEN 'contacted'
        ELSE 'due'
      END AS column_name
    FROM terms t
    LEFT JOIN ${CARDS} c ON c.term_id = t.id
    LEFT JOIN quoted ON quoted.id = t.id
    WHERE ${where}
  )`;

/** All that a card says beside its column. */
const CARD_COLUMNS = `
  p.id, p.customer_id, p.kind, p.policy_number, p.insurance_company, p.vehicle_number,
  p.premium_amount, p.end_date, p.successor_id,
  c.contacted_at, c.loss_reason, c.loss_note, c.owner_id, c.follow_up_on, c.note, c.version`;

/** Every column with its totals; a row for each card that is shown, one for a column without. */
export const COLUMNS_OF_BOARD = `
  , totals AS (
    SELECT column_name, count(*) AS cards, sum(premium_amount) AS premium
    FROM board GROUP BY column_name
  )
  SELECT wanted.column_name, coalesce(cards, 0) AS cards, coalesce(premium, 0)::text AS premium,
    shown.quotation_id, ${CARD_COLUMNS}
  FROM (VALUES ${RENEWAL_COLUMNS.map((name, place) => `(${place}, '${name}', CAST(:${name} AS integer))`)})
    AS wanted (place, column_name, shown)
  LEFT JOIN totals USING (column_name)
  LEFT JOIN LATERAL (
    SELECT id, quotation_id FROM board WHERE board.column_name = wanted.column_name
    ORDER BY end_date, id LIMIT wanted.shown
  ) AS shown ON true
  LEFT JOIN ${POLICIES} p ON p.id = shown.id
  LEFT JOIN ${CARDS} c ON c.term_id = shown.id
  ORDER BY place, p.end_date, p.id`;

export const CARDS_OF_BOARD = `
  SELECT board.column_name, board.quotation_id, ${CARD_COLUMNS}
  FROM board
  JOIN ${POLICIES} p ON p.id = board.id
  LEFT JOIN ${CARDS} c ON c.term_id = board.id`;

const TO_DO_COLUMNS = `
  t.id, t.customer_id, t.kind, t.end_date, t.premium_amount, c.owner_id, c.follow_up_on`;

/**
 * Each kind is walked in the order of its ends, until enough are found: by the index of the days
 * alone, which has all of a term but its number; of a book, most of them are passed. What was done
 * about a term is looked for by its number: the OFFSETs keep Postgres from reading all of it, and
 * from asking before the terms are in their order, where it takes those of whom nothing is known for
 * fewer than they are.
 * @param where further, of term `t` and what was done about it, `c`
 */
const uncontacted = (where: string): string => `
  SELECT due.*, p.policy_number
  FROM (SELECT * FROM (${POLICY_KINDS.map(
    (kind) => `(
    SELECT ${TO_DO_COLUMNS}
    FROM (
      SELECT id, '${kind}' AS kind, customer_id, end_date, premium_amount, vehicle_number
      FROM ${POLICIES} p
      WHERE kind = '${kind}' AND status = 'active' AND end_date BETWEEN :from AND :to
        AND successor_id IS NULL
      ORDER BY end_date, id OFFSET 0
    ) AS t
    LEFT JOIN LATERAL (SELECT * FROM ${CARDS} WHERE term_id = t.id OFFSET 0) AS c ON true
    WHERE c.contacted_at IS NULL AND c.loss_reason IS NULL AND ${where} AND NOT ${HAS_QUOTATION}
    ORDER BY t.end_date, t.id LIMIT :limit)`,
  ).join(' UNION ALL ')}) AS found ORDER BY end_date, id LIMIT :limit) AS due
  JOIN ${POLICIES} p USING (id)
  ORDER BY due.end_date, due.id`;

export const UNCONTACTED = uncontacted('true');
export const UNPROMISED = uncontacted('c.follow_up_on IS NULL');

const followUpsOf = (owner: string): string => `(
  SELECT ${TO_DO_COLUMNS}, t.policy_number
  FROM ${CARDS} c
  JOIN ${POLICIES} t ON t.id = c.term_id
  WHERE ${owner} AND c.follow_up_on BETWEEN :since AND :day AND ${isToFollowUp('c.')}
    AND t.successor_id IS NULL
    AND (t.status = 'active' OR t.status = 'expired' AND t.end_date >= :pastDueFrom)
  ORDER BY c.follow_up_on DESC, c.term_id DESC LIMIT :limit)`;

/** Whoever sees to them. */
export const ALL_FOLLOW_UPS = `SELECT * FROM ${followUpsOf('true')} AS due`;

/** The newest first; a walk of the owner's, and one of those without an owner. */
export const FOLLOW_UPS = `
  SELECT * FROM (
    ${followUpsOf('c.owner_id = :ownerId')} UNION ALL ${followUpsOf('c.owner_id IS NULL')}
  ) AS due
  ORDER BY follow_up_on DESC, id DESC LIMIT :limit`;
