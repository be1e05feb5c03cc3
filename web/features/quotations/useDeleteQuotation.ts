import { useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { DeleteQuotationDocument, QuotationDetailsDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

/** Asks, then takes the quotation of an id and a number out of every list. */
export function useDeleteQuotation(onDeleted: (id: number) => Promise<void>) {
  const [mutate] = useMutation(DeleteQuotationDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { id, commandId } }),
    [mutate],
  );
  const details = QuotationDetailsDocument;
  return useDeleteRecord({ one: 'quotation', typename: 'Quotation', details, send, onDeleted });
}
