import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { pagedByCursor } from './pagedByCursor';
import { failureOf } from './problems';

const cache = () =>
  new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          customers: pagedByCursor(['filter', 'sort', 'direction']),
          // A row of the list is all that the drawer needs.
          customer: {
            read: (existing, { args, toReference }) =>
              existing === undefined
                ? toReference({ __typename: 'Customer', id: args?.id })
                : existing,
          },
          customerHistory: { merge: false },
          policies: pagedByCursor(['filter', 'sort', 'direction']),
          policy: {
            read: (existing, { args, toReference }) =>
              existing === undefined
                ? toReference({ __typename: 'Policy', id: args?.id })
                : existing,
          },
          policyHistory: { merge: false },
          policyTermHistories: { merge: false },
          quotations: pagedByCursor(['filter', 'sort', 'direction']),
          quotation: {
            read: (existing, { args, toReference }) =>
              existing === undefined
                ? toReference({ __typename: 'Quotation', id: args?.id })
                : existing,
          },
          quotationHistory: { merge: false },
          quotationsById: { merge: false },
          documents: pagedByCursor(['filter', 'sort', 'direction']),
          document: {
            read: (existing, { args, toReference }) =>
              existing === undefined
                ? toReference({ __typename: 'Document', id: args?.id })
                : existing,
          },
          documentHistory: { merge: false },
        },
      },
    },
  });

/**
 * What was fetched once stays fresh until a mutation of ours says otherwise: no polling, no refetch
 * on focus, no retries.
 */
export function createApolloClient(onSessionEnded: () => void): ApolloClient {
  const watchSession = new ErrorLink(({ error }) => {
    if (failureOf(error).code === 'UNAUTHENTICATED') onSessionEnded();
  });
  const gateway = new HttpLink({
    uri: '/graphql',
    credentials: 'same-origin',
    headers: { 'apollo-require-preflight': '1' },
  });
  return new ApolloClient({ cache: cache(), link: ApolloLink.from([watchSession, gateway]) });
}
