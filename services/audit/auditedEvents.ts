import type { AgencyEvent } from '@insuremanager/contracts/agency/agencyEvents';
import { AGENCY_SUBJECTS } from '@insuremanager/contracts/agency/agencyFields';
import type { AuditedRecord, AuditKind } from '@insuremanager/contracts/audit/auditViews';
import type {
  CustomerAccessEvent,
  IdentityNumberLookedUp,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import type {
  CustomerErased,
  CustomerKycStatusChanged,
  CustomerMerged,
  CustomerMergeUndone,
  CustomerReassigned,
  CustomersMarkedDistinct,
  CustomersMarkedDistinctUndone,
  LegalHoldLifted,
  LegalHoldPlaced,
  NomineeRecorded,
  NomineeRevoked,
} from '@insuremanager/contracts/customers/customerEvents';
import type {
  EventDefinition,
  EventOf,
  NamedRecord,
} from '@insuremanager/contracts/events/eventDefinition';
import { CHOSEN_RECORDS } from '@insuremanager/contracts/exports/exportedLists';
import type { HouseholdEvent } from '@insuremanager/contracts/households/householdEvents';
import type {
  SecondFactor,
  SignInMethod,
  UserAccessEvent,
  UserEvent,
} from '@insuremanager/contracts/identity/userEvents';
import type { BreachEvent } from '@insuremanager/contracts/privacy/breachEvents';
import { STEP_LABELS } from '@insuremanager/contracts/privacy/breachKinds';
import type { PersonRequestEvent } from '@insuremanager/contracts/privacy/requestEvents';
import { OUTCOME_LABELS, RIGHT_LABELS } from '@insuremanager/contracts/privacy/requestKinds';
import type { PrivacyNoticeEvent } from '@insuremanager/contracts/privacyNotices/noticeEvents';
import type { ReminderSettingsEvent } from '@insuremanager/contracts/reminders/reminderEvents';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';

/** What auditors look for, besides deletions. */
export type AuditedEvent =
  | UserEvent
  | UserAccessEvent
  | CustomerAccessEvent
  | EventOf<typeof IdentityNumberLookedUp>
  | EventOf<typeof CustomerKycStatusChanged>
  | EventOf<typeof CustomerErased>
  | EventOf<typeof CustomerReassigned>
  | EventOf<typeof LegalHoldPlaced>
  | EventOf<typeof LegalHoldLifted>
  | EventOf<typeof NomineeRecorded>
  | EventOf<typeof NomineeRevoked>
  | EventOf<typeof CustomerMerged>
  | EventOf<typeof CustomerMergeUndone>
  | EventOf<typeof CustomersMarkedDistinct>
  | EventOf<typeof CustomersMarkedDistinctUndone>
  | HouseholdEvent
  | ReminderSettingsEvent
  | PersonRequestEvent
  | BreachEvent
  | AgencyEvent
  | PrivacyNoticeEvent;

type Type = AuditedEvent['type'];
/** The plain part of an event, which is what the audit log holds of it. */
type DataOf<Of extends Type> = Omit<Extract<AuditedEvent, { type: Of }>['data'], 'personal'>;

interface RecordRef {
  readonly kind: AuditedRecord;
  readonly id: number;
}

/** What a user is called. */
export type NameOf = (userId: number) => string;

/** An event as an entry of the audit log. */
export interface Audited<Data> {
  readonly kind: AuditKind;
  /** What it was done to; null: no record. */
  record(data: Data): RecordRef | null;
  /** Users whom the sentence names beside the record. */
  users?(data: Data): readonly number[];
  /** One sentence, without numbers that only the system knows: the record is named beside it. */
  summary(data: Data, nameOf: NameOf): string;
}

const ofUser = <Data extends { readonly userId: number }>(
  kind: AuditKind,
  summary: (name: string, data: Data) => string,
): Audited<Data> => ({
  kind,
  record: ({ userId: id }) => ({ kind: 'user', id }),
  summary: (data, nameOf) => summary(nameOf(data.userId), data),
});

const deletionOf = ({ kind, id }: NamedRecord<never>): Audited<never> => ({
  kind: 'deletion',
  record: (data) => ({ kind: kind as AuditedRecord, id: id(data) }),
  summary: () => `Deleted a ${kind}`,
});

/** What a user did, told without a name. */
const byUser = <Data extends { readonly userId: number }>(
  kind: AuditKind,
  summary: (data: Data) => string,
): Audited<Data> => ofUser(kind, (_name, data) => summary(data));

const ofCustomer = <Data extends { readonly customerId: number }>(
  kind: AuditKind,
  summary: (data: Data) => string,
): Audited<Data> => ({
  kind,
  record: ({ customerId: id }) => ({ kind: 'customer', id }),
  summary,
});

/** To the rights of a person. */
const ofRights = (summary: string) =>
  ofCustomer<{ readonly customerId: number }>('privacy', () => summary);

const ofRecord = <Data extends { readonly record: AuditedRecord; readonly recordId: number }>(
  kind: AuditKind,
  summary: (data: Data) => string,
): Audited<Data> => ({
  kind,
  record: ({ record, recordId: id }) => ({ kind: record, id }),
  summary,
});

const ofNoRecord = <Data>(kind: AuditKind, summary: (data: Data) => string): Audited<Data> => ({
  ...{ kind, record: () => null, summary },
});

const MEANS: Readonly<Record<SignInMethod | SecondFactor, string>> = {
  password: 'a password',
  passkey: 'a passkey',
  totp: 'a code of an authenticator',
  email: 'an emailed code',
  recovery_code: 'a recovery code',
};
const FAILED: Readonly<Record<DataOf<'UserSignInFailed'>['step'], (name: string) => string>> = {
  password: (name) => `Signing in as ${name} failed: a wrong password`,
  second_factor: (name) => `Signing in as ${name} failed: a wrong code`,
  passkey: (name) => `Signing in as ${name} failed: a passkey that was refused`,
  proof: () => 'Gave a wrong password or code while signed in',
};
const ENDED: Readonly<Record<DataOf<'UserSessionsEnded'>['reason'], string>> = {
  by_user: 'from another session',
  by_admin: 'as an administrator',
  password_changed: 'since the password was changed',
  two_factor_enabled: 'since two-factor authentication was enabled',
  disabled: 'since the user was disabled',
  role_changed: 'since the role was changed',
};
const PASSWORD: Readonly<Record<DataOf<'UserPasswordChanged'>['how'], string>> = {
  changed: 'Changed the password of',
  reset: 'By the link of an email, set a new password of',
  invitation: 'By the link of an invitation, set the first password of',
  operations: 'By an operations command, set a new password of',
};
const BY: Readonly<Record<DataOf<'UserTwoFactorDisabled'>['by'], string>> = {
  user: '',
  admin: ', as an administrator',
  operations: ', by an operations command',
};

const REVEALED: Readonly<Record<DataOf<'CustomerIdentityNumberRevealed'>['field'], string>> = {
  aadhaarNumber: 'Aadhaar number',
  panNumber: 'PAN',
};

const WEBHOOK: Readonly<Record<DataOf<'WebhookChanged'>['change'], string>> = {
  added: 'Added',
  changed: 'Changed the address of',
  enabled: 'Enabled',
  disabled: 'Disabled',
  secret: 'Made a new secret for',
  deleted: 'Deleted',
};

const counted = (rows: number): string => rows.toLocaleString('en-IN');

/** Of a request of a person. */
const ofRequest = <Data extends { readonly requestId: number; readonly customerId: number }>(
  summary: (data: Data) => string,
): Audited<Data> => ofCustomer('privacy', (data) => `${summary(data)} (request ${data.requestId})`);

const ofBreach = <Data extends { readonly breachId: number }>(
  summary: (data: Data, breach: string) => string,
): Audited<Data> => ofNoRecord('privacy', (data) => summary(data, `breach ${data.breachId}`));

const LIST = new Intl.ListFormat('en-IN');

/** How they read: one that is missing does not compile. */
export const AUDITED_EVENTS: { readonly [Of in Type]: Audited<DataOf<Of>> } = {
  UserSignedIn: ofUser('sign_in', (_name, { method, secondFactor }) => {
    const second = secondFactor ? ` and ${MEANS[secondFactor]}` : '';
    return `Signed in with ${MEANS[method]}${second}`;
  }),
  UserSignInFailed: ofUser('sign_in', (name, { step }) => FAILED[step](name)),
  UserSignedOut: ofUser('sign_in', () => 'Signed out'),

  UserRegistered: ofUser('users', (name, { role }) => `Added ${name} as ${role}`),
  UserInvited: ofUser('users', (name, { role }) => `Invited ${name} as ${role}`),
  UserInvitationAccepted: ofUser('users', (name) => `${name} accepted the invitation`),
  UserEmailChanged: ofUser('users', (name) => `Changed the email address of ${name}`),
  UserRoleChanged: ofUser('users', (name, { role }) => `Changed the role of ${name} to ${role}`),
  UserDisabled: ofUser('users', (name) => `Disabled ${name}`),
  UserEnabled: ofUser('users', (name) => `Enabled ${name}`),

  UserSessionsEnded: ofUser('security', (name, { count, reason }) => {
    const sessions = count === 1 ? 'one session' : `${count} sessions`;
    return `Ended ${sessions} of ${name}, ${ENDED[reason]}`;
  }),
  UserPasswordChanged: ofUser('security', (name, { how }) => `${PASSWORD[how]} ${name}`),
  UserPasswordResetRequested: ofUser(
    'security',
    (name) => `Asked for a link to set a new password of ${name}`,
  ),
  UserTwoFactorEnabled: ofUser(
    'security',
    (name) => `Enabled two-factor authentication of ${name}`,
  ),
  UserTwoFactorDisabled: ofUser(
    'security',
    (name, { by }) => `Disabled two-factor authentication of ${name}${BY[by]}`,
  ),
  UserRecoveryCodesMade: ofUser('security', (name) => `Made new recovery codes of ${name}`),
  UserRecoveryCodeUsed: ofUser(
    'security',
    (name, { left }) => `Used a recovery code of ${name}: ${left} left`,
  ),
  UserPasskeyAdded: ofUser('security', (name) => `Added a passkey of ${name}`),
  UserPasskeyRemoved: ofUser('security', (name, { by }) => `Removed a passkey of ${name}${BY[by]}`),

  DataExported: {
    kind: 'export',
    record: ({ userId: id }) => (id === 0 ? null : { kind: 'user', id }),
    summary({ userId, list, filters }) {
      const by = userId === 0 ? ', by an operations command' : '';
      return `Exported ${list.replace('-', ' ')}${narrowedBy(filters)}${by}`;
    },
  },

  ExportDownloaded: byUser(
    'export',
    ({ list, rows }) =>
      `Downloaded the export of ${counted(rows)} rows of ${list.replace('-', ' ')}`,
  ),

  LogVerified: byUser('verification', ({ events, differences }) => {
    const found = differences === 1 ? 'one difference' : `${differences} differences`;
    return `Verified the log of ${events} events: ${differences === 0 ? 'nothing was touched' : found}`;
  }),

  DossierMade: ofRecord('export', ({ record }) => `Made a dossier of a ${record}`),

  PastOfficeOpened: byUser('past_office', ({ day }) => `Opened the office of ${formatDay(day)}`),

  WebhookChanged: ofNoRecord(
    'settings',
    ({ webhookId, change }) => `${WEBHOOK[change]} webhook ${webhookId}`,
  ),

  RecordReplayed: ofRecord('replay', ({ record }) => `Replayed the history of a ${record}`),

  RawEventsRead: ofRecord('replay', ({ record, first, last }) => {
    const events = first === last ? `event ${first}` : `events ${first} to ${last}`;
    return `Read ${events} of a ${record} as stored`;
  }),

  IdentityNumberLookedUp: {
    kind: 'reveal',
    record: ({ userId, customerIds: [id] }) =>
      id === undefined ? { kind: 'user', id: userId } : { kind: 'customer', id },
    summary({ fields, customerIds }) {
      const numbers = fields.map((field) => REVEALED[field]).join(' and ');
      // Only one of several can be the record: all of them are named here.
      const several = `${customerIds.length} customers: ${LIST.format(customerIds.map(String))}`;
      const found = ['nobody', 'one customer'][customerIds.length] ?? several;
      return `Looked for others with the same ${numbers}: found ${found}`;
    },
  },

  CustomerIdentityNumberRevealed: ofCustomer(
    'reveal',
    ({ field }) => `Revealed the ${REVEALED[field]} of a customer`,
  ),

  DeletedCustomerFileOpened: ofCustomer(
    'reveal',
    () => 'Opened a file of a customer who had been deleted',
  ),

  HeldDataReported: ofCustomer('reveal', ({ format, revealed }) => {
    const numbers = revealed.map((field) => REVEALED[field]).join(' and ');
    const whole = numbers === '' ? '' : `, with the whole ${numbers}`;
    return `Took out all that is held about a customer as ${format.toUpperCase()}${whole}`;
  }),

  CustomerKycStatusChanged: ofCustomer('kyc', ({ kycStatus, documentId }) => {
    const basis = documentId === null ? '' : ', on a document';
    return `Set the KYC status of a customer to ${kycStatus}${basis}`;
  }),

  CustomerReassigned: {
    kind: 'reassignment',
    record: ({ customerId: id }) => ({ kind: 'customer', id }),
    users: ({ ownerId }) => (ownerId === null ? [] : [ownerId]),
    summary: ({ ownerId }, nameOf) =>
      ownerId === null
        ? 'Removed the owner of a customer'
        : `Assigned a customer to ${nameOf(ownerId)}`,
  },

  CustomerErased: ofCustomer('deletion', ({ overriddenRetention: until }) => {
    const kept = until === null ? '' : `, whose records had to be kept until ${formatDay(until)}`;
    return `Erased a customer permanently${kept}`;
  }),

  LegalHoldPlaced: ofRights('Placed a legal hold on a customer'),
  LegalHoldLifted: ofRights('Lifted a legal hold on a customer'),
  NomineeRecorded: ofRights('Recorded a nominee of a customer'),
  NomineeRevoked: ofRights('Revoked a nomination of a customer'),
  CustomerMerged: ofRights('Merged a customer into another one'),
  CustomerMergeUndone: ofRights('Undid a merge of customers'),
  CustomersMarkedDistinct: ofRights('Marked two customers as distinct'),
  CustomersMarkedDistinctUndone: ofRights('Took back that two customers are distinct'),

  HouseholdMemberAdded: ofRights('Added a customer to a household'),
  HouseholdRelationChanged: ofRights('Changed what a customer is to the head of a household'),
  HouseholdMemberRemoved: ofRights('Removed a customer from a household'),

  RetentionSweepStarted: byUser('privacy', ({ customers }) => {
    const who = customers === 1 ? 'one customer' : `${counted(customers)} customers`;
    return `Asked to erase ${who} whose retention has ended`;
  }),
  ImportStarted: byUser(
    'privacy',
    ({ importId, created, changed }) =>
      `Started import ${importId}: ${counted(created)} to be added, ${counted(changed)} to be changed`,
  ),
  ImportEnded: byUser(
    'privacy',
    ({ importId, created, changed, rejected }) =>
      `Import ${importId} ended: ${counted(created)} added, ${counted(changed)} changed, ${counted(rejected)} rejected`,
  ),
  ImportUndoStarted: byUser('privacy', ({ importId }) => `Started undoing import ${importId}`),
  ImportUndone: byUser(
    'privacy',
    ({ importId, undone, kept }) =>
      `Import ${importId} undone: ${counted(undone)} taken back, ${counted(kept)} kept`,
  ),
  RejectedRowsDownloaded: byUser(
    'export',
    ({ importId, rows }) =>
      `Downloaded the rows that import ${importId} rejected: ${counted(rows)}`,
  ),
  PersonRequestReceived: ofRequest(
    ({ right }) => `Entered a request of a customer: ${RIGHT_LABELS[right].toLowerCase()}`,
  ),
  PersonRequestClosed: ofRequest(
    ({ outcome }) => `Closed a request of a customer: ${OUTCOME_LABELS[outcome].toLowerCase()}`,
  ),
  PersonRequestReopened: ofRequest(() => 'Reopened a request of a customer'),

  BreachOpened: ofBreach((_data, breach) => `Opened ${breach}`),
  BreachDescribed: ofBreach((_data, breach) => `Described ${breach}`),
  BreachLetterWritten: ofBreach((_data, breach) => `Wrote the letter about ${breach}`),
  BreachPersonsConfirmed: ofBreach(
    ({ count }, breach) =>
      `Confirmed ${count === 1 ? 'one person' : `${count} persons`} concerned by ${breach}`,
  ),
  BreachPersonsCleared: ofBreach((_data, breach) => `Took back who is concerned by ${breach}`),
  BreachLettersRequested: ofBreach((_data, breach) => `Had the letters about ${breach} sent`),
  BreachStepEnded: ofBreach(
    ({ step, end }, breach) =>
      `Ticked for ${breach}: ${STEP_LABELS[step]}${end === 'done' ? '' : ', not needed'}`,
  ),
  BreachStepReopened: ofBreach(
    ({ step }, breach) => `Unticked for ${breach}: ${STEP_LABELS[step]}`,
  ),
  BreachClosed: ofBreach((_data, breach) => `Closed ${breach}`),

  AgencySettingsChanged: ofNoRecord('settings', (data) => {
    const names = Object.keys(data) as (keyof typeof data)[];
    return `Changed the agency’s settings: ${names.map((name) => AGENCY_SUBJECTS[name]).join(', ')}`;
  }),

  PrivacyNoticePublished: ofNoRecord(
    'settings',
    ({ version }) => `Published version ${version} of the privacy notice`,
  ),

  ReminderSettingsChanged: ofNoRecord('settings', ({ days, hour }) =>
    days.length === 0
      ? 'Switched automatic reminders off'
      : `Set reminders to ${days.join(', ')} days before the end, from ${hour}:00 on`,
  ),
};

/** Every event of the audit log by its type: with the deletions among some definitions. */
export const auditedAmong = (definitions: readonly EventDefinition[]): AuditedByType =>
  new Map<string, Audited<never>>([
    ...Object.entries(AUDITED_EVENTS),
    ...definitions.flatMap(({ type, deletes }) =>
      deletes ? [[type, deletionOf(deletes)] as const] : [],
    ),
  ]);
export type AuditedByType = ReadonlyMap<string, Audited<never>>;

/** What of a list an export holds. */
function narrowedBy(filters: readonly string[]): string {
  if (filters.includes(CHOSEN_RECORDS)) return ', selected records only';
  return filters.length > 0 ? `, filtered by ${filters.join(', ')}` : '';
}
