import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { refusalToCompare } from '@insuremanager/contracts/quotations/lowestOffers';
import {
  QuotationEmailInput,
  quotationEmailFields,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import {
  MOST_COMPARED,
  QUOTATION_STATUSES,
} from '@insuremanager/contracts/quotations/quotationKinds';
import { QuotationLink } from '@insuremanager/contracts/quotations/quotationLinks';
import {
  QuotationCards,
  QuotationView,
  quotationRecord,
} from '@insuremanager/contracts/quotations/quotationViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { invalid } from '@insuremanager/services/platform/errors';
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, inputType, objectType, STALE } from './describedTypes.js';
import { enumType } from './enums.js';
import { recordStaleness } from './graphqlContext.js';
import { Policy, PolicyInputArg } from './policyResolvers.js';
import { linkResolver, recordChange } from './recordResolvers.js';
import { change, query, rootFields, VERSION_SEEN } from './rootFields.js';
import { Warning } from './sharedTypes.js';

enumType('QuotationStatus', QUOTATION_STATUSES);

const Quotation = objectType('Quotation', QuotationView, {
  description: 'What the other type of insurance has is null.',
});
const Cards = objectType('QuotationCards', QuotationCards, {
  description: 'The four cards over the list. Each counts what its list shows.',
});
inputType('QuotationInput', quotationFields, {
  description:
    'Absent leaves a field as it is, or as usual in a new one; null or an empty text clears it. Fields of the other type of insurance are ignored; the total follows from premium and charges.',
});
const EmailInput = inputType('QuotationEmailInput', quotationEmailFields, { requiresFields: true });

const Converted = answerObject('ConvertedQuotation', {
  quotation: Quotation,
  policy: { type: Policy, description: 'What it became.' },
  warnings: { type: [Warning], description: 'Of the policy.' },
  stale: STALE,
});

const Link = objectType('QuotationLink', QuotationLink);

const fields = rootFields({
  quotationLink: query(
    Link,
    { description: 'By which its customer accepts it as it is now.', args: { id: Int } },
    ({ id }, { quotations }) => quotations.link(id),
  ),

  quotationsById: query(
    [Quotation],
    {
      description: `To compare at most ${MOST_COMPARED} of one customer and one type of insurance: those that exist, in the order asked for.`,
      args: { ids: [Int] },
    },
    async ({ ids }, { quotations }) => {
      if (ids.length > MOST_COMPARED) {
        const message = `At most ${MOST_COMPARED} quotations can be compared`;
        throw invalid([{ field: 'ids', code: 'too-many', message }]);
      }
      const found = await quotations.listByIds(ids);
      const message = refusalToCompare(found);
      if (message !== null) throw invalid([{ field: 'ids', code: 'not-comparable', message }]);
      return found;
    },
  ),

  quotationCards: query(Cards, {}, (_, { quotations }) => quotations.cards()),

  convertQuotation: change(
    Converted,
    {
      description: 'Issues the policy that an accepted quotation becomes; once only.',
      args: {
        id: Int,
        input: { type: PolicyInputArg, description: 'Of the kind of policy that was quoted.' },
        expectedVersion: VERSION_SEEN,
      },
    },
    async ({ id, input }, context, command) => {
      const { quotations } = context;
      const kind = await quotations.quotedKind(id, command);
      const issued = validated(policyInputOf(kind), omitUndefined(input));
      const { position, repeated: _, ...converted } = await quotations.convert(id, issued, command);
      return { ...converted, stale: await recordStaleness(context, position) };
    },
  ),

  emailQuotation: recordChange(quotationRecord, Quotation)(
    {
      description: 'Sends the PDF by email.',
      args: { id: Int, input: EmailInput, expectedVersion: VERSION_SEEN },
    },
    ({ id, input }, { quotations }, command) =>
      quotations.email(id, validated(QuotationEmailInput, omitUndefined(input)), command),
  ),
});

export const quotationResolvers: ClassType[] = [
  fields,
  linkResolver({
    From: Quotation,
    field: 'policy',
    To: Policy,
    description: 'Null when it became none, or that has been deleted.',
    by: 'policiesById',
    idOf: ({ policyId }) => policyId,
  }),
  linkResolver({
    From: Policy,
    field: 'quotation',
    To: Quotation,
    description: 'Null when it came from none, or that has been deleted.',
    by: 'quotationsById',
    idOf: ({ quotationId }) => quotationId,
  }),
];
