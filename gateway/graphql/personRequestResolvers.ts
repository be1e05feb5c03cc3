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
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { customerLink, listResolver, recordChange } from './recordResolvers.js';
import './sharedTypes.js';
import { query, rootFields } from './rootFields.js';

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
const saved = recordChange({ typename: 'PersonRequest', one: 'personRequest' }, Request);

export const personRequestResolvers: ClassType[] = [
  listResolver({
    ...{ typename: 'PersonRequest', many: 'personRequests', list: personRequestList },
    Item: Request,
    serviceIn: ({ personRequests }) => personRequests,
  }),
  rootFields({
    personRequestDetails: query(
      Details,
      { complexity: 2 * LOOKUP_COST, description: 'With what was typed.', args: { id: Int } },
      ({ id }, { personRequests }) => personRequests.details(id),
    ),

    receivePersonRequest: saved(
      { args: { customerId: Int, input: NewRequest } },
      ({ customerId, input }, { personRequests }, command) => {
        const wanted = validated(NewPersonRequest, { ...omitUndefined(input), customerId });
        return personRequests.receive(wanted, command);
      },
    ),

    closePersonRequest: saved(
      { description: 'A refusal needs a reason.', args: { id: Int, input: Closing } },
      ({ id, input }, { personRequests }, command) =>
        personRequests.close(id, validated(ClosingInput, omitUndefined(input)), command),
    ),

    reopenPersonRequest: saved({ args: { id: Int } }, ({ id }, { personRequests }, command) =>
      personRequests.reopen(id, command),
    ),
  }),
  customerLink(Request),
];
