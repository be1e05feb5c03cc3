import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback, useRef } from 'react';
import { newCommandId } from '../../data/commandId';
import {
  CreateCustomerDocument,
  CustomerDetailsDocument,
  CustomerHistoryDocument,
  type CustomerInput,
  UpdateCustomerDocument,
} from '../../data/operations.generated';
import { type Failure, failureOf, isDecided } from '../../data/problems';
import type { Customer } from './customerForm';
import type { HistoryEntry } from './staleEdit';

export type SaveOutcome =
  | { kind: 'saved'; customer: Customer }
  /** Others changed the customer meanwhile: how it is now, and how it came so. */
  | { kind: 'stale'; now: Customer; history: readonly HistoryEntry[] }
  | { kind: 'deleted' }
  | { kind: 'signedOut' }
  | { kind: 'refused'; failure: Failure };

/**
 * Saves a new customer (`base` null) or changes to one. One form is one command: trying again after
 * a lost answer repeats it under the same id; after an answer the next attempt is a new one.
 */
export function useSaveCustomer() {
  const client = useApolloClient();
  const [create] = useMutation(CreateCustomerDocument);
  const [update] = useMutation(UpdateCustomerDocument);
  const commandId = useRef('');

  const send = useCallback(
    async (base: Customer | null, input: CustomerInput): Promise<Customer | undefined> => {
      commandId.current ||= newCommandId();
      const command = { input, commandId: commandId.current };
      if (!base) {
        const { data } = await create({ variables: command });
        return data?.createCustomer.customer;
      }
      const { data } = await update({
        variables: { ...command, id: base.id, expectedVersion: base.version },
      });
      return data?.updateCustomer.customer;
    },
    [create, update],
  );

  const loadNow = useCallback(
    async (id: number): Promise<SaveOutcome> => {
      const variables = { id };
      const fetchPolicy = 'network-only';
      const [details, history] = await Promise.all([
        client.query({ query: CustomerDetailsDocument, variables, fetchPolicy }),
        client.query({ query: CustomerHistoryDocument, variables, fetchPolicy }),
      ]);
      const now = details.data?.customer;
      if (!now) return { kind: 'deleted' };
      return { kind: 'stale', now, history: history.data?.customerHistory ?? [] };
    },
    [client],
  );

  return useCallback(
    async (base: Customer | null, input: CustomerInput): Promise<SaveOutcome> => {
      try {
        const customer = await send(base, input);
        commandId.current = '';
        if (!customer) throw new Error('The answer held no customer');
        return { kind: 'saved', customer };
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) commandId.current = '';
        if (failure.code === 'UNAUTHENTICATED') return { kind: 'signedOut' };
        if (failure.code === 'NOT_FOUND') return { kind: 'deleted' };
        const isStale = failure.code === 'STALE_VERSION' && base !== null;
        if (!isStale) return { kind: 'refused', failure };
        return loadNow(base.id).catch((error) => ({
          kind: 'refused',
          failure: failureOf(error),
        }));
      }
    },
    [send, loadNow],
  );
}
