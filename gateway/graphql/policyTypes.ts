import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type { Page } from '@insuremanager/contracts/lists';
import type {
  CoverType,
  PolicyKind,
  PolicyStatus,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import type {
  PolicyCards as PolicyCardsView,
  PolicyFilter,
  PolicyHoldings as PolicyHoldingsView,
  PolicyView,
  TermHistory,
} from '@insuremanager/contracts/policies/policyViews';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import type { CustomerSummary } from '@insuremanager/services/customers/index';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { KycStatusEnum } from './enums.js';
import { HistoryEntry } from './historyTypes.js';
import {
  CoverTypeEnum,
  PolicyKindEnum,
  PolicyStatusEnum,
  PolicyTypeEnum,
  PremiumFrequencyEnum,
  VehicleTypeEnum,
} from './policyEnums.js';
import { Warning } from './sharedTypes.js';

const RUPEES = 'Rupees with two digits after the point.';

@ObjectType({ description: 'A term of a policy. What only the other kind has is null.' })
export class Policy implements PolicyView {
  @Field(() => Int)
  id!: number;
  @Field(() => PolicyKindEnum)
  kind!: PolicyKind;
  @Field(() => Int)
  customerId!: number;
  @Field(() => String)
  policyNumber!: string;
  @Field(() => String)
  insuranceCompany!: string;
  @Field(() => PolicyTypeEnum, { nullable: true })
  policyType!: PolicyType | null;
  @Field(() => String, { nullable: true, description: 'Upper case, without spaces.' })
  vehicleNumber!: string | null;
  @Field(() => VehicleTypeEnum, { nullable: true })
  vehicleType!: VehicleType | null;
  @Field(() => String, { nullable: true })
  vehicleMake!: string | null;
  @Field(() => String, { nullable: true })
  vehicleModel!: string | null;
  @Field(() => Int, { nullable: true })
  vehicleYear!: number | null;
  @Field(() => String, { nullable: true })
  engineNumber!: string | null;
  @Field(() => String, { nullable: true })
  chassisNumber!: string | null;
  @Field(() => CoverTypeEnum, { nullable: true })
  coverType!: CoverType | null;
  @Field(() => Int, { nullable: true, description: 'No-claim bonus.' })
  ncbPercent!: number | null;
  @Field(() => String, { description: `${RUPEES} Of a vehicle its insured declared value.` })
  sumAssured!: string;
  @Field(() => String, { description: `${RUPEES} Of one instalment.` })
  premiumAmount!: string;
  @Field(() => PremiumFrequencyEnum)
  premiumFrequency!: PremiumFrequency;
  @Field(() => GraphQLLocalDate)
  startDate!: string;
  @Field(() => GraphQLLocalDate, { description: 'The last day of cover.' })
  endDate!: string;
  @Field(() => GraphQLLocalDate, { nullable: true })
  thirdPartyEndDate!: string | null;
  @Field(() => PolicyStatusEnum)
  status!: PolicyStatus;
  @Field(() => Int, { description: 'Days in Asia/Kolkata; negative once it has ended.' })
  daysUntilExpiry!: number;
  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'The last day of grace, while there is one.',
  })
  graceUntil!: string | null;
  @Field(() => Int, { description: 'The first term of the policy.' })
  chainId!: number;
  @Field(() => Int, { nullable: true, description: 'The term that this one renewed.' })
  predecessorId!: number | null;
  @Field(() => Int, { nullable: true, description: 'The quotation that it came from.' })
  quotationId!: number | null;
  @Field(() => Int, { nullable: true, description: 'The term that renewed this one.' })
  successorId!: number | null;
  @Field(() => GraphQLDateTime)
  createdAt!: string;
  @Field(() => GraphQLDateTime)
  updatedAt!: string;
  @Field(() => Int, { description: 'Send it back to change only what you saw.' })
  version!: number;
}

@ObjectType({ description: 'What a policy shows of the customer who holds it.' })
export class PolicyCustomer implements CustomerSummary {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  name!: string;
  @Field(() => String)
  phone!: string;
  @Field(() => KycStatusEnum)
  kycStatus!: KycStatus;
}

@ObjectType()
export class PolicyPage implements Page<Policy> {
  @Field(() => [Policy])
  items!: Policy[];
  @Field(() => String, { nullable: true, description: 'Null on the last page.' })
  nextCursor!: string | null;
  /** Not a field: what `count`, which has a resolver of its own, must count. */
  filter!: PolicyFilter;
}

@ObjectType({ description: 'The four cards over a list. Each counts what its list shows.' })
export class PolicyCards implements PolicyCardsView {
  @Field(() => Int)
  total!: number;
  @Field(() => Int)
  active!: number;
  @Field(() => String, { description: RUPEES })
  totalPremium!: string;
  @Field(() => Int, { description: 'Active, and 1 to 30 days before the end.' })
  expiringSoon!: number;
}

@ObjectType({ description: 'What a customer holds, over both kinds.' })
export class PolicyHoldings implements PolicyHoldingsView {
  @Field(() => Int)
  policies!: number;
  @Field(() => Int)
  active!: number;
  @Field(() => String, { description: `Of the active ones, brought to a year. ${RUPEES}` })
  yearlyPremium!: string;
  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'The next end of an active policy.',
  })
  nextExpiry!: string | null;
}

@ObjectType({ description: 'A term of a policy, and all that happened to it.' })
export class PolicyTermHistory implements TermHistory {
  @Field(() => Int, { description: 'The id of the term, which is that of a policy.' })
  termId!: number;
  @Field(() => String)
  policyNumber!: string;
  @Field(() => GraphQLLocalDate)
  startDate!: string;
  @Field(() => GraphQLLocalDate, { description: 'The last day of cover.' })
  endDate!: string;
  @Field(() => Boolean)
  isDeleted!: boolean;
  @Field(() => [HistoryEntry], { description: 'Oldest first.' })
  entries!: HistoryEntry[];
}

@ObjectType()
export class SavedPolicy {
  @Field(() => Policy, { description: 'After a renewal the new term.' })
  policy!: Policy;
  @Field(() => Policy, {
    nullable: true,
    description: 'After a renewal: the term that it ended.',
  })
  renewedTerm!: Policy | null;
  @Field(() => [Warning])
  warnings!: readonly Warning[];
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}

@ObjectType()
export class DeletedPolicy {
  @Field(() => Int)
  id!: number;
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}
