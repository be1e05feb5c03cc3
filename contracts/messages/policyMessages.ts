import { z } from 'zod';
import { PAYMENT_MEANS } from '../policies/paymentKinds.js';
import type { PolicyEvent } from '../policies/policyEvents.js';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '../policies/policyKinds.js';
import { PREMIUM_FREQUENCIES } from '../rules/premiumFrequency.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import {
  amount,
  changedFields,
  choice,
  customerId,
  day,
  id,
  insuranceCompany,
} from './messageFields.js';

const context = 'policies';
const policyId = id('The policy: the id of its first term');
const termId = id('The policy term; REST and GraphQL call it the policy’s id');
/** Which term a message is about, and whose it is. */
const term = { policyId, termId, customerId };
const kind = choice(POLICY_KINDS, 'The line of business');
const status = choice(POLICY_STATUSES, 'Of the term');

/**
 * Without make, model and year of the vehicle: with insurer and place, a rare one leads to its owner.
 */
const Cover = z.object({
  insuranceCompany,
  sumAssured: amount('Sum assured; for a vehicle its insured declared value'),
  premiumAmount: amount('Premium of one instalment'),
  premiumFrequency: choice(PREMIUM_FREQUENCIES, 'How often an instalment is due'),
  startDate: day('The first day that is covered'),
  endDate: day('The last day that is covered'),
  policyType: choice(POLICY_TYPES, 'Of a health policy').nullable(),
  vehicleType: choice(VEHICLE_TYPES, 'Of a vehicle policy').nullable(),
  coverType: choice(COVER_TYPES, 'Of a vehicle policy').nullable(),
  thirdPartyEndDate: day('The last day of third-party cover, where it is another').nullable(),
  ncbPercent: z
    .int()
    .nullable()
    .meta({ description: 'No-claim bonus, in percent', examples: [20] }),
});
const cover = Cover.meta({ description: 'What the term covers, for how much and for how long' });
const changedCover = Cover.partial().meta({ description: 'The new values of what changed' });

const PolicyIssued = defineMessage('PolicyIssued', 1, {
  context,
  description: 'A policy begins, with its first term, whose id is the policy’s.',
  schema: z.object({
    policyId,
    kind,
    customerId,
    quotationId: id('The quotation that it came from').nullable(),
    status,
    cover,
  }),
});

const PolicyDetailsChanged = defineMessage('PolicyDetailsChanged', 1, {
  context,
  description: 'The record of a term was corrected.',
  schema: z.object({ ...term, fields: changedFields, cover: changedCover }),
});

const PolicyholderChanged = defineMessage('PolicyholderChanged', 1, {
  context,
  description: 'A term had been entered for somebody else.',
  schema: z.object({
    ...term,
    formerCustomerId: id('The customer that it was entered for'),
  }),
});

const PolicyEndorsed = defineMessage('PolicyEndorsed', 1, {
  context,
  description: 'The cover of a term changed from a day on.',
  schema: z.object({
    ...term,
    effectiveFrom: day('The first day of the changed cover'),
    fields: changedFields,
    before: Cover.partial().meta({ description: 'The former values of what changed' }),
    after: changedCover,
  }),
});

const PolicyRenewed = defineMessage('PolicyRenewed', 1, {
  context,
  description: 'A term is renewed: the next one begins.',
  schema: z.object({
    policyId,
    kind,
    termId: id('The term that ends'),
    nextTermId: id('The term that begins'),
    customerId,
    cover,
  }),
});

const PolicyCancelled = defineMessage('PolicyCancelled', 1, {
  context,
  description: 'A term was cancelled.',
  schema: z.object({
    ...term,
    cancelledOn: day('The day of the cancellation'),
    reason: choice(CANCELLATION_REASONS, 'Why'),
  }),
});

const PolicyReinstated = defineMessage('PolicyReinstated', 1, {
  context,
  description: 'A cancellation or a lapse was undone.',
  schema: z.object({ ...term, from: status }),
});

const PolicyExpired = defineMessage('PolicyExpired', 1, {
  context,
  description: 'The end date of a term has passed. Once for an end date.',
  schema: z.object({ policyId, termId, endDate: day('The last day that was covered') }),
});

const PolicyStatusCorrected = defineMessage('PolicyStatusCorrected', 1, {
  context,
  description: 'Somebody chose the status of a term by hand.',
  schema: z.object({ policyId, termId, from: status, to: status }),
});

const PolicyTermDeleted = defineMessage('PolicyTermDeleted', 1, {
  context,
  description: 'The last term of a policy is out of every list.',
  schema: z.object({
    policyId,
    termId,
    previous: z.object({ termId, status }).nullable().meta({
      description: 'The term before, which stands again; null when the policy is deleted',
    }),
  }),
});

const instalment = z.int().meta({ description: 'From 1 on, in the order of days', examples: [3] });

const InstalmentPaid = defineMessage('InstalmentPaid', 1, {
  context,
  description: 'An instalment of the premium was paid.',
  schema: z.object({
    ...term,
    number: instalment,
    dueDate: day('The day on which it was due'),
    amount: amount('What was paid'),
    paidOn: day('The day on which it was paid'),
    means: choice(PAYMENT_MEANS, 'How it reached the insurer'),
  }),
});

const InstalmentTakenBack = defineMessage('InstalmentTakenBack', 1, {
  context,
  description: 'The latest payment was recorded by mistake, or came back.',
  schema: z.object({ ...term, number: instalment }),
});

export const policyMessages: MessagesOf<PolicyEvent> = {
  PolicyIssued,
  PolicyDetailsChanged,
  PolicyholderChanged,
  PolicyEndorsed,
  PolicyRenewed,
  PolicyCancelled,
  PolicyReinstated,
  PolicyExpired,
  PolicyStatusCorrected,
  PolicyTermDeleted,
  InsuredMembersChanged: null,
  InstalmentPaid,
  InstalmentTakenBack,
};
