import { ALL_RECORDS, type RECORDS } from '../records/records.js';

type Records = typeof RECORDS;
type RecordList = {
  [Kind in keyof Records]: Records[Kind]['hasFile'] extends false ? never : Records[Kind]['many'];
}[keyof Records];

/** Each kind of policy has a file of its own. */
const POLICIES = ['health-policies', 'vehicle-policies'] as const;
/** Those that are no records of their own. */
const OTHERS = ['payments', 'audit-log'] as const;
export type ExportedList =
  | Exclude<RecordList, 'policies'>
  | (typeof POLICIES)[number]
  | (typeof OTHERS)[number];

/** The lists that can be had as files. */
export const EXPORTED_LISTS = [
  ...ALL_RECORDS.filter(({ hasFile }) => hasFile).flatMap(({ many }): readonly string[] =>
    many === 'policies' ? POLICIES : [many],
  ),
  ...OTHERS,
] as readonly string[] as readonly ExportedList[];

/** What an operations command exports beside them: all events, without their personal parts. */
export const ALL_EVENTS = 'events';

/** The figures of a report. */
export const REPORT_FIGURES = 'reports';

/** Comma-separated values, and the workbooks of Excel. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where a list is sent at once as a file, as long as it is short. */
export const exportPath = (list: ExportedList, format: ExportFormat): string =>
  `/api/exports/${list}.${format}`;

/** Stands for the criteria in the record of a file with chosen records. */
export const CHOSEN_RECORDS = 'selection';
