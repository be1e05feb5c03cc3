import {
  REPORT_NAMES,
  ReportFigure,
  type ReportFilter,
  type ReportName,
  ReportRow,
  ReportView,
  reportList,
  reportNamed,
} from '@insuremanager/contracts/reports/reports';
import { omit } from '@insuremanager/contracts/rules/objects';
import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../access/access.js';
import { filterOfArguments } from '../listQueries.js';
import { filterType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';

export const ReportNameEnum = enumType('ReportName', REPORT_NAMES);
objectType('ReportRow', ReportRow);
objectType('ReportFigure', ReportFigure, { description: 'How many records a list has.' });
const Report = objectType('Report', ReportView, {
  description: 'A table of figures, each of which counts a list.',
});

const Filter = filterType('ReportFilter', omit(reportList.criteria, ['report', 'measure']), {
  description: 'What a report has no filter for is left out.',
});

/** Rows and figures may be hundreds; they are read from totals. */
const REPORT_COST = 10 * LOOKUP_COST;

@Resolver()
export class ReportResolver {
  @Query(() => Report, {
    description: 'Needs the permission that the lists behind it need.',
    complexity: REPORT_COST,
  })
  report(
    @Arg('name', () => ReportNameEnum) name: ReportName,
    @Arg('filter', () => Filter, { nullable: true }) filter: object | null,
    @Ctx() { reports, user }: GraphqlContext,
  ): Promise<ReportView> {
    requireAccess(user, reportNamed(name).access);
    return reports.report(name, filterOfArguments(reportList, filter, user) as ReportFilter);
  }
}
