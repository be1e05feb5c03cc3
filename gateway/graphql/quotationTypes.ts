import type { Page } from '@insuremanager/contracts/lists';
import type {
  PolicyKind,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import type {
  QuotationCards as QuotationCardsView,
  QuotationFilter,
  QuotationView,
} from '@insuremanager/contracts/quotations/quotationViews';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { PolicyKindEnum, PolicyTypeEnum, VehicleTypeEnum } from './policyEnums.js';
import { Policy } from './policyTypes.js';
import { QuotationStatusEnum } from './quotationEnums.js';
import { Warning } from './sharedTypes.js';

const RUPEES = 'Rupees with two digits after the point.';

@ObjectType({ description: 'What the other type of insurance has is null.' })
export class Quotation implements QuotationView {
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  customerId!: number;
  @Field(() => String)
  quotationNumber!: string;
  @Field(() => PolicyKindEnum)
  insuranceType!: PolicyKind;
  @Field(() => PolicyTypeEnum, { nullable: true })
  policyType!: PolicyType | null;
  @Field(() => VehicleTypeEnum, { nullable: true })
  vehicleType!: VehicleType | null;
  @Field(() => String, { nullable: true, description: 'Upper case, without spaces.' })
  vehicleNumber!: string | null;
  @Field(() => String, { nullable: true })
  insuranceCompany!: string | null;
  @Field(() => String, { description: `${RUPEES} Of a vehicle its insured declared value.` })
  sumAssured!: string;
  @Field(() => String, { description: `${RUPEES} With the tax that it includes.` })
  premiumAmount!: string;
  @Field(() => String, { description: RUPEES })
  serviceCharges!: string;
  @Field(() => String, { description: `${RUPEES} Premium plus service charges.` })
  totalAmount!: string;
  @Field(() => Int, { description: 'Percent of tax that the premium includes.' })
  gstRate!: number;
  @Field(() => String, { description: `${RUPEES} The tax that the premium includes.` })
  gstAmount!: string;
  @Field(() => Int)
  validityDays!: number;
  @Field(() => GraphQLLocalDate, { description: 'The last day on which it can be accepted.' })
  validUntil!: string;
  @Field(() => Boolean, { description: 'Pending, and past the last day.' })
  isPastValidity!: boolean;
  @Field(() => QuotationStatusEnum)
  status!: QuotationStatus;
  @Field(() => String, { nullable: true })
  notes!: string | null;
  @Field(() => Int, { nullable: true, description: 'The policy that it became.' })
  policyId!: number | null;
  @Field(() => String, { description: 'Where its PDF is, such as /api/quotations/12/pdf.' })
  pdfPath!: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was last sent by email.' })
  emailedAt!: string | null;
  @Field(() => GraphQLDateTime)
  createdAt!: string;
  @Field(() => GraphQLDateTime)
  updatedAt!: string;
  @Field(() => Int, { description: 'Send it back to change only what you saw.' })
  version!: number;
}

@ObjectType()
export class QuotationPage implements Page<Quotation> {
  @Field(() => [Quotation])
  items!: Quotation[];
  @Field(() => String, { nullable: true, description: 'Null on the last page.' })
  nextCursor!: string | null;
  /** Not a field: what `count`, which has a resolver of its own, must count. */
  filter!: QuotationFilter;
}

@ObjectType({ description: 'The four cards over the list. Each counts what its list shows.' })
export class QuotationCards implements QuotationCardsView {
  @Field(() => Int)
  total!: number;
  @Field(() => Int, { description: 'Whatever their validity.' })
  pending!: number;
  @Field(() => Int)
  accepted!: number;
  @Field(() => String, { description: `Of all quotations. ${RUPEES}` })
  totalValue!: string;
}

@ObjectType()
export class SavedQuotation {
  @Field(() => Quotation)
  quotation!: Quotation;
  @Field(() => [Warning])
  warnings!: readonly Warning[];
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}

@ObjectType()
export class ConvertedQuotation {
  @Field(() => Quotation)
  quotation!: Quotation;
  @Field(() => Policy, { description: 'What it became.' })
  policy!: Policy;
  @Field(() => [Warning], { description: 'Of the policy.' })
  warnings!: readonly Warning[];
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}

@ObjectType()
export class DeletedQuotation {
  @Field(() => Int)
  id!: number;
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}
