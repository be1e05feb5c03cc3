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
  KycInput,
  LANGUAGES,
  MOST_REASSIGNED,
} from '@insuremanager/contracts/customers/customerFields';
import {
  CustomerDuplicate,
  CustomerView,
  customerRecord,
  IDENTIFYING_FIELDS,
} from '@insuremanager/contracts/customers/customerViews';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/kycStatuses';
import {
  REVEALED_FIELDS,
  RevealedNumber,
  RevealInput,
} from '@insuremanager/contracts/customers/revealing';
import { omitUndefined, pick } from '@insuremanager/contracts/rules/objects';
import { cleanText } from '@insuremanager/contracts/rules/text';
import type { DuplicateProbe } from '@insuremanager/services/customers/index';
import { invalid } from '@insuremanager/services/platform/errors';
import { type ClassType, Int } from 'type-graphql';
import { findOwners, requireOwner } from '../owners.js';
import { validated } from '../validated.js';
import { answerObject, inputType, objectType, STALE } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, recordStaleness } from './graphqlContext.js';
import { ONCE_COST } from './queryCosts.js';
import { linkResolver, recordChange } from './recordResolvers.js';
import { change, query, rootFields, VERSION_SEEN } from './rootFields.js';

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

const saved = recordChange(customerRecord, Customer);

/** No city, phone, PAN or address is longer; more text than this is not worth looking for. */
const LONGEST_PROBE = 254;

const probed = (text: string | null | undefined): string | null =>
  text ? cleanText(text.slice(0, LONGEST_PROBE)) : null;

const Owner = answerObject(
  'CustomerOwner',
  { id: Int, username: String },
  { description: 'A user who can have customers.' },
);

const Reassigned = answerObject('ReassignedCustomers', {
  customerIds: {
    type: [Int],
    description: 'Those that are the user’s now; deleted ones are left out.',
  },
  stale: STALE,
});

const fields = rootFields({
  customerOwners: query(
    [Owner],
    { description: 'The users who can have customers, by username.' },
    (_, { identity }) => findOwners(identity),
  ),

  reassignCustomers: change(
    Reassigned,
    {
      description: `Puts up to ${MOST_REASSIGNED} customers, with all that is theirs, into the book of a user. A retry goes on where it broke off.`,
      args: {
        customerIds: [Int],
        ownerId: { type: Int, nullable: true, description: 'Null: nobody’s.' },
      },
    },
    async ({ customerIds, ownerId = null }, context, command) => {
      if (customerIds.length > MOST_REASSIGNED) {
        const message = `At most ${MOST_REASSIGNED} customers can be given at once`;
        throw invalid([{ field: 'customerIds', code: 'too-many', message }]);
      }
      await requireOwner(context.identity, ownerId);
      const given = await context.customers.reassignAll(customerIds, ownerId, command);
      const stale = await recordStaleness(context, given.position);
      return { customerIds: given.customerIds, stale };
    },
  ),

  customerDuplicates: query(
    [Duplicate],
    {
      description:
        'Other customers who share what should be one person’s alone. Asked once in an operation.',
      complexity: ONCE_COST,
      args: { probe: Probe, exceptId: { type: Int, nullable: true } },
    },
    ({ probe, exceptId }, context) => {
      const typed: DuplicateProbe = probe;
      const values = IDENTIFYING_FIELDS.map((field) => [field, probed(typed[field])]);
      const asked = commandOf(context, randomUUID());
      return context.customers.duplicates(Object.fromEntries(values), exceptId ?? null, asked);
    },
  ),

  customerCities: query([String], { args: { prefix: String } }, ({ prefix }, { customers }) =>
    customers.cities(probed(prefix) ?? ''),
  ),

  setKycStatus: saved(
    {
      description: 'Sets the KYC status and records the document that it rests on.',
      args: {
        id: Int,
        kycStatus: KycStatusEnum,
        documentId: { type: Int, nullable: true },
        expectedVersion: VERSION_SEEN,
      },
    },
    ({ id, kycStatus, documentId }, { customers }, command) =>
      customers.setKycStatus(id, validated(KycInput, { kycStatus, documentId }), command),
  ),

  customerConsents: query(
    Consents,
    { description: 'Also of a customer who was deleted or erased.', args: { customerId: Int } },
    ({ customerId }, { customers }) => customers.consents(customerId),
  ),

  recordConsent: saved(
    {
      description: 'Records what a customer agreed to or withdrew, and what proves it.',
      args: { customerId: Int, input: ConsentArg, expectedVersion: VERSION_SEEN },
    },
    ({ customerId, input }, { customers }, command) =>
      customers.recordConsent(customerId, validated(ConsentInput, omitUndefined(input)), command),
  ),

  revealIdentityNumber: change(
    Revealed,
    {
      description: 'A whole identity number, for this once. Who asked and why is recorded first.',
      args: { customerId: Int, field: RevealedFieldEnum, reason: String },
    },
    ({ customerId, ...reveal }, { customers }, command) =>
      customers.revealIdentityNumber(customerId, validated(RevealInput, reveal), command),
  ),
});

export const customerResolvers: ClassType[] = [
  fields,
  linkResolver({
    From: Customer,
    field: 'owner',
    To: Owner,
    description: 'The user in whose book they are; null: nobody.',
    by: 'customerOwners',
    idOf: ({ ownerId }) => ownerId,
  }),
];
