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
import { GraphQLLocalDate } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Int, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../access/access.js';
import { filterOfArguments } from '../listQueries.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { PolicyKindEnum } from './policyResolvers.js';
import { LOOKUP_COST } from './queryCosts.js';

export const ReportNameEnum = enumType('ReportName', REPORT_NAMES);
objectType('ReportRow', ReportRow);
objectType('ReportFigure', ReportFigure, { description: 'How many records a list has.' });
const Report = objectType('Report', ReportView, {
  description: 'A table of figures, each of which counts a list.',
});

const { criteria } = reportList;

@InputType('ReportFilter', { description: 'What a report has no filter for is left out.' })
class ReportFilterArg {
  @Field(() => GraphQLLocalDate, { nullable: true, description: criteria.from.description })
  from?: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: criteria.to.description })
  to?: string | null;
  @Field(() => PolicyKindEnum, { nullable: true })
  kind?: string | null;
  @Field(() => String, { nullable: true, description: criteria.insurer.description })
  insurer?: string | null;
  @Field(() => Int, { nullable: true, description: criteria.ownerId.description })
  ownerId?: number | null;
  @Field(() => Boolean, { nullable: true, description: criteria.withoutOwner.description })
  withoutOwner?: boolean | null;
}

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
    @Arg('filter', () => ReportFilterArg, { nullable: true }) filter: ReportFilterArg | null,
    @Ctx() { reports, user }: GraphqlContext,
  ): Promise<ReportView> {
    requireAccess(user, reportNamed(name).access);
    return reports.report(name, filterOfArguments(reportList, filter, user) as ReportFilter);
  }
}
