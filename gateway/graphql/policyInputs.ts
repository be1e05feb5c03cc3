import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type {
  CancellationReason,
  CoverType,
  PolicyKind,
  PolicyStatus,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import type { PolicySort } from '@insuremanager/contracts/policies/policyViews';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { KycStatusEnum } from './enums.js';
import { PageArgs } from './pageArgs.js';
import {
  CancellationReasonEnum,
  CoverTypeEnum,
  PolicyKindEnum,
  PolicySortEnum,
  PolicyStatusEnum,
  PolicyTypeEnum,
  PremiumFrequencyEnum,
  VehicleTypeEnum,
} from './policyEnums.js';

const INCLUSIVE_DAY = 'Inclusive, in Asia/Kolkata.';
const INCLUSIVE_AMOUNT = 'Inclusive; rupees as a person types them.';

@InputType('PolicyFilter')
export class PolicyFilterArg {
  @Field(() => PolicyKindEnum, { nullable: true, description: 'Absent: both kinds.' })
  kind?: PolicyKind | null;
  @Field(() => String, {
    nullable: true,
    description: 'Part of a policy number, an insurer or a vehicle number in any spelling.',
  })
  search?: string | null;
  @Field(() => [PolicyStatusEnum], { nullable: true })
  statuses?: PolicyStatus[] | null;
  @Field(() => String, { nullable: true, description: 'A whole name, in any letter case.' })
  insurer?: string | null;
  @Field(() => [PolicyTypeEnum], { nullable: true })
  policyTypes?: PolicyType[] | null;
  @Field(() => [VehicleTypeEnum], { nullable: true })
  vehicleTypes?: VehicleType[] | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: INCLUSIVE_DAY })
  endsFrom?: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: INCLUSIVE_DAY })
  endsTo?: string | null;
  @Field(() => String, { nullable: true, description: INCLUSIVE_AMOUNT })
  premiumFrom?: string | null;
  @Field(() => String, { nullable: true, description: INCLUSIVE_AMOUNT })
  premiumTo?: string | null;
  @Field(() => [KycStatusEnum], { nullable: true, description: 'Of the customers.' })
  kycStatuses?: KycStatus[] | null;
  @Field(() => Int, { nullable: true })
  customerId?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Active, and 1 to 30 days before the end.',
  })
  expiringSoon?: boolean | null;
}

@ArgsType()
export class PoliciesArgs extends PageArgs {
  @Field(() => PolicyFilterArg, { nullable: true })
  filter?: PolicyFilterArg | null;
  @Field(() => PolicySortEnum, { nullable: true, defaultValue: 'added' })
  sort?: PolicySort | null;
}

/** Texts as a person types them: what they must be, the contracts' schemas say, for every face. */
@InputType('EndorsementChanges', { description: 'Absent leaves a field as it is; null clears it.' })
export class EndorsementChangesArg {
  @Field(() => String, { nullable: true })
  sumAssured?: string | null;
  @Field(() => String, { nullable: true })
  premiumAmount?: string | null;
  @Field(() => PremiumFrequencyEnum, { nullable: true })
  premiumFrequency?: PremiumFrequency | null;
  @Field(() => String, { nullable: true })
  endDate?: string | null;
  @Field(() => PolicyTypeEnum, { nullable: true })
  policyType?: PolicyType | null;
  @Field(() => String, { nullable: true })
  vehicleNumber?: string | null;
  @Field(() => VehicleTypeEnum, { nullable: true })
  vehicleType?: VehicleType | null;
  @Field(() => String, { nullable: true })
  vehicleMake?: string | null;
  @Field(() => String, { nullable: true })
  vehicleModel?: string | null;
  @Field(() => String, { nullable: true })
  vehicleYear?: string | null;
  @Field(() => String, { nullable: true })
  engineNumber?: string | null;
  @Field(() => String, { nullable: true })
  chassisNumber?: string | null;
  @Field(() => CoverTypeEnum, { nullable: true })
  coverType?: CoverType | null;
  @Field(() => String, { nullable: true, description: '0, 20, 25, 35, 45 or 50.' })
  ncbPercent?: string | null;
  @Field(() => String, { nullable: true })
  thirdPartyEndDate?: string | null;
}

@InputType('RenewalInput', {
  description:
    'What differs in the next term. Absent: the same number, cover and premium, for a year from the day after the end.',
})
export class RenewalInputArg extends EndorsementChangesArg {
  @Field(() => String, { nullable: true })
  policyNumber?: string | null;
  @Field(() => String, { nullable: true })
  insuranceCompany?: string | null;
  @Field(() => String, { nullable: true })
  startDate?: string | null;
}

@InputType('PolicyInput', {
  description:
    'Absent leaves a field as it is; null or an empty text clears it. Fields of the other kind are ignored.',
})
export class PolicyInputArg extends RenewalInputArg {
  @Field(() => Int, { nullable: true })
  customerId?: number | null;
  @Field(() => PolicyStatusEnum, { nullable: true })
  status?: PolicyStatus | null;
}

@InputType('EndorsementInput')
export class EndorsementInputArg {
  @Field(() => String, { description: 'A day of the term.' })
  effectiveFrom!: string;
  @Field(() => String)
  reason!: string;
  @Field(() => EndorsementChangesArg)
  changes!: EndorsementChangesArg;
}

@InputType('CancellationInput')
export class CancellationInputArg {
  @Field(() => String, {
    nullable: true,
    description: 'The first day without cover; today when absent.',
  })
  cancelledOn?: string | null;
  @Field(() => CancellationReasonEnum)
  reason!: CancellationReason;
  @Field(() => String, { nullable: true })
  note?: string | null;
}

@InputType('ReinstatementInput')
export class ReinstatementInputArg {
  @Field(() => String, { nullable: true })
  note?: string | null;
}

/** Which policy a change is about, as it was when the user saw it. */
@ArgsType()
export class PolicyChangeArgs {
  @Field(() => PolicyKindEnum)
  kind!: PolicyKind;
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  expectedVersion!: number;
  @Field(() => ID)
  commandId!: string;
}
