import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerDuplicate as CustomerDuplicateView,
  CustomerFilter,
  CustomerView,
} from '@insuremanager/contracts/customers/customerViews';
import type { Page } from '@insuremanager/contracts/lists';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { DuplicateFieldEnum } from './customerEnums.js';
import { KycStatusEnum } from './enums.js';
import { Warning } from './sharedTypes.js';

@ObjectType()
export class Customer implements CustomerView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  name!: string;
  @Field(() => String, { description: 'E.164 for Indian mobiles, otherwise as typed.' })
  phone!: string;
  @Field(() => String, { nullable: true })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'Always masked: XXXX XXXX 1234.' })
  aadhaarNumber!: string | null;
  @Field(() => String, { nullable: true })
  panNumber!: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true })
  dateOfBirth!: string | null;
  @Field(() => String, { nullable: true })
  address!: string | null;
  @Field(() => String, { nullable: true })
  city!: string | null;
  @Field(() => String, { nullable: true })
  state!: string | null;
  @Field(() => String, { nullable: true })
  pincode!: string | null;
  @Field(() => KycStatusEnum)
  kycStatus!: KycStatus;
  @Field(() => Int, { nullable: true, description: 'The document that the KYC status rests on.' })
  kycDocumentId!: number | null;
  @Field(() => GraphQLDateTime)
  createdAt!: string;
  @Field(() => GraphQLDateTime)
  updatedAt!: string;
  @Field(() => Int, { description: 'Send it back to change only what you saw.' })
  version!: number;
}

@ObjectType()
export class CustomerPage implements Page<Customer> {
  @Field(() => [Customer])
  items!: Customer[];
  @Field(() => String, { nullable: true, description: 'Null on the last page.' })
  nextCursor!: string | null;
  /** Not a field: what `count`, which has a resolver of its own, must count. */
  filter!: CustomerFilter;
}

@ObjectType()
export class CustomerDuplicate implements CustomerDuplicateView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  name!: string;
  @Field(() => [DuplicateFieldEnum])
  matches!: CustomerDuplicateView['matches'];
}

@ObjectType()
export class SavedCustomer {
  @Field(() => Customer)
  customer!: Customer;
  @Field(() => [Warning])
  warnings!: readonly Warning[];
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}

@ObjectType()
export class DeletedCustomer {
  @Field(() => Int)
  id!: number;
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}
