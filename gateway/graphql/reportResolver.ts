import {
  REPORT_NAMES,
  ReportFigure,
  type ReportFilter,
  ReportRow,
  ReportView,
  reportList,
  reportNamed,
} from '@insuremanager/contracts/reports/reports';
import { omit } from '@insuremanager/contracts/rules/objects';
import { requireAccess } from '../access/access.js';
import { filterOfArguments } from '../listQueries.js';
import { filterType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { query, rootFields } from './rootFields.js';

const ReportNameEnum = enumType('ReportName', REPORT_NAMES);
objectType('ReportRow', ReportRow);
objectType('ReportFigure', ReportFigure, { description: 'How many records a list has.' });
const Report = objectType('Report', ReportView, {
  description: 'A table of figures, each of which counts a list.',
});

const Filter = filterType('ReportFilter', omit(reportList.criteria, ['report', 'measure']), {
  description: 'What a report has no filter for is left out.',
});

export const reportResolvers = rootFields({
  report: query(
    Report,
    {
      description: 'Needs the permission that the lists behind it need.',
      // Rows and figures may be hundreds; they are read from totals.
      complexity: 10 * LOOKUP_COST,
      args: { name: ReportNameEnum, filter: { type: Filter, nullable: true } },
    },
    ({ name, filter }, { reports, user }) => {
      requireAccess(user, reportNamed(name).access);
      return reports.report(name, filterOfArguments(reportList, filter, user) as ReportFilter);
    },
  ),
});
