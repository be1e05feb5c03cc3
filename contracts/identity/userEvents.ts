import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { ALL_EVENTS, EXPORTED_LISTS, REPORT_FIGURES } from '../exports/exportedLists.js';
import { dayText } from '../fields/dayFields.js';
import { DOSSIER_RECORDS } from '../integrity/dossier.js';
import { Role } from './permissions.js';

const UserId = z.int().positive();
const Count = z.int().nonnegative();

export const userStream = (userId: number): string => `user-${userId}`;
/** What a user did to come in, and what was done to their means of it: read by auditors, never decided on. */
export const userAccessStream = (userId: number): string => `userAccess-${userId}`;
const subject = (data: { userId: number }): string => userStream(data.userId);

/** Which record was looked at. */
const OF_RECORD = { record: z.enum(DOSSIER_RECORDS), recordId: z.int().positive() };

const Email = z.object({ email: z.string() });

// Who is a user, and as what: the stream of a user.

/** Can sign in by a password that was set with it. */
export const UserRegistered = defineEvent('UserRegistered', 1, {
  schema: z.object({ userId: UserId, username: z.string(), role: Role }),
  personal: { schema: Email, subject },
});

/** Becomes a user by following the link of an email and choosing a password. */
export const UserInvited = defineEvent('UserInvited', 1, {
  schema: z.object({ userId: UserId, username: z.string(), role: Role }),
  personal: { schema: Email, subject },
});

export const UserInvitationAccepted = defineEvent('UserInvitationAccepted', 1, {
  schema: z.object({ userId: UserId }),
});

export const UserEmailChanged = defineEvent('UserEmailChanged', 1, {
  schema: z.object({ userId: UserId }),
  personal: { schema: Email, subject },
});

export const UserRoleChanged = defineEvent('UserRoleChanged', 1, {
  schema: z.object({ userId: UserId, role: Role }),
});

/** Cannot sign in any more; what they did and own stays. */
export const UserDisabled = defineEvent('UserDisabled', 1, {
  schema: z.object({ userId: UserId }),
});

export const UserEnabled = defineEvent('UserEnabled', 1, {
  schema: z.object({ userId: UserId }),
});

// How users come in: the stream of a user's access.

const SIGN_IN_METHODS = ['password', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
const SECOND_FACTORS = ['totp', 'email', 'recovery_code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const UserSignedIn = defineEvent('UserSignedIn', 1, {
  schema: z.object({
    userId: UserId,
    method: z.enum(SIGN_IN_METHODS),
    secondFactor: z.enum(SECOND_FACTORS).nullable(),
  }),
});

/**
 * Of a user who exists: a wrong password, a wrong code, a passkey that did not prove itself.
 * `proof`: by somebody who is signed in and was to prove again who they are.
 */
export const UserSignInFailed = defineEvent('UserSignInFailed', 1, {
  schema: z.object({
    userId: UserId,
    step: z.enum(['password', 'second_factor', 'passkey', 'proof']),
  }),
});

export const UserSignedOut = defineEvent('UserSignedOut', 1, {
  schema: z.object({ userId: UserId }),
});

/** Sessions were ended from elsewhere than by signing out. */
export const UserSessionsEnded = defineEvent('UserSessionsEnded', 1, {
  schema: z.object({
    userId: UserId,
    count: Count,
    reason: z.enum([
      'by_user',
      'by_admin',
      'password_changed',
      'two_factor_enabled',
      'disabled',
      'role_changed',
    ]),
  }),
});

export const UserPasswordChanged = defineEvent('UserPasswordChanged', 1, {
  schema: z.object({
    userId: UserId,
    how: z.enum(['changed', 'reset', 'invitation', 'operations']),
  }),
});

/** A link was sent, or is to be. */
export const UserPasswordResetRequested = defineEvent('UserPasswordResetRequested', 1, {
  schema: z.object({ userId: UserId }),
});

export const UserTwoFactorEnabled = defineEvent('UserTwoFactorEnabled', 1, {
  schema: z.object({ userId: UserId }),
});

export const UserTwoFactorDisabled = defineEvent('UserTwoFactorDisabled', 1, {
  schema: z.object({ userId: UserId, by: z.enum(['user', 'admin', 'operations']) }),
});

export const UserRecoveryCodesMade = defineEvent('UserRecoveryCodesMade', 1, {
  schema: z.object({ userId: UserId }),
});

/** `left` may still be used. */
export const UserRecoveryCodeUsed = defineEvent('UserRecoveryCodeUsed', 1, {
  schema: z.object({ userId: UserId, left: Count }),
});

export const UserPasskeyAdded = defineEvent('UserPasskeyAdded', 1, {
  schema: z.object({ userId: UserId, passkeyId: z.int().positive() }),
});

export const UserPasskeyRemoved = defineEvent('UserPasskeyRemoved', 1, {
  schema: z.object({
    userId: UserId,
    passkeyId: z.int().positive(),
    by: z.enum(['user', 'admin', 'operations']),
  }),
});

/**
 * Is about to get a list as a file. `filters` names what narrows it down, without the values, which
 * may be of persons.
 */
