import {
  ApolloClient,
  ApolloLink,
  type FieldPolicy,
  HttpLink,
  InMemoryCache,
  type StoreObject,
} from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { ALL_RECORDS, type RecordDeclaration } from '@insuremanager/contracts/records/records';
import { answersInOrder } from './answersInOrder';
import { pagedByCursor } from './pagedByCursor';
import { OFFICE_BASE } from './pastDay';
import { failureOf } from './problems';
import { tracesLink } from './traces';

/** A field that answers a record by its id: a row of the list is all that the drawer needs. */
const recordOf = (typename: string): FieldPolicy => ({
  read: (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, id: args?.id }) : existing,
});

/** What is asked of the gateway by its address, of the office that is shown. */
const inOffice: FieldPolicy<string> = {
  read: (path) => (path === undefined ? undefined : `${OFFICE_BASE}${path}`),
};

const replaced: FieldPolicy = { merge: false };

/** Parts of a record, of which one question asks for less than another. */
const byPlace: FieldPolicy<readonly StoreObject[]> = {
  merge: (before, after, { mergeObjects }) =>
    after.map((part, nth) => mergeObjects(before?.[nth] ?? part, part)),
};

/** How the fields of a type of record are cached; they are named after it. */
const fieldsOf = ({ typename, one, many }: RecordDeclaration): Record<string, FieldPolicy> => ({
  [one]: recordOf(typename),
  [many]: pagedByCursor(['filter', 'sort', 'direction']),
  [`${one}History`]: replaced,
});

const cache = () =>
  new InMemoryCache({
    typePolicies: {
      Document: { fields: { filePath: inOffice } },
      Quotation: { fields: { pdfPath: inOffice } },
      Import: { fields: { sheets: byPlace, counts: replaced } },
      // Their numbers count those of one customer.
      LegalHold: { keyFields: false },
      Nominee: { keyFields: false },
      Query: {
        fields: {
          ...Object.assign({}, ...ALL_RECORDS.map(fieldsOf)),
          auditLog: pagedByCursor(['filter', 'sort', 'direction']),
          payments: pagedByCursor(['filter', 'sort', 'direction']),
          personRequests: pagedByCursor(['filter', 'sort', 'direction']),
          personRequestDetails: replaced,
          breaches: replaced,
          breach: replaced,
          breachPersons: replaced,
          breachStretch: replaced,
          imports: replaced,
          bulkReminders: replaced,
          reminderSettings: replaced,
          agency: replaced,
          agencySettings: replaced,
          agencySettingsHistory: replaced,
          household: replaced,
          legalHolds: replaced,
          nominees: replaced,
          policyTermHistories: replaced,
          quotationsById: replaced,
          renewalBoard: replaced,
        },
      },
    },
  });

/**
 * What was fetched once stays fresh until a mutation of ours or a report of what others changed
 * says otherwise (see `live/`): no polling, no refetch on focus, no retries.
 */
export function createApolloClient(onSessionEnded: () => void, first: ApolloLink): ApolloClient {
  const watchSession = new ErrorLink(({ error }) => {
    const { code, problem } = failureOf(error);
    if (code === 'UNAUTHENTICATED') onSessionEnded();
    // Nobody had used it for long, or somebody was erased: it is opened again.
    if (problem?.code === 'past-office-not-open') location.reload();
  });
  const gateway = new HttpLink({
    uri: `${OFFICE_BASE}/graphql`,
    credentials: 'same-origin',
    headers: { 'apollo-require-preflight': '1' },
  });
  return new ApolloClient({
    cache: cache(),
    link: ApolloLink.from([first, watchSession, answersInOrder(), tracesLink(), gateway]),
  });
}
