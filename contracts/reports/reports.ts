import { z } from 'zod';
import { dayText } from '../fields/dayFields.js';
import { type Criteria, describeList, type FilterIn } from '../fields/list.js';
import type { Permission } from '../identity/permissions.js';
import { LEAD_STATUSES } from '../leads/leadKinds.js';
import {
  POLICY_KINDS,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from '../policies/policyKinds.js';
import { sharedCriteria } from '../policies/sharedCriteria.js';
import { LOSS_REASON_LABELS, type LossReason } from '../renewals/renewalKinds.js';
import { addDays, financialYearDays, formatMonth, monthOf } from '../rules/calendar.js';
import { type Day, formatDay, isDay } from '../rules/kolkataDay.js';

// A report is a table of figures. Its columns say which list each figure counts, its rows which part
// of that list: what is shown, exported and mailed, and the list behind each figure, follow.

/** Where the records are that a figure counts. */
const COUNTED_LISTS = ['health', 'vehicle', 'quotations', 'customers', 'leads'] as const;
export type CountedList = (typeof COUNTED_LISTS)[number];

/** What an address of a list says, by its parameters: those of REST and of the screen are the same. */
export type ListQuery = Readonly<Record<string, string>>;

/** The day of a record by which it is in the period of a report. */
type Period = 'starts' | 'ends' | 'created';

export interface ReportColumn {
  readonly key: string;
  readonly label: string;
  /** The heading over several columns. */
  readonly group?: string;
  readonly list: CountedList;
  /** What narrows the list down, whatever the row. */
  readonly query: ListQuery;
  /** Absent: records of all days. */
  readonly period?: Period;
  /** Whether it adds up an amount, beside counting. */
  readonly hasAmount: boolean;
}

/** A share in percent of columns of one row. */
interface ReportRate {
  readonly label: string;
  readonly part: readonly string[];
  readonly whole: readonly string[];
}

/** What a row is. */
export type RowKind = 'month' | 'day' | 'insurer' | 'type' | 'owner' | 'reason' | 'age' | 'source';

export interface ReportDeclaration {
  readonly title: string;
  /** What is counted, in a sentence. */
  readonly about: string;
  readonly rows: RowKind;
  readonly columns: readonly ReportColumn[];
  readonly rates?: readonly ReportRate[];
  /** What the amount is called, where it has one. */
  readonly amount?: string;
  /** The filters that it has beside its period. */
  readonly filters: readonly ('kind' | 'insurer' | 'owner')[];
  readonly hasPeriod: boolean;
  readonly access: Permission;
}

const KIND_LABELS: Readonly<Record<PolicyKind, string>> = { health: 'Health', vehicle: 'Vehicle' };

const begun = (group?: string): ReportColumn[] =>
  POLICY_KINDS.map((kind) => ({
    ...{ key: kind, label: group ?? KIND_LABELS[kind], list: kind, query: {} },
    ...{ period: 'starts', hasAmount: true, ...(group && { group: KIND_LABELS[kind] }) },
  }));

const dueColumn = (
  kind: PolicyKind,
  key: string,
  { label, renewal }: { label: string; renewal: string },
): ReportColumn => ({
  ...{ key: `${kind}_${key}`, label, group: KIND_LABELS[kind], list: kind },
  ...{ query: { renewal }, period: 'ends', hasAmount: true },
});

const OUTCOMES = {
  renewed: { label: 'Renewed', renewal: 'renewed' },
  lost: { label: 'Lost', renewal: 'lost' },
  lapsed: { label: 'Lapsed', renewal: 'lapsed' },
  open: { label: 'Open', renewal: 'open' },
} as const;

const rateOfKind = (kind: PolicyKind): ReportRate => ({
  label: `${KIND_LABELS[kind]} rate`,
  part: [`${kind}_renewed`],
  whole: ['renewed', 'lost', 'lapsed'].map((outcome) => `${kind}_${outcome}`),
});

const quoted = (key: string, label: string, query: ListQuery): ReportColumn => ({
  ...{ key, label, list: 'quotations', query, period: 'created', hasAmount: true },
});

const asked = (key: string, label: string, query: ListQuery): ReportColumn => ({
  ...{ key, label, list: 'leads', query, period: 'created', hasAmount: false },
});

const LEADS = {
  columns: [
    asked('leads', 'All', {}),
    ...LEAD_STATUSES.map((status) =>
      asked(status, status.charAt(0).toUpperCase() + status.slice(1), { status }),
    ),
    asked('customers', 'Became customers', { isCustomer: 'true' }),
  ],
  rates: [{ label: 'Conversion', part: ['won'], whole: ['won', 'lost'] }],
  filters: ['owner'],
  hasPeriod: true,
  access: 'leads.read',
} as const;

const PREMIUM = {
  columns: begun(),
  amount: 'Premium of a year',
  filters: ['kind', 'insurer', 'owner'],
  hasPeriod: true,
  access: 'policies.read',
} as const;

/** All reports, in the order in which they are offered. */
export const REPORTS = {
  premium_by_month: {
    ...PREMIUM,
    title: 'Premium and policies by month',
    about: 'Terms whose first day of cover is in the month, and their premium of a year.',
    rows: 'month',
  },
  premium_by_insurer: {
    ...PREMIUM,
    title: 'Premium and policies by insurer',
    about: 'Terms whose first day of cover is in the period, and their premium of a year.',
    rows: 'insurer',
  },
  premium_by_kind: {
    ...PREMIUM,
    title: 'Premium and policies by kind',
    about: 'Terms whose first day of cover is in the period, and their premium of a year.',
    rows: 'type',
  },
  premium_by_owner: {
    ...PREMIUM,
    title: 'Premium and policies by owner',
    about:
      'Terms whose first day of cover is in the period, by the agent in whose book the customer is.',
    rows: 'owner',
    access: 'books.readAll',
  },
  renewals: {
    title: 'Renewals by month',
    about:
      'What became of the terms that end in the month, but for cancelled ones. Lapsed: it ended, and nobody said why. The rate is of those that are decided: open ones are left out.',
    rows: 'month',
    columns: POLICY_KINDS.flatMap((kind) =>
      Object.entries(OUTCOMES).map(([key, outcome]) => dueColumn(kind, key, outcome)),
    ),
    rates: POLICY_KINDS.map(rateOfKind),
    amount: 'Premium of a year',
    filters: ['kind', 'insurer', 'owner'],
    hasPeriod: true,
    access: 'policies.read',
  },
  lost_renewals: {
    title: 'Why renewals were lost',
    about: 'Terms that end in the period and of which somebody said why they are not renewed.',
    rows: 'reason',
    columns: POLICY_KINDS.map((kind) => ({
      ...{ key: kind, label: KIND_LABELS[kind], list: kind, query: { renewal: 'lost' } },
      ...({ period: 'ends', hasAmount: true } as const),
    })),
    amount: 'Premium of a year',
    filters: ['kind', 'insurer', 'owner'],
    hasPeriod: true,
    access: 'policies.read',
  },
  quotations: {
    title: 'From quotation to policy',
    about: 'What became of the quotations that were made in the month, and their totals.',
    rows: 'month',
    columns: [
      quoted('quoted', 'Quoted', {}),
      quoted('emailed', 'Emailed', { emailed: 'true' }),
      quoted('accepted', 'Accepted', { status: 'accepted' }),
      quoted('converted', 'Became policies', { becamePolicy: 'true' }),
    ],
    rates: [{ label: 'Conversion', part: ['converted'], whole: ['quoted'] }],
    amount: 'Total',
    filters: ['kind', 'insurer', 'owner'],
    hasPeriod: true,
    access: 'quotations.read',
  },
  leads: {
    ...LEADS,
    title: 'Leads by month',
    about:
      'What became, until today, of the leads that were added in the month. The rate is of those that are decided: open ones are left out.',
    rows: 'month',
  },
  leads_by_source: {
    ...LEADS,
    title: 'Leads by source',
    about: 'What became, until today, of the leads that were added in the period, by their source.',
    rows: 'source',
  },
  kyc_ageing: {
    title: 'KYC that waits',
    about: 'Customers whose KYC is pending today, by how long ago they were added.',
    rows: 'age',
    columns: [
      {
        ...{ key: 'pending', label: 'Pending', list: 'customers', hasAmount: false },
        query: { kycStatus: 'pending' },
      },
    ],
    filters: ['owner'],
    hasPeriod: false,
    access: 'customers.read',
  },
  expiries: {
    title: 'Calendar of expiries',
    about: 'Terms by their last day of cover, but for cancelled ones.',
    rows: 'day',
    columns: POLICY_KINDS.map((kind) => ({
      ...{ key: kind, label: KIND_LABELS[kind], list: kind, hasAmount: false },
      ...({ query: { status: 'active,expired,renewed' }, period: 'ends' } as const),
    })),
    filters: ['kind', 'insurer', 'owner'],
    hasPeriod: true,
    access: 'policies.read',
  },
  agents: {
    title: 'Agents side by side',
    about:
      'What began, ended and was quoted in the period, by the agent in whose book the customer is; customers as of today.',
    rows: 'owner',
    columns: [
      ...POLICY_KINDS.flatMap((kind) => [
        ...begun('Begun').filter(({ list }) => list === kind),
        dueColumn(kind, 'renewed', OUTCOMES.renewed),
        dueColumn(kind, 'lost', { label: 'Not renewed', renewal: 'lost,lapsed' }),
      ]),
      { ...quoted('quoted', 'Made', {}), group: 'Quotations' },
      { ...quoted('converted', 'Became policies', { becamePolicy: 'true' }), group: 'Quotations' },
      {
        ...{ key: 'customers', label: 'All', group: 'Customers', list: 'customers' },
        ...{ query: {}, hasAmount: false },
      },
      {
        ...{ key: 'pending', label: 'KYC pending', group: 'Customers', list: 'customers' },
        ...{ query: { kycStatus: 'pending' }, hasAmount: false },
      },
    ],
    rates: [
      {
        label: 'Renewal rate',
        part: POLICY_KINDS.map((kind) => `${kind}_renewed`),
        whole: POLICY_KINDS.flatMap((kind) => [`${kind}_renewed`, `${kind}_lost`]),
      },
    ],
    amount: 'Amount',
    filters: ['kind'],
    hasPeriod: true,
    access: 'reports.compareAgents',
  },
} as const satisfies Readonly<Record<string, ReportDeclaration>>;
export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as [ReportName, ...ReportName[]];
export const USUAL_REPORT: ReportName = REPORT_NAMES[0];
export const reportNamed = (name: ReportName): ReportDeclaration => REPORTS[name];

/** The most months that a report covers. */
export const MOST_MONTHS = 60;

const criteria = {
  report: { kind: 'oneOf', options: REPORT_NAMES, label: 'Report' },
  from: {
    kind: 'dayFrom',
    label: 'From',
    description: 'From the month of this day on; absent: from the first of the financial year',
  },
  to: {
    kind: 'dayTo',
    label: 'Until',
    description: `Up to the month of this day, at most ${MOST_MONTHS} months in all; absent: to the end of the financial year in which the report begins`,
  },
  kind: { kind: 'oneOf', options: POLICY_KINDS, label: 'Kind' },
  insurer: sharedCriteria.insurer,
  ownerId: sharedCriteria.ownerId,
  withoutOwner: {
    ...sharedCriteria.withoutOwner,
    description: 'Only customers in nobody’s book',
  },
  measure: {
    kind: 'oneOf',
    options: ['amount'],
    label: 'Shown',
    description: 'What its chart shows; absent: how many',
  },
} as const satisfies Criteria;

/** What the address of a report says. A report has no order but its own. */
export const reportList = describeList({
  criteria,
  sorts: ['row'],
  usualSort: 'row',
  descending: [],
});
export type ReportFilter = Omit<FilterIn<typeof reportList>, 'report' | 'measure'>;

/** What is asked for once what was left out is known. */
export interface ReportScope {
  /** The first day of a month. */
  readonly from: Day;
  /** The last day of a month. */
  readonly to: Day;
  /** Its day: what is due before it is over. */
  readonly today: Day;
  readonly kind: PolicyKind | null;
  readonly insurer: string | null;
  /** Of one book; null: of all. */
  readonly ownerId: number | null;
  readonly withoutOwner: boolean;
}

const lastOfMonth = (day: Day): Day =>
  addDays(`${monthOf(addDays(`${monthOf(day)}-28`, 4))}-01`, -1);

/** Whole months; by default the financial year of today. What a report has no filter for is left out. */
export function scopeOf(name: ReportName, filter: ReportFilter, today: Day): ReportScope {
  const { filters } = reportNamed(name);
  const has = (one: (typeof filters)[number]) => filters.includes(one);
  const from = `${monthOf(filter.from ?? financialYearDays(filter.to ?? today)[0])}-01`;
  return {
    ...{ from, to: lastOfMonth(filter.to ?? financialYearDays(from)[1]), today },
    kind: (has('kind') && filter.kind) || null,
    insurer: (has('insurer') && filter.insurer) || null,
    ownerId: (has('owner') && filter.ownerId) || null,
    withoutOwner: has('owner') && !filter.ownerId && filter.withoutOwner === true,
  };
}

/** The columns that a report has, which are those of one kind where one is asked for. */
export const columnsOf = (
  name: ReportName,
  { kind }: Pick<ReportScope, 'kind'>,
): readonly ReportColumn[] =>
  reportNamed(name).columns.filter(
    ({ list }) => kind === null || list === kind || !POLICY_KINDS.some((one) => one === list),
  );

/** The rates whose columns are all there. */
export const ratesOf = (name: ReportName, scope: Pick<ReportScope, 'kind'>) => {
  const keys = columnsOf(name, scope).map(({ key }) => key);
  return (reportNamed(name).rates ?? []).flatMap(({ label, part, whole }) => {
    const shown = { label, part: part.filter(known), whole: whole.filter(known) };
    return shown.part.length > 0 ? [shown] : [];
    function known(key: string) {
      return keys.includes(key);
    }
  });
};

/** The key of the row of customers in nobody's book. */
export const NOBODY = '0';

/** Ages of customers in days: `0-7`, `91-`. */
export const KYC_AGES = ['0-7', '8-30', '31-90', '91-'] as const;
export const ageDays = (key: string): readonly [least: number, most: number | null] => {
  const [least, most] = key.split('-');
  return [Number(least), most ? Number(most) : null];
};

interface RowRules {
  readonly heading: string;
  /** What a person reads of it; names of insurers and owners only the read model knows. */
  label(key: string): string;
  /** What narrows a list down to the row; null: none of its records can be in the row. */
  query(key: string, column: ReportColumn, scope: ReportScope): ListQuery | null;
}

const PARAMETERS: Readonly<Record<Period, readonly [from: string, to: string]>> = {
  starts: ['startsFrom', 'startsTo'],
  ends: ['endsFrom', 'endsTo'],
  created: ['createdFrom', 'createdTo'],
};

const between = ({ period }: ReportColumn, from: Day, to: Day): ListQuery => {
  if (!period) return {};
  const [first, last] = PARAMETERS[period];
  return { [first]: from, [last]: to };
};

/** The parameter that chooses the types of a kind, and which there are. */
const TYPES: Readonly<Record<PolicyKind, readonly [parameter: string, types: readonly string[]]>> =
  {
    health: ['policyType', POLICY_TYPES],
    vehicle: ['vehicleType', VEHICLE_TYPES],
  };

const asItIs = (key: string): string => key;
const inPeriod = (column: ReportColumn, { from, to }: ReportScope) => between(column, from, to);

export const ROWS: Readonly<Record<RowKind, RowRules>> = {
  month: {
    heading: 'Month',
    label: formatMonth,
    query: (key, column) => between(column, `${key}-01`, lastOfMonth(`${key}-01`)),
  },
  day: {
    heading: 'Day',
    label: formatDay,
    query: (key, column) => between(column, key, key),
  },
  insurer: {
    heading: 'Insurer',
    label: asItIs,
    query: (key, column, scope) => ({ ...inPeriod(column, scope), insurer: key }),
  },
  type: {
    heading: 'Type',
    label: (key) => key.charAt(0).toUpperCase() + key.slice(1),
    query: (key, column, scope) => {
      const [parameter, types] = TYPES[column.list === 'health' ? 'health' : 'vehicle'];
      return types.includes(key) ? { ...inPeriod(column, scope), [parameter]: key } : null;
    },
  },
  owner: {
    heading: 'Owner',
    label: asItIs,
    query: (key, column, scope) => ({
      ...inPeriod(column, scope),
      ...(key === NOBODY ? { withoutOwner: 'true' } : { ownerId: key }),
    }),
  },
  reason: {
    heading: 'Reason',
    label: (key) => LOSS_REASON_LABELS[key as LossReason],
    query: (key, column, scope) => ({ ...inPeriod(column, scope), lossReason: key }),
  },
  source: {
    heading: 'Source',
    label: (key) => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`,
    query: (key, column, scope) => ({ ...inPeriod(column, scope), source: key }),
  },
  age: {
    heading: 'Added',
    label: (key) => {
      const [least, most] = ageDays(key);
      return most === null ? `More than ${least - 1} days ago` : `${least} to ${most} days ago`;
    },
    query: (key, _column, { today }) => {
      const [least, most] = ageDays(key);
      return {
        ...(most !== null && { addedFrom: addDays(today, -most) }),
        addedTo: addDays(today, -least),
      };
    },
  },
};

export interface BehindFigure {
  readonly list: CountedList;
  readonly query: ListQuery;
}

/**
 * The list that a figure counts; null where there is nothing to count.
 * @param row its key; null: all rows together
 */
export function listBehind(
  name: ReportName,
  scope: ReportScope,
  { column, row }: { column: ReportColumn; row: string | null },
): BehindFigure | null {
  const { list } = column;
  const { kind, insurer, ownerId, withoutOwner } = scope;
  const ofRow =
    row === null ? inPeriod(column, scope) : ROWS[reportNamed(name).rows].query(row, column, scope);
  if (ofRow === null) return null;
  return {
    list,
    query: {
      ...column.query,
      ...(list === 'quotations' && kind !== null && { insuranceType: kind }),
      ...(list !== 'customers' && insurer !== null && { insurer }),
      ...(ownerId !== null && { ownerId: String(ownerId) }),
      ...(withoutOwner && { withoutOwner: 'true' }),
      ...ofRow,
    },
  };
}

export const ReportRow = z.object({
  key: z.string().describe('A month, a day, an insurer, the number of a user and so on'),
  label: z.string(),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const ReportFigure = z.object({
  row: z.string().describe('The key of its row'),
  column: z.string().describe('The key of its column'),
  count: z.int().describe('As many as the list behind it has'),
  amount: z.string().nullable().describe('Rupees with two digits, where the report has an amount'),
});
export type ReportFigure = z.infer<typeof ReportFigure>;

export const ReportView = z.object({
  name: z.enum(REPORT_NAMES),
  from: dayText().describe('The first day of a month'),
  to: dayText().describe('The last day of a month'),
  today: dayText().describe('The Kolkata day that it is of'),
  rows: z.array(ReportRow).describe('In their order; of days only those that have a figure'),
  figures: z.array(ReportFigure).describe('Those that are not nothing'),
});
export type ReportView = z.infer<typeof ReportView>;

/** The parameters of an address. */
interface Parameters {
  get(name: string): string | null;
}

/** What an address of a report asks for. What it does not understand is as if it were not there. */
export function reportOfAddress(said: Parameters): { name: ReportName; filter: ReportFilter } {
  const dayIn = (name: string): Day | null => {
    const text = said.get(name) ?? '';
    return isDay(text) ? text : null;
  };
  const owner = Number(said.get('ownerId'));
  return {
    name: REPORT_NAMES.find((one) => one === said.get('report')) ?? USUAL_REPORT,
    filter: {
      ...{ from: dayIn('from'), to: dayIn('to'), insurer: said.get('insurer') },
      kind: POLICY_KINDS.find((one) => one === said.get('kind')) ?? null,
      ownerId: Number.isSafeInteger(owner) && owner > 0 ? owner : null,
      withoutOwner: said.get('withoutOwner') === 'true',
    },
  };
}
