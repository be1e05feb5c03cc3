import {
  REQUEST_CHANNELS,
  REQUEST_OUTCOMES,
  REQUESTED_RIGHTS,
} from '@insuremanager/contracts/privacy/requestKinds';
import {
  ClosingInput,
  closingFields,
  NewPersonRequest,
  PersonRequestDetails,
  PersonRequestView,
  personRequestList,
  requestFields,
} from '@insuremanager/contracts/privacy/requestViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { Arg, type ClassType, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { customerLink, listResolver, type Saved, savedAs, savedType } from './recordResolvers.js';
import './sharedTypes.js';

enumType('RequestedRight', REQUESTED_RIGHTS);
enumType('RequestChannel', REQUEST_CHANNELS);
enumType('RequestOutcome', REQUEST_OUTCOMES);
enumType('PersonRequestState', personRequestList.criteria.state.options);

const Request = objectType('PersonRequest', PersonRequestView, {
  description: 'What a customer asks for by the Data Protection Act.',
});
const Details = objectType('PersonRequestDetails', PersonRequestDetails);
const NewRequest = inputType('PersonRequestInput', requestFields, { requiresFields: true });
const Closing = inputType('PersonRequestClosing', closingFields, { requiresFields: true });
const NAMES = { typename: 'PersonRequest', one: 'personRequest' };
const SavedRequest = savedType(NAMES, Request);
type SavedView = Saved<string, PersonRequestView>;

const CHANGE = { complexity: CHANGE_COST };

@Resolver()
class PersonRequestResolver {
  @Query(() => Details, { complexity: 2 * LOOKUP_COST, description: 'With what was typed.' })
  personRequestDetails(
    @Arg('id', () => Int) id: number,
    @Ctx() { personRequests }: GraphqlContext,
  ): Promise<PersonRequestDetails> {
    return personRequests.details(id);
  }

  @Mutation(() => SavedRequest, CHANGE)
  async receivePersonRequest(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('input', () => NewRequest) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const wanted = validated(NewPersonRequest, { ...omitUndefined(input), customerId });
    const command = commandOf(context, commandId);
    return savedAs(NAMES.one, context, await context.personRequests.receive(wanted, command));
  }

  @Mutation(() => SavedRequest, { ...CHANGE, description: 'A refusal needs a reason.' })
  async closePersonRequest(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => Closing) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const closing = validated(ClosingInput, omitUndefined(input));
    const command = commandOf(context, commandId);
    return savedAs(NAMES.one, context, await context.personRequests.close(id, closing, command));
  }

  @Mutation(() => SavedRequest, CHANGE)
  async reopenPersonRequest(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const command = commandOf(context, commandId);
    return savedAs(NAMES.one, context, await context.personRequests.reopen(id, command));
  }
}

export const personRequestResolvers: ClassType[] = [
  listResolver({
    ...{ typename: 'PersonRequest', many: 'personRequests', list: personRequestList },
    Item: Request,
    serviceIn: ({ personRequests }) => personRequests,
  }),
  PersonRequestResolver,
  customerLink(Request),
];
