import {
  type BehindFigure,
  type CountedList,
  type ReportFilter,
  type ReportName,
  reportList,
  USUAL_REPORT,
} from '@insuremanager/contracts/reports/reports';
import {
  addMonths,
  financialYearDays,
  financialYearOf,
  formatMonth,
  type Month,
  monthOf,
} from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { omit } from '@insuremanager/contracts/rules/objects';
import { RECORD_PLACES } from '../../records/addresses';
import { addressOfFilter, type FilterValues, filterIn } from '../../ui/list/listFilter';

export type ReportAddress = FilterValues<typeof reportList.criteria>;

/** What an address says of a report. What a list could be filtered by beside that is not there. */
export const reportIn = (params: URLSearchParams): ReportAddress => filterIn(params, reportList);
export const nameIn = ({ report = USUAL_REPORT }: ReportAddress): ReportName => report;
export const filterOf = (address: ReportAddress): ReportFilter =>
  omit(address, ['report', 'measure']);

/** The query of the address of a report. */
export const queryOf = (address: ReportAddress): URLSearchParams => {
  const said = Object.entries(addressOfFilter(reportList, address));
  return new URLSearchParams(said.filter((one): one is [string, string] => one[1] !== null));
};

const LISTS: Readonly<Record<CountedList, string>> = {
  health: RECORD_PLACES.health.path,
  vehicle: RECORD_PLACES.vehicle.path,
  quotations: RECORD_PLACES.quotation.path,
  customers: RECORD_PLACES.customer.path,
  leads: RECORD_PLACES.lead.path,
};

/** Where the records are that a figure counts. */
export const addressBehind = ({ list, query }: BehindFigure): string =>
  `${LISTS[list]}?${new URLSearchParams(query)}`;

const YEARS_BACK = 4;

/** The financial years to choose from: the next one, in which policies end, and some before. */
export const yearOptions = (today: Day): { value: Day; label: string }[] =>
  Array.from({ length: YEARS_BACK + 2 }, (_, at) => {
    const [first] = financialYearDays(addMonths(today, 12 * (1 - at)));
    return { value: first, label: `FY ${financialYearOf(first)}` };
  });

/** The months of these years, the last one first. */
export function monthOptions(today: Day): { value: Month; label: string }[] {
  const years = yearOptions(today);
  const [last] = years;
  if (!last) return [];
  return Array.from({ length: years.length * 12 }, (_, at) => {
    const month = monthOf(addMonths(last.value, 11 - at));
    return { value: month, label: formatMonth(month) };
  });
}
