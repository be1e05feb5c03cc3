import type {
  PolicyKind,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import type { QuotationSort } from '@insuremanager/contracts/quotations/quotationViews';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { PageArgs } from './pageArgs.js';
import { PolicyKindEnum, PolicyTypeEnum, VehicleTypeEnum } from './policyEnums.js';
import { QuotationSortEnum, QuotationStatusEnum } from './quotationEnums.js';

const INCLUSIVE_DAY = 'Inclusive, in Asia/Kolkata.';
const INCLUSIVE_AMOUNT = 'Inclusive; rupees as a person types them.';

@InputType('QuotationFilter')
export class QuotationFilterArg {
  @Field(() => String, {
    nullable: true,
    description:
      'Part of a number, an insurer, a vehicle number, or the customer’s name, phone or email.',
  })
  search?: string | null;
  @Field(() => [QuotationStatusEnum], { nullable: true })
  statuses?: QuotationStatus[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Pending, and past the last day.' })
  pastValidity?: boolean | null;
  @Field(() => PolicyKindEnum, { nullable: true })
  insuranceType?: PolicyKind | null;
  @Field(() => String, { nullable: true, description: 'A whole name, in any letter case.' })
  insurer?: string | null;
  @Field(() => Int, { nullable: true })
  customerId?: number | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: INCLUSIVE_DAY })
  createdFrom?: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: INCLUSIVE_DAY })
  createdTo?: string | null;
  @Field(() => String, { nullable: true, description: INCLUSIVE_AMOUNT })
  totalFrom?: string | null;
  @Field(() => String, { nullable: true, description: INCLUSIVE_AMOUNT })
  totalTo?: string | null;
}

@ArgsType()
export class QuotationsArgs extends PageArgs {
  @Field(() => QuotationFilterArg, { nullable: true })
  filter?: QuotationFilterArg | null;
  @Field(() => QuotationSortEnum, { nullable: true, defaultValue: 'added' })
  sort?: QuotationSort | null;
}

/** Texts as a person types them: what they must be, the contracts' schemas say, for every face. */
@InputType('QuotationInput', {
  description:
    'Absent leaves a field as it is, or as usual in a new one; null or an empty text clears it. Fields of the other type of insurance are ignored; the total follows from premium and charges.',
})
export class QuotationInputArg {
  @Field(() => Int, { nullable: true })
  customerId?: number | null;
  @Field(() => PolicyKindEnum, { nullable: true })
  insuranceType?: PolicyKind | null;
  @Field(() => PolicyTypeEnum, { nullable: true })
  policyType?: PolicyType | null;
  @Field(() => VehicleTypeEnum, { nullable: true })
  vehicleType?: VehicleType | null;
  @Field(() => String, { nullable: true })
  vehicleNumber?: string | null;
  @Field(() => String, { nullable: true })
  insuranceCompany?: string | null;
  @Field(() => String, { nullable: true })
  sumAssured?: string | null;
  @Field(() => String, { nullable: true })
  premiumAmount?: string | null;
  @Field(() => String, { nullable: true })
  serviceCharges?: string | null;
  @Field(() => Int, { nullable: true, description: '1 to 365.' })
  validityDays?: number | null;
  @Field(() => QuotationStatusEnum, { nullable: true })
  status?: QuotationStatus | null;
  @Field(() => String, { nullable: true })
  notes?: string | null;
}

@InputType('QuotationEmailInput')
export class QuotationEmailInputArg {
  @Field(() => String)
  to!: string;
  @Field(() => String, { nullable: true, description: 'Said above the signature.' })
  message?: string | null;
}
