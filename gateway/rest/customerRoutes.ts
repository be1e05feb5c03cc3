import { ConsentInput } from '@insuremanager/contracts/customers/consentFields';
import { CustomerConsents } from '@insuremanager/contracts/customers/consentViews';
import { KycInput, OwnerInput } from '@insuremanager/contracts/customers/customerFields';
import { customerRecord } from '@insuremanager/contracts/customers/customerViews';
import {
  ComparisonQuery,
  CustomerComparison,
  DistinctInput,
  DistinctPairs,
  DistinctQuery,
  DuplicatePairs,
  DuplicatesQuery,
  MergedCustomer,
  MergeInput,
  UndoMergeInput,
} from '@insuremanager/contracts/customers/duplicates';
import {
  NomineeView as Nominee,
  NomineeInput,
  RevocationInput,
} from '@insuremanager/contracts/customers/nominees';
import { RevealedNumber, RevealInput } from '@insuremanager/contracts/customers/revealing';
import {
  HouseholdOrNone as Household,
  HouseholdLeaveInput,
  HouseholdMemberInput,
} from '@insuremanager/contracts/households/householdViews';
import type { CommandContext, Written } from '@insuremanager/services/platform/commands/command';
import { PLAIN } from '../access/answerViews.js';
import { customerComparison } from '../customerComparison.js';
import { jsonAnswer } from '../openapi/operations.js';
import { staleHeader } from '../openapi/parameters.js';
import { requireOwner } from '../owners.js';
import { validated } from '../validated.js';
import { recordRoutes } from './recordRoutes.js';
import { restCommandContext, waitForProjection } from './restCommands.js';
import { type Exchange, type RestRoute, type RestServices, withBody } from './restRoute.js';

const customer = recordRoutes(customerRecord);

const NOMINEES = `${customer.path}/:id/nominees`;
const nomineesNow = (text: string) => jsonAnswer(text, [{ Nominee }], staleHeader);

const HOUSEHOLD = `${customer.path}/:id/household`;
const HOUSEHOLD_VIEW = { members: { customer: 'PolicyCustomer', policies: 'Policy' } };
const householdNow = (text: string, headers?: typeof staleHeader) =>
  jsonAnswer(text, { Household }, headers);

const MERGED = `${customer.path}/:id/merged`;
const mergedNow = (text: string) => jsonAnswer(text, [{ MergedCustomer }], staleHeader);

/** Carries a change of what is a customer's out, and answers with what the lists show of it then. */
const changedOf =
  <Of extends 'customers' | 'households'>(of: Of) =>
  <Answer>(answer: (capability: RestServices[Of], id: number) => Promise<Answer>) =>
  <Input>(
    change: (
      capability: RestServices[Of],
      id: number,
      input: Input,
      context: CommandContext,
    ) => Promise<Written>,
  ) =>
  async ({ request, response, services, input }: Exchange<RestServices, Input>) => {
    const id = customer.idOf({ request });
    const capability = services[of];
    const { position } = await change(capability, id, input, restCommandContext(request, response));
    await waitForProjection(response, services.readModels, position);
    return answer(capability, id);
  };
const changedThen = changedOf('customers');

const READ = { method: 'get', view: PLAIN, tag: customer.tag } as const;

/** What is the same for all changes of what belongs to a customer. */
const CHANGE = {
  method: 'post',
  access: 'customers.write',
  tag: customer.tag,
  command: 'new',
} as const;

/** Who leads to the customer then. */
const changedMerges = changedThen((customers, id) => customers.mergedCustomers(id));
const MERGE = { ...CHANGE, access: 'customers.merge' } as const;

/** Who is named then. */
const changedNominees = changedThen((customers, id) => customers.nominees(id));

const changedHousehold = changedOf('households')((households, id) => households.of(id));

