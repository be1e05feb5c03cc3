import { defineSlice } from '../platform/slice.js';
import { createReportMails, type ReportMailSources } from './createReportMails.js';
import { checkedScope, createReports } from './createReports.js';

export { reportMailSteps } from './createReportMails.js';
export type { ReportMails } from './reportMails.js';
export type { Reports, ReportsOfBook } from './reports.js';
export { checkedScope, createReportMails };

export const reportsSlice = defineSlice({ open: createReports });

export const reportMailsSlice = defineSlice({
  open: (platform, _readModels, others: ReportMailSources) => createReportMails(platform, others),
});
