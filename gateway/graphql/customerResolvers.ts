import { randomUUID } from 'node:crypto';
import {
  CONSENT_PURPOSES,
  CONSENT_WAYS,
  CONSENTS,
  ConsentInput,
  consentInputFields,
} from '@insuremanager/contracts/customers/consentFields';
import {
  ConsentChoice,
  ConsentRecord,
  CustomerConsents,
  StandingConsent,
} from '@insuremanager/contracts/customers/consentViews';
import {
  customerFields,
  KYC_STATUSES,
  KycInput,
  type KycStatus,
  LANGUAGES,
  MOST_REASSIGNED,
} from '@insuremanager/contracts/customers/customerFields';
import {
  CustomerDuplicate,
  CustomerView,
  customerRecord,
  IDENTIFYING_FIELDS,
} from '@insuremanager/contracts/customers/customerViews';
import {
  REVEALED_FIELDS,
  type RevealedField,
  RevealedNumber,
  RevealInput,
} from '@insuremanager/contracts/customers/revealing';
import { omitUndefined, pick } from '@insuremanager/contracts/rules/objects';
import { cleanText } from '@insuremanager/contracts/rules/text';
import type { DuplicateProbe } from '@insuremanager/services/customers/index';
import { invalid } from '@insuremanager/services/platform/errors';
import {
  Arg,
  type ClassType,
  Ctx,
  Field,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { findOwners, requireOwner } from '../owners.js';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { linkResolver, type Saved, savedAs, savedType } from './recordResolvers.js';

const KycStatusEnum = enumType('KycStatus', KYC_STATUSES);
const RevealedFieldEnum = enumType('RevealedField', REVEALED_FIELDS);
enumType('Language', LANGUAGES);
enumType('Consent', CONSENTS);
enumType('ConsentPurpose', CONSENT_PURPOSES);
enumType('ConsentWay', CONSENT_WAYS);
enumType('DuplicateField', IDENTIFYING_FIELDS);

const Customer = objectType('Customer', CustomerView);
objectType('StandingConsent', StandingConsent, {
  description: 'How a customer stands to one purpose by one channel.',
});
objectType('ConsentChoice', ConsentChoice);
objectType('ConsentRecord', ConsentRecord, { description: 'Choices that were recorded together.' });
const Consents = objectType('CustomerConsents', CustomerConsents, {
  description: 'Every choice that a customer has, and how it came to that.',
});
const ConsentArg = inputType('ConsentInput', consentInputFields, {
  description: 'A choice that is left out stays as it is.',
});
const Revealed = objectType('RevealedNumber', RevealedNumber);
const Duplicate = objectType('CustomerDuplicate', CustomerDuplicate);
const Probe = inputType('DuplicateProbe', pick(customerFields, IDENTIFYING_FIELDS));

const SavedCustomer = savedType(customerRecord, Customer);

/** No city, phone, PAN or address is longer; more text than this is not worth looking for. */
const LONGEST_PROBE = 254;

const probed = (text: string | null | undefined): string | null =>
  text ? cleanText(text.slice(0, LONGEST_PROBE)) : null;

@ObjectType({ description: 'A user who can have customers.' })
class CustomerOwner {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  username!: string;
}

@ObjectType()
class ReassignedCustomers {
  @Field(() => [Int], { description: 'Those that are the user’s now; deleted ones are left out.' })
  customerIds!: readonly number[];
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}

@Resolver()
class CustomerResolver {
  @Query(() => [CustomerOwner], {
    description: 'The users who can have customers, by username.',
    complexity: LOOKUP_COST,
  })
  customerOwners(@Ctx() { identity }: GraphqlContext): Promise<CustomerOwner[]> {
    return findOwners(identity);
  }

  @Mutation(() => ReassignedCustomers, {
    description: `Puts up to ${MOST_REASSIGNED} customers, with all that is theirs, into the book of a user. A retry goes on where it broke off.`,
    complexity: CHANGE_COST,
  })
  async reassignCustomers(
    @Arg('customerIds', () => [Int]) customerIds: number[],
    @Arg('ownerId', () => Int, { nullable: true, description: 'Null: nobody’s.' })
    ownerId: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ReassignedCustomers> {
    const command = commandOf(context, commandId);
    if (customerIds.length > MOST_REASSIGNED) {
      const message = `At most ${MOST_REASSIGNED} customers can be given at once`;
      throw invalid([{ field: 'customerIds', code: 'too-many', message }]);
    }
    await requireOwner(context.identity, ownerId ?? null);
    const given = await context.customers.reassignAll(customerIds, ownerId ?? null, command);
    return {
      customerIds: given.customerIds,
      stale: await recordStaleness(context, given.position),
    };
  }

  @Query(() => [Duplicate], {
    description:
      'Other customers who share what should be one person’s alone. Asked once in an operation.',
    complexity: ONCE_COST,
  })
  customerDuplicates(
    @Arg('probe', () => Probe) probe: DuplicateProbe,
    @Arg('exceptId', () => Int, { nullable: true }) exceptId: number | null,
    @Ctx() context: GraphqlContext,
  ): Promise<CustomerDuplicate[]> {
    const values = IDENTIFYING_FIELDS.map((field) => [field, probed(probe[field])]);
    const asked = commandOf(context, randomUUID());
    return context.customers.duplicates(Object.fromEntries(values), exceptId ?? null, asked);
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
    return savedAs('customer', context, await context.customers.setKycStatus(id, input, command));
  }

  @Query(() => Consents, {
    description: 'Also of a customer who was deleted or erased.',
    complexity: LOOKUP_COST,
  })
  customerConsents(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<CustomerConsents> {
    return customers.consents(customerId);
  }

  @Mutation(() => SavedCustomer, {
    description: 'Records what a customer agreed to or withdrew, and what proves it.',
    complexity: CHANGE_COST,
  })
  async recordConsent(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('input', () => ConsentArg) input: object,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<Saved<'customer', CustomerView>> {
    const command = commandOf(context, commandId, expectedVersion);
    const told = validated(ConsentInput, omitUndefined(input));
    const saved = await context.customers.recordConsent(customerId, told, command);
    return savedAs('customer', context, saved);
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
  CustomerResolver,
  linkResolver({
    From: Customer,
    field: 'owner',
    To: CustomerOwner,
    description: 'The user in whose book they are; null: nobody.',
    find: async ({ ownerId }, { customerOwners }) =>
      ownerId === null ? null : customerOwners.load(ownerId),
  }),
];
