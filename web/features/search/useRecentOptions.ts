import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  OpenedCustomerFragmentDoc,
  OpenedDocumentFragmentDoc,
  OpenedPolicyFragmentDoc,
  OpenedQuotationFragmentDoc,
} from '../../data/operations.generated';
import type { RecordKey } from '../../records/addresses';
import { LOOKS, type OptionGroup, optionOf, type SearchOption } from './searchOptions';

/** What was opened last, as it is called now; what has been deleted since is left out. */
export function useRecentOptions(records: readonly RecordKey[]): OptionGroup[] {
  const client = useApolloClient();
  return useMemo(() => {
    const options = records
      .map((record) => recentOption(client, record))
      .filter((option) => option !== null);
    return options.length > 0 ? [{ heading: 'Recently opened', options }] : [];
  }, [client, records]);
}

/** Whatever was opened is remembered by the client, until it is deleted. */
function recentOption({ cache }: ApolloClient, record: RecordKey): SearchOption | null {
  const { kind, id } = record;
  if (kind === 'customer') {
    const customer = cache.readFragment({
      fragment: OpenedCustomerFragmentDoc,
      id: cache.identify({ __typename: 'Customer', id }),
    });
    return customer && optionOf(record, LOOKS.customer(customer));
  }
  if (kind === 'document') {
    const document = cache.readFragment({
      fragment: OpenedDocumentFragmentDoc,
      id: cache.identify({ __typename: 'Document', id }),
      // Its customer may have been changed, and thereby forgotten; the file is there still.
      returnPartialData: true,
    });
    if (!document?.fileName) return null;
    const { fileName, customer } = document;
    return optionOf(record, customer === undefined ? [fileName] : LOOKS.document(document));
  }
  if (kind === 'quotation') {
    const quotation = cache.readFragment({
      fragment: OpenedQuotationFragmentDoc,
      id: cache.identify({ __typename: 'Quotation', id }),
      returnPartialData: true,
    });
    if (!quotation?.quotationNumber) return null;
    const { quotationNumber, insuranceCompany = null, customer } = quotation;
    const owner = customer && { name: customer.name ?? '' };
    return optionOf(
      record,
      LOOKS.quotation({ quotationNumber, insuranceCompany, customer: owner }),
    );
  }
  const policy = cache.readFragment({
    fragment: OpenedPolicyFragmentDoc,
    id: cache.identify({ __typename: 'Policy', id }),
    returnPartialData: true,
  });
  if (!policy?.policyNumber) return null;
  const { policyNumber, insuranceCompany = '', vehicleNumber = null, customer } = policy;
  const owner = customer && { name: customer.name ?? '' };
  return optionOf(
    record,
    LOOKS[kind]({ policyNumber, insuranceCompany, vehicleNumber, customer: owner }),
  );
}
