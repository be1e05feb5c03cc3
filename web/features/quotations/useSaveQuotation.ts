import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import {
  CreateQuotationDocument,
  QuotationDetailsDocument,
  QuotationHistoryDocument,
  type QuotationInput,
  UpdateQuotationDocument,
} from '../../data/operations.generated';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import type { Quotation } from './quotation';

/** The quotation as others have left it, and how it came so; from the gateway. */
export function useLoadNow() {
  const client = useApolloClient();
  return useCallback(
    async (id: number) => {
      const asked = { variables: { id }, fetchPolicy: 'network-only' } as const;
      const [details, history] = await Promise.all([
        client.query({ query: QuotationDetailsDocument, ...asked }),
        client.query({ query: QuotationHistoryDocument, ...asked }),
      ]);
      return {
        now: details.data?.quotation ?? null,
        history: history.data?.quotationHistory ?? [],
      };
    },
    [client],
  );
}

export function useSaveQuotation() {
  const loadNow = useLoadNow();
  const [create] = useMutation(CreateQuotationDocument);
  const [update] = useMutation(UpdateQuotationDocument);
  const send = useCallback(
    async (base: Quotation | null, input: QuotationInput, commandId: string) => {
      if (!base) {
        const { data } = await create({ variables: { input, commandId } });
        return data?.createQuotation.quotation;
      }
      const { id, version: expectedVersion } = base;
      const { data } = await update({ variables: { id, input, expectedVersion, commandId } });
      return data?.updateQuotation.quotation;
    },
    [create, update],
  );
  return useSaveRecord<Quotation, QuotationInput>({ send, loadNow });
}
