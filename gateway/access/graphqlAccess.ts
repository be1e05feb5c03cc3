import { ALL_RECORDS, type RecordDeclaration } from '@insuremanager/contracts/records/records';
import type { Access } from './access.js';

type SignedIn = Exclude<Access, 'public'>;

/** Of the fields that records of every kind have. */
const recordAccess = ({ one, many, typename, ...record }: RecordDeclaration) => ({
  [`Query.${one}`]: record.read,
  [`Query.${many}`]: record.read,
  ...(record.hasHistory && { [`Query.${one}History`]: 'history.read' as const }),
  ...(record.hasPast && { [`Query.${one}AsOf`]: 'history.read' as const }),
  ...Object.fromEntries(
    record.changes.map((change) => [`Mutation.${change}${typename}`, record.write]),
  ),
});

/** Who may ask for each field of the root types. The schema is refused while one is not listed. */
export const GRAPHQL_ACCESS: Readonly<Record<string, SignedIn>> = {
  ...Object.assign({}, ...ALL_RECORDS.map(recordAccess)),

  'Query.agency': 'account',
  'Query.agencySettings': 'agency.configure',
  'Query.agencySettingsHistory': 'agency.configure',
  'Mutation.changeAgencySettings': 'agency.configure',

  'Query.customerCities': 'customers.read',
  'Query.customerDuplicates': 'customers.write',
  'Query.customerHoldings': 'policies.read',
  'Query.customerOwners': 'customers.read',
  'Mutation.reassignCustomers': 'customers.reassign',
  'Mutation.setKycStatus': 'customers.write',
  'Mutation.revealIdentityNumber': 'identityNumbers.reveal',
  'Query.customerConsents': 'people.read',
  'Mutation.recordConsent': 'customers.write',

  // Whoever asks for consent shows it; it holds nothing about anybody.
  'Query.privacyNotices': 'account',
  'Query.privacyNoticeUse': 'privacy.manage',
  'Mutation.publishPrivacyNotice': 'privacy.manage',

  'Query.pastOffice': 'office.readPast',
  'Query.pastOffices': 'office.readPast',
  'Mutation.openPastOffice': 'office.readPast',

  'Query.erasureCheck': 'customers.erase',
  'Mutation.eraseCustomer': 'customers.erase',

  'Query.policyTermHistories': 'history.read',
  'Query.policyTerms': 'policies.read',
  'Query.policyCards': 'policies.read',
  'Query.insurers': 'policies.read',
  'Mutation.renewPolicy': 'policies.write',
  'Mutation.endorsePolicy': 'policies.write',
  'Mutation.cancelPolicy': 'policies.write',
  'Mutation.reinstatePolicy': 'policies.write',

  'Query.documentCards': 'documents.read',

  'Query.quotationsById': 'quotations.read',
  'Query.quotationCards': 'quotations.read',
  'Mutation.emailQuotation': 'quotations.write',
  'Mutation.convertQuotation': 'policies.write',

  'Query.reminderCards': 'reminders.read',
  'Query.reminderPreview': 'reminders.read',
  'Query.reminderSettings': 'reminders.read',
  'Query.bulkPreview': 'reminders.read',
  'Query.bulkReminders': 'reminders.read',
  'Mutation.sendReminder': 'reminders.write',
  'Mutation.startBulkReminders': 'reminders.write',
  'Mutation.changeReminderSettings': 'reminders.configure',

  'Query.renewalBoard': 'renewals.read',
  'Query.renewal': 'renewals.read',
  'Query.renewalOwners': 'renewals.read',
  'Mutation.moveRenewal': 'renewals.write',
  'Mutation.loseRenewal': 'renewals.write',
  'Mutation.reopenRenewal': 'renewals.write',
  'Mutation.assignRenewal': 'renewals.write',
  'Mutation.setRenewalFollowUp': 'renewals.write',

  'Query.dashboard': 'dashboard.read',
  'Query.revenueTrend': 'dashboard.read',
  'Query.upcomingRenewals': 'dashboard.read',
  // With the permission of each report.
  'Query.report': 'reports.read',
  'Query.reportSubscriptions': 'reports.read',
  'Mutation.subscribeToReport': 'reports.read',
  'Mutation.unsubscribeFromReport': 'reports.read',
  'Query.search': 'search',
  'Query.users': 'users.manage',
  'Mutation.inviteUser': 'users.manage',
  'Mutation.inviteUserAgain': 'users.manage',
  'Mutation.updateUser': 'users.manage',
  'Mutation.disableUser': 'users.manage',
  'Mutation.enableUser': 'users.manage',
  'Mutation.resetUserTwoFactor': 'users.manage',
  'Mutation.endUserSessions': 'users.manage',

  'Query.auditLog': 'audit.read',
  'Query.logIntegrity': 'audit.read',
  'Mutation.verifyLog': 'audit.read',
  'Query.webhooks': 'agency.configure',
  'Query.webhookDeliveries': 'agency.configure',
  'Mutation.addWebhook': 'agency.configure',
  'Mutation.updateWebhook': 'agency.configure',
  'Mutation.enableWebhook': 'agency.configure',
  'Mutation.renewWebhookSecret': 'agency.configure',
  'Mutation.deleteWebhook': 'agency.configure',
  'Mutation.sendWebhookTest': 'agency.configure',
  'Mutation.sendWebhookAgain': 'agency.configure',
  'Query.replay': 'audit.read',
  'Query.recordAsOf': 'audit.read',
  'Query.rawEvents': 'audit.read',
  'Query.recordsToReplay': 'audit.read',
  'Query.deletedRecords': 'audit.read',
  'Query.myActivity': 'account',
  // One's own; of lists that the user may read.
  'Query.exports': 'export',
  'Mutation.startExport': 'export',
  'Mutation.cancelExport': 'export',
  'Query.notifications': 'notifications.read',
  'Mutation.markNotifications': 'notifications.read',
  // Of lists that the user may read.
  'Query.savedViews': 'account',
  'Mutation.createSavedView': 'account',
  'Mutation.updateSavedView': 'account',
  'Mutation.deleteSavedView': 'account',
  'Subscription.changes': 'account',
};
