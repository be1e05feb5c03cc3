import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import type { SavedView } from '../ui/list/views/useSavedViews';
import { customerOf, HISTORY, IDS, TEXTS } from './samples';

/** A fragment is of a type, which the cache must know. */
const typed = <Of extends object>(__typename: string, one: Of) => ({ ...one, __typename });
const customer = (id: unknown) => typed('Customer', customerOf({ id: Number(id) }));
const history = HISTORY.map((entry) => typed('HistoryEntry', entry));
const view = (id: number, name: string, isShared: boolean): SavedView => ({
  ...{ id, name, isShared, isOwn: !isShared, version: 1, address: 'city=Kochi' },
});
export const VIEWS = [
  view(1, 'Kochi', false),
  view(2, TEXTS.Malayalam, false),
  view(3, TEXTS.long, true),
];

type Variables = Readonly<Record<string, unknown>>;

/** What is answered to the operations of the parts, by their names. */
const ANSWERS: Readonly<Record<string, (variables: Variables) => object>> = {
  CustomerDetails: ({ id }) => ({ record: id === IDS.deleted ? null : customer(id) }),
  CustomerAsOf: ({ id }) => ({ record: customer(id) }),
  CustomerHistory: ({ id }) => ({ history: history.slice(0, id === IDS.deleted ? 3 : 2) }),
  DeleteCustomer: ({ id }) => ({ deleted: typed('DeletedCustomer', { id }) }),
  SavedViews: () => ({ savedViews: VIEWS.map((one) => typed('SavedView', one)) }),
};

const REFUSAL = {
  message: 'Away',
  extensions: {
    code: 'UNAVAILABLE',
    problem: { code: 'unavailable', error: 'The database is away. Try again in a minute.' },
  },
};

/** Answers by itself; how it answers what is asked of a customer, their number says (`IDS`). */
export function createSampleClient(): ApolloClient {
  const link = new ApolloLink(
    ({ operationName = '', variables }) =>
      new Observable((observer) => {
        if (variables.id === IDS.pending) return;
        const data = ANSWERS[operationName]?.(variables);
        observer.next(variables.id === IDS.failing ? { errors: [REFUSAL] } : { data });
        observer.complete();
      }),
  );
  return new ApolloClient({ cache: new InMemoryCache(), link });
}
