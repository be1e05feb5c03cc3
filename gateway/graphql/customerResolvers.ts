import {
  customerFields,
  KycInput,
  type KycStatus,
} from '@insuremanager/contracts/customers/customerFields';
import {
  CustomerDuplicate,
  CustomerSummary,
  CustomerView,
  customerList,
  IDENTIFYING_FIELDS,
} from '@insuremanager/contracts/customers/customerViews';
import {
  type RevealedField,
  RevealedNumber,
  RevealInput,
} from '@insuremanager/contracts/customers/revealing';
import { pick } from '@insuremanager/contracts/rules/objects';
import { cleanText } from '@insuremanager/contracts/rules/text';
import type { DuplicateProbe } from '@insuremanager/services/customers/index';
import { Arg, type ClassType, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { customerRecords } from '../customerRecords.js';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { KycStatusEnum, RevealedFieldEnum } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import {
  deleteResolver,
  linkResolver,
  listResolver,
  pastResolver,
  recordResolver,
  type Saved,
  savedAs,
  savedType,
  saveResolver,
} from './recordResolvers.js';

const Customer = objectType('Customer', CustomerView);
const Revealed = objectType('RevealedNumber', RevealedNumber);
const Duplicate = objectType('CustomerDuplicate', CustomerDuplicate);
const Probe = inputType('DuplicateProbe', pick(customerFields, IDENTIFYING_FIELDS));
const Summary = objectType('PolicyCustomer', CustomerSummary, {
  description: 'What a record that belongs to a customer shows of them.',
});
const Input = inputType('CustomerInput', customerFields, {
  description: 'Absent leaves a field as it is; null or an empty text clears it.',
});

const customer = {
  name: 'Customer',
  field: 'customer',
  Item: Customer,
  serviceIn: ({ customers }: GraphqlContext) => customerRecords(customers),
} as const;
const SavedCustomer = savedType(customer, 'customer');

/** No city, phone, PAN or address is longer; more text than this is not worth looking for. */
const LONGEST_PROBE = 254;

const probed = (text: string | null | undefined): string | null =>
  text ? cleanText(text.slice(0, LONGEST_PROBE)) : null;

@Resolver()
class CustomerResolver {
  @Query(() => [Duplicate], {
    description: 'Other customers who share what should be one person’s alone.',
    complexity: LOOKUP_COST,
  })
  customerDuplicates(
    @Arg('probe', () => Probe) probe: DuplicateProbe,
    @Arg('exceptId', () => Int, { nullable: true }) exceptId: number | null,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<CustomerDuplicate[]> {
    const values = IDENTIFYING_FIELDS.map((field) => [field, probed(probe[field])]);
    return customers.duplicates(Object.fromEntries(values), exceptId ?? null);
  }

  @Query(() => [String], { complexity: LOOKUP_COST })
  customerCities(
    @Arg('prefix', () => String) prefix: string,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<string[]> {
    return customers.cities(probed(prefix) ?? '');
  }

  @Mutation(() => SavedCustomer, {
    description: 'Sets the KYC status and records the document that it rests on.',
    complexity: CHANGE_COST,
  })
  async setKycStatus(
    @Arg('id', () => Int) id: number,
    @Arg('kycStatus', () => KycStatusEnum) kycStatus: KycStatus,
    @Arg('documentId', () => Int, { nullable: true }) documentId: number | null,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<Saved<'customer', CustomerView>> {
    const command = commandOf(context, commandId, expectedVersion);
    const input = validated(KycInput, { kycStatus, documentId });
    return savedAs(
      'customer',
      context,
      await customer.serviceIn(context).setKycStatus(id, input, command),
    );
  }

  @Mutation(() => Revealed, {
    description: 'A whole identity number, for this once. Who asked and why is recorded first.',
    complexity: CHANGE_COST,
  })
  revealIdentityNumber(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('field', () => RevealedFieldEnum) field: RevealedField,
    @Arg('reason', () => String) reason: string,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<RevealedNumber> {
    const input = validated(RevealInput, { field, reason });
    const command = commandOf(context, commandId);
    return context.customers.revealIdentityNumber(customerId, input, command);
  }
}

export const customerResolvers: ClassType[] = [
  listResolver({ ...customer, field: 'customers', description: customerList }),
  recordResolver(customer),
  pastResolver(customer),
  saveResolver({ ...customer, SavedType: SavedCustomer, Input }),
  deleteResolver(customer),
  CustomerResolver,
];

/** The customer whom a record belongs to. */
export const customerLink = <From extends { customerId: number }>(From: ClassType<From>) =>
  linkResolver({
    From,
    field: 'customer',
    To: Summary,
    description: 'Null when the customer has been deleted.',
    find: ({ customerId }, { customerSummaries }) => customerSummaries.load(customerId),
  });
