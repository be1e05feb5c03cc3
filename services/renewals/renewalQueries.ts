import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { daysUntilExpiry } from '@insuremanager/contracts/policies/policyTerm';
import type { RenewalBoardFilter } from '@insuremanager/contracts/renewals/renewalInputs';
import {
  daysOfMonth,
  PAST_DUE_DAYS,
  QUOTED_WITHIN_DAYS,
  RENEWAL_COLUMNS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import type {
  RenewalBoard,
  RenewalCard,
  RenewalToDo,
} from '@insuremanager/contracts/renewals/renewalViews';
import { addDays, type Month, monthOf } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Clock } from '../platform/clock.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import {
  ALL_FOLLOW_UPS,
  boardOf,
  CARDS_OF_BOARD,
  COLUMNS_OF_BOARD,
  FOLLOW_UPS,
  IS_RENEWED,
  relationsIn,
  TERM_BY_ID,
  termsBetween,
  UNCONTACTED,
  UNPROMISED,
} from './renewalSql.js';
import type { Renewals } from './renewals.js';
import type { RenewalRow } from './renewalTables.js';

type Queries = Pick<Renewals, 'board' | 'find' | 'uncontacted' | 'unpromised' | 'followUpsDue'>;

/**
 * Cards are derived when they are asked for, from the rows of policies, of quotations, and of what
 * was done. `clock` says which day it is in Kolkata.
 */
export const renewalQueries = (tables: ReadTables, clock: Clock): Queries => {
  const relations = relationsIn(tables);
  const today = (): Day => kolkataDay(clock.now());

  /** One statement, so that all that it answers is of the same moment. */
  const ask = async <Row>(sql: string, bindings: object): Promise<Row[]> => {
    const { rows } = await tables.knex.raw<{ rows: Row[] }>(sql, {
      ...relations,
      ...bindings,
    });
    return rows;
  };

  const endingSoon = async (sql: string, day: Day, withinDays: number, limit: number) => {
    const bindings = { from: day, to: addDays(day, withinDays), limit, today: day };
    return (await ask<ToDoRow>(sql, bindings)).map((row) => toDoOf(row, day));
  };

  return {
    async board({ filter, limits }) {
      const day = today();
      const month = filter.month ?? monthOf(day);
      const { insurer, kind = null, ownerId } = filter;
      const days = boardDays(month, day);
      const rows = await ask<ColumnRow | CardOfColumn>(
        boardOf(
          termsBetween(Boolean(insurer)),
          'q.created_at >= :quotedFrom',
          `${ownedBy(filter)} AND ${ON_BOARD}`,
        ) + COLUMNS_OF_BOARD,
        {
          ...days,
          ...limits,
          today: day,
          quotedFrom: startOfKolkataDay(addDays(days.from, -QUOTED_WITHIN_DAYS)),
          kind,
          ...(insurer && { insurer: searchKey(insurer) }),
          ...(ownerId && { ownerId }),
        },
      );
      return { month, today: day, columns: columnsOf(rows, day) };
    },

    async find(termId) {
      const day = today();
      const ofHolder = 'q.customer_id IN (SELECT customer_id FROM terms)';
      const [row] = await ask<CardRow>(boardOf(TERM_BY_ID, ofHolder, 'true') + CARDS_OF_BOARD, {
        termId,
        today: day,
      });
      return row ? cardOf(row, day) : null;
    },

    uncontacted: (...within) => endingSoon(UNCONTACTED, ...within),
    unpromised: (...within) => endingSoon(UNPROMISED, ...within),

    async followUpsDue(day, ownerId, limit) {
      const pastDueFrom = addDays(day, -PAST_DUE_DAYS);
      const since = addDays(day, -FOLLOWED_UP_DAYS);
      const bindings = { day, since, limit, pastDueFrom, ...(ownerId !== null && { ownerId }) };
      const sql = ownerId === null ? ALL_FOLLOW_UPS : FOLLOW_UPS;
      return (await ask<ToDoRow>(sql, bindings)).map((row) => toDoOf(row, day));
    },
  };
};

