/** The lists that can be had as CSV, by `GET /api/exports/<list>.csv`. */
export const EXPORTED_LISTS = [
  'customers',
  'health-policies',
  'vehicle-policies',
  'quotations',
] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** Where a list is as CSV, with the filter and sort of a query. */
export const exportPath = (list: ExportedList, query = ''): string =>
  `/api/exports/${list}.csv${query && `?${query}`}`;
