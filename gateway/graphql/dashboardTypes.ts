import type {
  DashboardMetrics as DashboardMetricsView,
  RecentCustomer as RecentCustomerView,
  RevenueTrend as RevenueTrendView,
  TrendMonth as TrendMonthView,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { UpcomingRenewal as UpcomingRenewalView } from '@insuremanager/contracts/policies/policyViews';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { PolicyKindEnum } from './policyEnums.js';

@ObjectType()
export class RecentCustomer implements RecentCustomerView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  name!: string;
  @Field(() => String)
  phone!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: string;
}

@ObjectType({ description: 'An active policy that ends within 30 days, today included.' })
export class UpcomingRenewal implements UpcomingRenewalView {
  @Field(() => Int, { description: 'The policy’s.' })
  id!: number;
  @Field(() => Int)
  customerId!: number;
  @Field(() => String)
  customerName!: string;
  @Field(() => Int)
  policyId!: number;
  @Field(() => PolicyKindEnum)
  policyType!: PolicyKind;
  @Field(() => String)
  policyNumber!: string;
  @Field(() => GraphQLLocalDate, { description: 'The last day of cover.' })
  dueDate!: string;
  @Field(() => Int)
  daysUntilExpiry!: number;
}

@ObjectType({ description: 'The figures of the whole book. Each equals a count over a list.' })
export class DashboardMetrics implements DashboardMetricsView {
  @Field(() => Int)
  totalCustomers!: number;
  @Field(() => Int)
  activePolicies!: number;
  @Field(() => String, {
    description: 'Premiums of active policies brought to a month: ₹12,34,568.',
  })
  monthlyRevenue!: string;
  @Field(() => Int, { description: 'Active policies that end within 30 days, today included.' })
  dueRenewals!: number;
  @Field(() => Int, { description: 'Active ones.' })
  healthPoliciesCount!: number;
  @Field(() => Int, { description: 'Active ones.' })
  vehiclePoliciesCount!: number;
  @Field(() => [RecentCustomer], { description: 'Newest first, at most five.' })
  recentCustomers!: RecentCustomer[];
  @Field(() => [UpcomingRenewal], { description: 'Soonest first, at most five.' })
  upcomingRenewals!: UpcomingRenewal[];
  @Field(() => Int, {
    nullable: true,
    description:
      'Terms begun this month to today against the month before to the same day, in percent; null when there were none then.',
  })
  monthlyGrowth!: number | null;
}

@ObjectType({ description: 'Premium of the policies whose term began in a month.' })
export class TrendMonth implements TrendMonthView {
  @Field(() => String, { description: 'YYYY-MM.' })
  month!: string;
  @Field(() => String, { description: 'Rupees with two digits after the point.' })
  premium!: string;
}

@ObjectType()
export class RevenueTrend implements RevenueTrendView {
  @Field(() => [TrendMonth], { description: 'Oldest first, also months without policies.' })
  months!: TrendMonth[];
  @Field(() => Boolean, { description: 'False while no policy has ever begun.' })
  hasHistory!: boolean;
}
