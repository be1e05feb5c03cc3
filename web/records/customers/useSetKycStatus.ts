import { useApolloClient } from '@apollo/client/react';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import { SetKycStatusDocument } from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';

const FAILED = 'Failed to save customer. Please try again.';

/**
 * Sets the KYC status of a customer, by a document where one says so. Answers what went wrong, null
 * when nothing did.
 */
export function useSetKycStatus({ id, documentId }: { id: number; documentId?: number }) {
  const { cache } = useApolloClient();
  const send = useCommands();

  return async (kycStatus: KycStatus): Promise<string | null> => {
    const { failure } = await send(
      (commandId) => operation(SetKycStatusDocument, { id, kycStatus, documentId, commandId }),
      { content: kycStatus },
    );
    if (failure) return sentenceFor(failure, FAILED);
    cache.modify({
      id: cache.identify({ __typename: 'PolicyCustomer', id }),
      fields: { kycStatus: () => kycStatus },
    });
    return null;
  };
}