/** This month's board begins with what is past due, however long ago in the month before. */
const boardDays = (month: Month, today: Day) => {
  const [first, to] = daysOfMonth(month);
  const pastDueFrom = addDays(today, -PAST_DUE_DAYS);
  const from = month === monthOf(today) && pastDueFrom < first ? pastDueFrom : first;
  return { from, first, to, pastDueFrom };
};

/**
 * Of the month: what is not over for long, and what became of the rest. Before it: what still waits.
 */
const ON_BOARD = `CASE
  WHEN t.end_date < :first THEN NOT ${IS_RENEWED} AND c.loss_reason IS NULL
  ELSE t.status <> 'expired' OR t.end_date >= :pastDueFrom
    OR t.successor_id IS NOT NULL OR c.loss_reason IS NOT NULL
  END`;

const ownedBy = ({ ownerId, withoutOwner }: RenewalBoardFilter): string => {
  if (ownerId) return 'c.owner_id = :ownerId';
  return withoutOwner ? 'c.owner_id IS NULL' : 'true';
};

interface CardRow extends Omit<RenewalRow, 'term_id' | 'version'> {
  readonly column_name: RenewalColumn;
  readonly quotation_id: number | null;
  readonly id: number;
  readonly customer_id: number;
  readonly kind: PolicyKind;
  readonly policy_number: string;
  readonly insurance_company: string;
  readonly vehicle_number: string | null;
  readonly premium_amount: number;
  readonly end_date: Day;
  readonly successor_id: number | null;
  readonly version: number | null;
}

interface Totals {
  readonly cards: number;
  /** Sums of many amounts may pass 2^53, so they arrive as text. */
  readonly premium: string;
}

type ColumnRow = Totals & Pick<CardRow, 'column_name'> & { readonly id: null };
type CardOfColumn = Totals & CardRow;

const columnsOf = (
  rows: readonly (ColumnRow | CardOfColumn)[],
  today: Day,
): RenewalBoard['columns'] =>
  RENEWAL_COLUMNS.map((column) => {
    const own = rows.filter(({ column_name }) => column_name === column);
    return {
      column,
      count: own[0]?.cards ?? 0,
      premium: decimalOf(BigInt(own[0]?.premium ?? 0)),
      cards: own.flatMap((row) => (row.id === null ? [] : [cardOf(row, today)])),
    };
  });

const cardOf = (row: CardRow, today: Day): RenewalCard => ({
  termId: row.id,
  customerId: row.customer_id,
  kind: row.kind,
  policyNumber: row.policy_number,
  insuranceCompany: row.insurance_company,
  vehicleNumber: row.vehicle_number,
  premiumAmount: decimalOf(row.premium_amount),
  endDate: row.end_date,
  daysUntilExpiry: daysUntilExpiry({ endDate: row.end_date }, today),
  column: row.column_name,
  isContacted: row.contacted_at !== null,
  contactedAt: row.contacted_at?.toISOString() ?? null,
  lossReason: row.loss_reason,
  lossNote: row.loss_note,
  ownerId: row.owner_id,
  followUpOn: row.follow_up_on,
  note: row.note,
  quotationId: row.quotation_id,
  successorId: row.successor_id,
  version: row.version ?? -1,
});

/** A follow-up of a term that nobody closed is forgotten after a year. */
const FOLLOWED_UP_DAYS = 365;

interface ToDoRow {
  readonly id: number;
  readonly customer_id: number;
  readonly policy_number: string;
  readonly kind: PolicyKind;
  readonly end_date: Day;
  readonly owner_id: number | null;
  readonly follow_up_on: Day | null;
  readonly premium_amount: number;
}

const toDoOf = (row: ToDoRow, today: Day): RenewalToDo => ({
  termId: row.id,
  customerId: row.customer_id,
  policyNumber: row.policy_number,
  kind: row.kind,
  endDate: row.end_date,
  daysUntilExpiry: daysUntilExpiry({ endDate: row.end_date }, today),
  ownerId: row.owner_id,
  followUpOn: row.follow_up_on,
  premiumAmount: decimalOf(row.premium_amount),
});
