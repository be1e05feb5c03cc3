import { Endorsed } from '@blueprintjs/icons';
import { KYC_STATUSES, type KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { operation } from '../../data/operation';
import {
  ChangeKycStatusDocument,
  type ChangeKycStatusMutation,
} from '../../data/operations.generated';
import { optionsOf } from '../../ui/labels';
import type { BulkChange } from '../../ui/list/selection/bulkChange';
import type { Customer } from './customer';

/** Sets the KYC status of several customers; undone, each has the one from before again. */
export const KYC_CHANGE: BulkChange<Customer> = {
  label: 'Set KYC status',
  icon: Endorsed,
  running: 'Setting KYC status',
  ended: 'KYC Status Set',
  choices: optionsOf(KYC_STATUSES).map(({ value, label: text }) => ({ value, text })),
  toSend: ({ id, version }, value, commandId) =>
    operation(ChangeKycStatusDocument, {
      ...{ id, kycStatus: value as KycStatus, documentId: null },
      ...{ expectedVersion: version, commandId },
    }),
  undo: ({ id, kycStatus, kycDocumentId }, data, commandId) =>
    operation(ChangeKycStatusDocument, {
      ...{ id, kycStatus, documentId: kycDocumentId },
      // What others have changed since stays.
      expectedVersion: (data as ChangeKycStatusMutation).setKycStatus.customer.version,
      commandId,
    }),
};
