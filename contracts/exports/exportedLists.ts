/** The lists that can be had as CSV, by `GET /api/exports/<list>.csv`. */
export const EXPORTED_LISTS = [
  'customers',
  'health-policies',
  'vehicle-policies',
  'quotations',
] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** What an operations command exports beside them: all events, without their personal parts. */
export const ALL_EVENTS = 'events';

/** Where a list is as CSV, with the filter and sort of a query. */
export const exportPath = (list: ExportedList, query = ''): string =>
  `/api/exports/${list}.csv${query && `?${query}`}`;
