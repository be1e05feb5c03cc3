import { z } from 'zod';
import { POLICY_KINDS, POLICY_TYPES, VEHICLE_TYPES } from '../policies/policyKinds.js';
import type { QuotationEvent } from '../quotations/quotationEvents.js';
import { QUOTATION_STATUSES } from '../quotations/quotationKinds.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import {
  amount,
  changedFields,
  choice,
  customerId,
  id,
  insuranceCompany,
  keptEmail,
} from './messageFields.js';

const context = 'quotations';
const quotationId = id('The quotation');
const status = choice(QUOTATION_STATUSES, 'Of the quotation');

const Offer = z.object({
  insuranceType: choice(POLICY_KINDS, 'The line of business'),
  policyType: choice(POLICY_TYPES, 'Of a health insurance').nullable(),
  vehicleType: choice(VEHICLE_TYPES, 'Of a vehicle insurance').nullable(),
  insuranceCompany: insuranceCompany.nullable(),
  sumAssured: amount('Sum assured; for a vehicle its insured declared value'),
  premiumAmount: amount('Premium with the tax that it includes'),
  serviceCharges: amount('Service charges of the brokerage'),
  validityDays: z
    .int()
    .positive()
    .meta({ description: 'Days that it is valid', examples: [30] }),
  gstRate: z
    .int()
    .nonnegative()
    .meta({ description: 'Goods and services tax in the premium, in percent', examples: [18] }),
});

const QuotationCreated = defineMessage('QuotationCreated', 1, {
  context,
  description: 'A quotation was made out to a customer.',
  schema: z.object({
    quotationId,
    customerId,
    status,
    offer: Offer.meta({ description: 'What is offered' }),
  }),
});

const QuotationChanged = defineMessage('QuotationChanged', 1, {
  context,
  description: 'A quotation was changed.',
  schema: z.object({
    quotationId,
    customerId,
    fields: changedFields,
    offer: Offer.partial().meta({ description: 'The new values of what changed' }),
  }),
});

const QuotationCustomerChanged = defineMessage('QuotationCustomerChanged', 1, {
  context,
  description: 'A quotation was made out to somebody else.',
  schema: z.object({
    quotationId,
    customerId,
    formerCustomerId: id('The customer that it was made out to before'),
  }),
});

const QuotationStatusSet = defineMessage('QuotationStatusSet', 1, {
  context,
  description: 'A quotation was accepted or rejected, or its status was chosen otherwise.',
  schema: z.object({ quotationId, from: status, to: status }),
});

const QuotationAcceptedByLink = defineMessage('QuotationAcceptedByLink', 1, {
  context,
  description: 'The customer accepted a quotation by a link.',
  schema: z.object({ quotationId, customerId, from: status }),
});

const QuotationEmailed = defineMessage('QuotationEmailed', 2, {
  context,
  description: 'The mail server took the email with a quotation, or it was kept as a file.',
  schema: z.object({ quotationId, isKept: keptEmail }),
});

const QuotationEmailFailed = defineMessage('QuotationEmailFailed', 1, {
  context,
  description: 'The email with a quotation was not sent.',
  schema: z.object({
    quotationId,
    reason: choice(
      ['refused', 'unreachable', 'overtaken'],
      'The server refused the address, or did not take the email, or it was out of date by then',
    ),
  }),
});

const QuotationConverted = defineMessage('QuotationConverted', 1, {
  context,
  description: 'A quotation became a policy.',
  schema: z.object({
    quotationId,
    policyId: id('The policy that it became'),
    policyKind: choice(POLICY_KINDS, 'Of that policy'),
  }),
});

const QuotationDeleted = defineMessage('QuotationDeleted', 1, {
  context,
  description: 'A quotation is out of every list.',
  schema: z.object({ quotationId }),
});

export const quotationMessages: MessagesOf<QuotationEvent> = {
  QuotationCreated,
  QuotationChanged,
  QuotationCustomerChanged,
  QuotationStatusSet,
  QuotationAcceptedByLink,
  // Only its outcome is of interest.
  QuotationEmailRequested: null,
  QuotationEmailed,
  QuotationEmailFailed,
  QuotationConverted,
  QuotationDeleted,
};
