import type { NotificationKind } from '../../data/operations.generated';

/** The kinds in the order in which they are shown, each with its heading. */
export const KIND_HEADINGS: Readonly<Record<NotificationKind, string>> = {
  breach_due: 'Breaches of personal data',
  request_due: 'Requests of persons',
  renewal_due: 'Renewals due',
  follow_up_due: 'Follow-ups',
  reminder_failed: 'Failed reminders',
  quotation_ending: 'Quotations ending',
  import_ended: 'Imports',
  kyc_pending: 'KYC pending',
  retention_ended: 'Retention ended',
};
