/** What changes, as the gateway reports it. */
type Kind =
  | 'customer'
  | 'policy'
  | 'document'
  | 'quotation'
  | 'reminders'
  | 'bulkReminders'
  | 'renewal';

/**
 * Of which kinds of records each field of the schema's queries shows something. What is not named
 * here is asked for once and stays: the past, suggestions while somebody types, settings.
 */
export const SHOWN_KINDS: Readonly<Record<string, readonly Kind[]>> = {
  bulkReminders: ['bulkReminders', 'reminders'],
  customer: ['customer'],
  customers: ['customer'],
  customerHistory: ['customer'],
  customerHoldings: ['policy'],
  dashboard: ['customer', 'policy'],
  document: ['document', 'customer', 'policy'],
  documents: ['document', 'customer', 'policy'],
  documentCards: ['document'],
  documentHistory: ['document'],
  notifications: ['renewal', 'reminders', 'policy', 'quotation', 'customer'],
  policies: ['policy', 'customer', 'reminders'],
  policy: ['policy', 'customer', 'reminders'],
  policyCards: ['policy'],
  policyHistory: ['policy'],
  policyTermHistories: ['policy'],
  policyTerms: ['policy'],
  quotation: ['quotation', 'customer'],
  quotations: ['quotation', 'customer'],
  quotationsById: ['quotation', 'customer'],
  quotationCards: ['quotation'],
  quotationHistory: ['quotation'],
  revenueTrend: ['policy'],
  reminder: ['reminders', 'customer', 'policy'],
  reminderCards: ['reminders', 'policy'],
  reminders: ['reminders', 'customer', 'policy'],
  renewalBoard: ['renewal', 'policy', 'quotation', 'customer', 'reminders'],
  upcomingRenewals: ['policy', 'customer'],
};

/** What stays as it was asked for; a test sees to it that every field stands in one of the two. */
export const NOT_SHOWN_LIVE: readonly string[] = [
  'agency',
  'agencySettings',
  'agencySettingsHistory',
  'auditLog',
  'bulkPreview',
  'customerAsOf',
  'customerCities',
  'customerDuplicates',
  'customerOwners',
  'erasureCheck',
  'insurers',
  'myActivity',
  'policyAsOf',
  'quotationAsOf',
  'reminderPreview',
  'reminderSettings',
  'renewalOwners',
  'savedViews',
  'search',
  'users',
];
