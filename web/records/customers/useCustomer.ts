import { useQuery } from '@apollo/client/react';
import {
  CustomerChoiceByIdDocument,
  type CustomerChoiceFragment,
} from '../../data/operations.generated';

/** What a choice shows of a customer; null until it is there, and without one. */
export function useCustomer(id: number | null): CustomerChoiceFragment | null {
  const { data } = useQuery(CustomerChoiceByIdDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  return (id !== null && data?.customer) || null;
}