export const DataExported = defineEvent('DataExported', 1, {
  schema: z.object({
    /** 0: an operations command. */
    userId: z.int().nonnegative(),
    list: z.enum([...EXPORTED_LISTS, ALL_EVENTS, REPORT_FIGURES]),
    filters: z.array(z.string()),
  }),
});

/** Is about to get the file of an export that was made in the background. */
export const ExportDownloaded = defineEvent('ExportDownloaded', 1, {
  schema: z.object({
    userId: UserId,
    exportId: z.int().positive(),
    list: z.enum(EXPORTED_LISTS),
    rows: Count,
  }),
});

/** Has compared the log with what was signed of it. */
export const LogVerified = defineEvent('LogVerified', 1, {
  schema: z.object({
    userId: UserId,
    events: Count,
    heads: Count,
    /** 0: nothing was touched. */
    differences: Count,
  }),
});

/** Is about to get all events of a record, with the proof that they are in the log. */
export const DossierMade = defineEvent('DossierMade', 1, {
  schema: z.object({ userId: UserId, ...OF_RECORD }),
});

/** Is about to look at the whole office as it was on a day. */
export const PastOfficeOpened = defineEvent('PastOfficeOpened', 1, {
  schema: z.object({ userId: UserId, day: dayText() }),
});

const WEBHOOK_CHANGES = ['added', 'changed', 'enabled', 'disabled', 'secret', 'deleted'] as const;

/** Has changed where messages are sent to. The address may hold a secret, so it is not told. */
export const WebhookChanged = defineEvent('WebhookChanged', 1, {
  schema: z.object({
    userId: UserId,
    webhookId: z.int().positive(),
    change: z.enum(WEBHOOK_CHANGES),
  }),
});

/** Is about to see all that ever happened to a record, and how it stood after each event. */
export const RecordReplayed = defineEvent('RecordReplayed', 1, {
  schema: z.object({ userId: UserId, ...OF_RECORD }),
});

/** Is about to see events of a record as the log keeps them, and as they are read today. */
export const RawEventsRead = defineEvent('RawEventsRead', 1, {
  schema: z.object({
    userId: UserId,
    ...OF_RECORD,
    /** The revisions of the first and the last one, in a stream of the record. */
    first: Count,
    last: Count,
  }),
});

/** Has customers erased whose retention has ended; each of them has an entry of their own. */
export const RetentionSweepStarted = defineEvent('RetentionSweepStarted', 1, {
  schema: z.object({
    userId: UserId,
    sweepId: z.int().positive(),
    customers: z.int().positive(),
  }),
});

/** Which import of a spreadsheet, and by whom. */
const IMPORT = { userId: UserId, importId: z.int().positive() };

/** Has a spreadsheet written that was checked: how much of it, and nothing of what it says. */
export const ImportStarted = defineEvent('ImportStarted', 1, {
  schema: z.object({ ...IMPORT, created: Count, changed: Count }),
});

export const ImportEnded = defineEvent('ImportEnded', 1, {
  schema: z.object({
    ...IMPORT,
    ...{ created: Count, changed: Count, rejected: Count },
  }),
});

/** Has what an import wrote taken back. */
export const ImportUndoStarted = defineEvent('ImportUndoStarted', 1, {
  schema: z.object(IMPORT),
});

/** `kept`: records that people had changed since. */
export const ImportUndone = defineEvent('ImportUndone', 1, {
  schema: z.object({ ...IMPORT, undone: Count, kept: Count }),
});

/**
 * Rows that an import did not write were taken out, as they came. `customerIds`: the customers of
 * whom it is known that some of these rows are about them.
 */
export const RejectedRowsDownloaded = defineEvent('RejectedRowsDownloaded', 1, {
  schema: z.object({ ...IMPORT, rows: Count, customerIds: z.array(z.int().positive()) }),
});

const userEvents = [
  UserRegistered,
  UserInvited,
  UserInvitationAccepted,
  UserEmailChanged,
  UserRoleChanged,
  UserDisabled,
  UserEnabled,
] as const;
export type UserEvent = EventIn<typeof userEvents>;

const userAccessEvents = [
  UserSignedIn,
  UserSignInFailed,
  UserSignedOut,
  UserSessionsEnded,
  UserPasswordChanged,
  UserPasswordResetRequested,
  UserTwoFactorEnabled,
  UserTwoFactorDisabled,
  UserRecoveryCodesMade,
  UserRecoveryCodeUsed,
  UserPasskeyAdded,
  UserPasskeyRemoved,
  DataExported,
  ExportDownloaded,
  LogVerified,
  DossierMade,
  PastOfficeOpened,
  WebhookChanged,
  RecordReplayed,
  RawEventsRead,
  RetentionSweepStarted,
  ImportStarted,
  ImportEnded,
  ImportUndoStarted,
  ImportUndone,
  RejectedRowsDownloaded,
] as const;
export type UserAccessEvent = EventIn<typeof userAccessEvents>;

export const userEventDefinitions = [...userEvents, ...userAccessEvents] as const;
