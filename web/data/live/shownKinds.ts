import {
  ALL_RECORDS,
  type ChangedKind,
  type RecordDeclaration,
} from '@insuremanager/contracts/records/records';

/** Of the queries that records of every kind have. */
function shownBy({ one, many, hasHistory, shows }: RecordDeclaration) {
  const [own] = shows;
  return { [one]: shows, [many]: shows, ...(hasHistory && { [`${one}History`]: [own] }) };
}

/**
 * Of which kinds of records each field of the schema's queries shows something. What is not named
 * here is asked for once and stays: the past, suggestions while somebody types, settings.
 */
export const SHOWN_KINDS: Readonly<Record<string, readonly ChangedKind[]>> = {
  ...Object.assign({}, ...ALL_RECORDS.map(shownBy)),
  bulkReminders: ['bulkReminders', 'reminders'],
  claimCards: ['claim'],
  claimProgress: ['claim'],
  commissionCheck: ['commissionStatement', 'commissionRate', 'policy'],
  commissionReport: ['commissionStatement', 'commissionRate', 'policy'],
  commissionSharesOf: ['commissionStatement', 'policy'],
  compareCustomers: [
    ...(['customer', 'policy', 'document', 'quotation', 'reminders', 'personRequest'] as const),
  ],
  customerConsents: ['customer'],
  // Policies of who is merged into a customer are theirs.
  customerHoldings: ['policy', 'customer'],
  dashboard: ['customer', 'policy'],
  documentCards: ['document'],
  duplicatePairs: ['customer'],
  household: ['household', 'customer', 'policy'],
  legalHolds: ['customer'],
  nominees: ['customer'],
  mergedCustomers: ['customer'],
  distinctPairs: ['customer'],
  breach: ['breach'],
  breaches: ['breach'],
  leadTwins: ['lead', 'customer'],
  myDay: [
    ...(['task', 'lead', 'day', 'renewal', 'policy', 'quotation'] as const),
    ...(['reminders', 'claim', 'customer'] as const),
  ],
  notifications: [
    ...(['renewal', 'reminders', 'policy', 'quotation', 'customer'] as const),
    ...(['breach', 'personRequest'] as const),
  ],
  payments: ['policy', 'customer'],
  paymentTotals: ['policy', 'customer'],
  personRequestDetails: ['personRequest'],
  personRequests: ['personRequest', 'customer'],
  policyCards: ['policy'],
  report: ['customer', 'policy', 'quotation', 'renewal', 'lead'],
  policyInstalments: ['policy'],
  insuredMembers: ['policy', 'customer'],
  policyTermHistories: ['policy'],
  policyTerms: ['policy'],
  privacyNoticeUse: ['customer'],
  quotationsById: ['quotation', 'customer'],
  quotationLink: ['quotation'],
  quotationCards: ['quotation'],
  revenueTrend: ['policy'],
  reminderCards: ['reminders', 'policy'],
  renewalBoard: ['renewal', 'policy', 'quotation', 'customer', 'reminders', 'claim'],
  upcomingRenewals: ['policy', 'customer'],
};
