import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerSort } from '@insuremanager/contracts/customers/customerViews';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, InputType } from 'type-graphql';
import { CustomerSortEnum } from './customerEnums.js';
import { KycStatusEnum } from './enums.js';
import { PageArgs } from './pageArgs.js';

@InputType('CustomerFilter')
export class CustomerFilterArg {
  @Field(() => String, {
    nullable: true,
    description: 'Part of a name, phone (any format), email, city or PAN.',
  })
  search?: string | null;
  @Field(() => [KycStatusEnum], { nullable: true })
  kycStatuses?: KycStatus[] | null;
  @Field(() => String, { nullable: true, description: 'A whole city name, in any letter case.' })
  city?: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Inclusive, in Asia/Kolkata.' })
  addedFrom?: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Inclusive, in Asia/Kolkata.' })
  addedTo?: string | null;
}

@ArgsType()
export class CustomersArgs extends PageArgs {
  @Field(() => CustomerFilterArg, { nullable: true })
  filter?: CustomerFilterArg | null;
  @Field(() => CustomerSortEnum, { nullable: true, defaultValue: 'added' })
  sort?: CustomerSort | null;
}

/** Texts as a person types them: what they must be, the contracts' schema says, for every face. */
@InputType('CustomerInput', {
  description: 'Absent leaves a field as it is; null or an empty text clears it.',
})
export class CustomerInputArg {
  @Field(() => String, { nullable: true })
  name?: string | null;
  @Field(() => String, { nullable: true })
  phone?: string | null;
  @Field(() => String, { nullable: true })
  email?: string | null;
  @Field(() => String, { nullable: true })
  aadhaarNumber?: string | null;
  @Field(() => String, { nullable: true })
  panNumber?: string | null;
  @Field(() => String, { nullable: true })
  dateOfBirth?: string | null;
  @Field(() => String, { nullable: true })
  address?: string | null;
  @Field(() => String, { nullable: true })
  city?: string | null;
  @Field(() => String, { nullable: true })
  state?: string | null;
  @Field(() => String, { nullable: true })
  pincode?: string | null;
  @Field(() => KycStatusEnum, { nullable: true })
  kycStatus?: KycStatus | null;
}

@InputType('DuplicateProbe')
export class DuplicateProbeArg {
  @Field(() => String, { nullable: true })
  phone?: string | null;
  @Field(() => String, { nullable: true })
  email?: string | null;
  @Field(() => String, { nullable: true })
  panNumber?: string | null;
  @Field(() => String, { nullable: true })
  aadhaarNumber?: string | null;
}
