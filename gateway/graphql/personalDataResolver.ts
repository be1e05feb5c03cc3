import { randomUUID } from 'node:crypto';
import {
  FoundPerson,
  HeldCount,
  HeldUntil,
  PERSON_STATES,
  PersonOverview,
} from '@insuremanager/contracts/privacy/held';
import { isId } from '@insuremanager/contracts/rules/ids';
import { notFound } from '@insuremanager/services/platform/errors';
import { Int } from 'type-graphql';
import { z } from 'zod';
import { searchText } from '../listQueries.js';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf } from './graphqlContext.js';
import { LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { query, rootFields } from './rootFields.js';

enumType('PersonState', PERSON_STATES);
const Found = objectType('FoundPerson', FoundPerson, {
  description: 'Somebody about whom something is held, whom a search has found.',
});
objectType('HeldCount', HeldCount);
objectType('HeldUntil', HeldUntil);
const Overview = objectType('PersonOverview', PersonOverview, {
  description: 'Who a person is, and how much is held about them.',
});

/** What is held about persons, for the privacy desk; the report itself is a matter of REST. */
export const personalDataResolvers = rootFields({
  people: query(
    [Found],
    {
      description:
        'By customer number, also of deleted and erased ones; by a word of a name, phone, email, policy number or plate; by a whole PAN or Aadhaar number, which is recorded.',
      complexity: 20 * LOOKUP_COST,
      args: { query: String },
    },
    async (given, context) => {
      const { query: text } = validated(z.object({ query: searchText('query') }), given);
      if (!text) return [];
      return context.personalData.find(text, commandOf(context, randomUUID()));
    },
  ),

  person: query(
    Overview,
    { complexity: ONCE_COST, args: { customerId: Int } },
    ({ customerId }, { personalData }) => {
      if (!isId(customerId)) throw notFound('customer', customerId);
      return personalData.overview(customerId);
    },
  ),
});