/** Customers by REST: plain arrays and integer ids, versions as ETags. */
export const customerRoutes: readonly RestRoute[] = [
  {
    ...READ,
    path: `${customer.path}/duplicates`,
    access: 'customers.merge',
    operationId: 'listDuplicatePairs',
    summary: 'Customers who seem to be one person',
    description: 'Those of whom most speaks for it first, and why; fifty at a time.',
    query: DuplicatesQuery,
    answers: { 200: jsonAnswer('Pairs', { DuplicatePairs }) },
    handle: ({ request, services }) =>
      services.customers.duplicatePairs(validated(DuplicatesQuery, request.query)),
  },
  {
    ...READ,
    path: `${customer.path}/distinct`,
    access: 'customers.merge',
    operationId: 'listDistinctPairs',
    summary: 'Customers who are marked as distinct',
    description: 'By whom and when, the last first; fifty at a time.',
    query: DistinctQuery,
    answers: { 200: jsonAnswer('Pairs', { DistinctPairs }) },
    handle: ({ request, services }) =>
      services.customers.distinctPairs(validated(DistinctQuery, request.query)),
  },
  ...customer.routes,
  {
    method: 'get',
    path: `${customer.path}/:id/comparison`,
    access: 'customers.merge',
    view: { first: 'ComparedCustomer', second: 'ComparedCustomer', fields: 'ComparedField' },
    tag: customer.tag,
    operationId: 'compareCustomers',
    summary: 'Two customers side by side, and how much belongs to each',
    description: 'Refused where one of them cannot be merged any more.',
    query: ComparisonQuery,
    answers: { 200: jsonAnswer('Both customers', { CustomerComparison }) },
    refuses: [409],
    handle: (exchange) => {
      const query = validated(ComparisonQuery, exchange.request.query);
      return customerComparison(exchange.services, customer.idOf(exchange), query.with);
    },
  },
  {
    ...READ,
    path: MERGED,
    access: 'people.read',
    operationId: 'listMergedCustomers',
    summary: 'Who was merged into a customer',
    answers: { 200: mergedNow('The oldest merge first') },
    handle: (exchange) => exchange.services.customers.mergedCustomers(customer.idOf(exchange)),
  },
  withBody({
    ...MERGE,
    path: `${customer.path}/:id/merge`,
    body: { MergeInput },
    operationId: 'mergeCustomer',
    summary: 'Merge another customer, who is the same person, into this one',
    description:
      'The number of the other one leads here from now on, with all that is theirs. Their versions are those that were seen: with others it is refused.',
    answers: { 200: mergedNow('Those who are merged into this one now') },
    refuses: [412],
    handle: changedMerges((customers, id, input, context) => customers.merge(id, input, context)),
  }),
  withBody({
    ...MERGE,
    path: `${customer.path}/:id/merge/undo`,
    body: { UndoMergeInput },
    operationId: 'undoMerge',
    summary: 'Undo a merge',
    description: 'What stands under the number of the other one is theirs again.',
    answers: { 200: mergedNow('Those who are merged into this one still') },
    handle: changedMerges((customers, id, { duplicateId }: UndoMergeInput, context) =>
      customers.undoMerge(id, duplicateId, context),
    ),
  }),
  withBody({
    ...MERGE,
    path: `${customer.path}/:id/distinct`,
    body: { DistinctInput },
    operationId: 'markCustomersDistinct',
    summary: 'Mark another customer as distinct',
    answers: { 200: mergedNow('Those who are merged into this one') },
    handle: changedMerges((customers, id, { otherId }: DistinctInput, context) =>
      customers.markDistinct(id, otherId, context),
    ),
  }),
  withBody({
    ...MERGE,
    path: `${customer.path}/:id/distinct/undo`,
    body: { DistinctInput },
    operationId: 'unmarkCustomersDistinct',
    summary: 'Take back that another customer is distinct',
    answers: { 200: mergedNow('Those who are merged into this one') },
    handle: changedMerges((customers, id, { otherId }: DistinctInput, context) =>
      customers.unmarkDistinct(id, otherId, context),
    ),
  }),
  customer.change({
    method: 'put',
    path: '/kyc',
    body: { KycInput },
    operationId: 'setKycStatus',
    summary: 'Set the KYC status of a customer',
    description: 'Records the KYC document that it rests on, when one is named.',
    change: ({ customers }, id, input, context) => customers.setKycStatus(id, input, context),
  }),
  {
    ...READ,
    path: `${customer.path}/:id/consents`,
    access: 'people.read',
    operationId: 'getCustomerConsents',
    summary: 'What a customer agreed to, and its history',
    description: 'Also of a customer who was deleted or erased.',
    answers: { 200: jsonAnswer('Every choice, and each record of some', { CustomerConsents }) },
    handle: (exchange) => exchange.services.customers.consents(customer.idOf(exchange)),
  },
  customer.change({
    path: '/consents',
    body: { ConsentInput },
    operationId: 'recordConsent',
    summary: 'Record what a customer agreed to or withdrew',
    description:
      'At least one choice; the others stay as they are. With it, what proves it: how and when it was told, and which privacy notice was shown.',
    change: ({ customers }, id, input, context) => customers.recordConsent(id, input, context),
  }),
  customer.change({
    method: 'put',
    path: '/owner',
    access: 'customers.reassign',
    body: { OwnerInput },
    operationId: 'reassignCustomer',
    summary: 'Put a customer into the book of a user',
    description: 'With all that is theirs. Null: nobody’s.',
    async change({ customers, identity }, id, { ownerId }, context) {
      await requireOwner(identity, ownerId);
      return customers.reassign(id, ownerId, context);
    },
  }),
  {
    method: 'get',
    view: HOUSEHOLD_VIEW,
    tag: customer.tag,
    path: HOUSEHOLD,
    access: 'policies.read',
    operationId: 'getHousehold',
    summary: 'The household of a customer, and what its members hold',
    description: 'Null where they are in none. Members of other books have no name.',
    answers: { 200: householdNow('The household, or null') },
    handle: (exchange) => exchange.services.households.of(customer.idOf(exchange)),
  },
  withBody({
    ...CHANGE,
    path: HOUSEHOLD,
    view: HOUSEHOLD_VIEW,
    body: { HouseholdMemberInput },
    operationId: 'setHouseholdMember',
    summary: 'Put a customer into the household of another one',
    description:
      'Or say what a member is to the head. Where there is no household yet, the customer of the address heads it.',
    answers: { 200: householdNow('The household then', staleHeader) },
    refuses: [409],
    handle: changedHousehold((households, id, input: HouseholdMemberInput, context) =>
      households.setMember(id, input, context),
    ),
  }),
  withBody({
    ...CHANGE,
    path: `${HOUSEHOLD}/leave`,
    view: HOUSEHOLD_VIEW,
    body: { HouseholdLeaveInput },
    operationId: 'leaveHousehold',
    summary: 'Take a customer out of their household',
    description: 'Whoever is left alone is in none either.',
    answers: { 200: householdNow('The household of the customer then: null', staleHeader) },
    handle: changedHousehold((households, id, { householdId }: HouseholdLeaveInput, context) =>
      households.leave(id, householdId, context),
    ),
  }),
  {
    ...READ,
    path: NOMINEES,
    access: 'people.read',
    operationId: 'listNominees',
    summary: 'Who is to act for a customer on their death or incapacity',
    answers: { 200: jsonAnswer('Those that are named, the oldest first', [{ Nominee }]) },
    handle: (exchange) => exchange.services.customers.nominees(customer.idOf(exchange)),
  },
  withBody({
    ...CHANGE,
    path: NOMINEES,
    body: { NomineeInput },
    operationId: 'recordNominee',
    summary: 'Record whom a customer has named',
    description: 'With a phone number, an email address, or both.',
    answers: { 200: nomineesNow('Those that are named now') },
    handle: changedNominees((customers, id, input, context) =>
      customers.recordNominee(id, input, context),
    ),
  }),
  withBody({
    ...CHANGE,
    path: `${NOMINEES}/revoke`,
    body: { RevocationInput },
    operationId: 'revokeNominee',
    summary: 'Revoke a nomination',
    answers: { 200: nomineesNow('Those that are named still') },
    handle: changedNominees((customers, id, { nomineeId }: RevocationInput, context) =>
      customers.revokeNominee(id, nomineeId, context),
    ),
  }),
  withBody({
    method: 'post',
    path: `${customer.path}/:id/reveal`,
    access: 'identityNumbers.reveal',
    view: PLAIN,
    tag: customer.tag,
    command: 'new',
    body: { RevealInput },
    operationId: 'revealIdentityNumber',
    summary: 'A whole Aadhaar number or PAN',
    description:
      'Who asked and why is recorded before it is answered. At most 30 an hour by a user.',
    answers: { 200: jsonAnswer('The number, for this once', { RevealedNumber }) },
    refuses: [429],
    handle({ input, ...exchange }) {
      const context = restCommandContext(exchange.request, exchange.response);
      const id = customer.idOf(exchange);
      return exchange.services.customers.revealIdentityNumber(id, input, context);
    },
  }),
];
