import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { recordId } from '../fields/record.js';
import { ALL_PERMISSIONS, Role } from './permissions.js';
import { UserPreferences } from './userInputs.js';

/** The signed-in user, as `/api/auth/me` answers. */
export const CurrentUser = z.object({
  id: recordId,
  username: z.string(),
  email: z.string(),
  role: Role,
  isTwoFactorEnabled: z.boolean(),
  permissions: z.array(z.enum(ALL_PERMISSIONS)).describe('What the role may do'),
  preferences: UserPreferences,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** The answer to the first step of signing in: the user, or that a second step is to follow. */
export const SecondFactorWanted = z.object({
  requiresTwoFactor: z.literal(true),
  methods: z
    .array(z.enum(['totp', 'email']))
    .describe('`totp` takes codes of the authenticator and recovery codes'),
});
export type SecondFactorWanted = z.infer<typeof SecondFactorWanted>;

/** What is to be scanned, or typed, into an authenticator. */
export const TwoFactorSetup = z.object({
  qrCode: z.string().describe('A data URL of an image'),
  manualEntryKey: z.string(),
  needsPassword: z
    .boolean()
    .describe('Whether the password is asked for with the code: ten minutes after signing in'),
});
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>;

/** They are shown this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** A window that somebody is signed in with. */
export const SessionView = z.object({
  id: z.string().describe('Names the session; it opens nothing'),
  device: z.string().describe('The browser and its system, such as Firefox on Windows'),
  createdAt: instantText(),
  lastSeenAt: instantText(),
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

/** What is given to the browser, to ask an authenticator: options of WebAuthn. */
export const PasskeyOptions = z
  .record(z.string(), z.unknown())
  .describe('As @simplewebauthn/browser takes them');

export const PasskeyView = z.object({
  id: recordId,
  name: z.string(),
  createdAt: instantText(),
  lastUsedAt: instantText().nullable(),
});
export type PasskeyView = z.infer<typeof PasskeyView>;

/** By what else somebody may come into the account of a link, in the words of its owner. */
export const LinkedAccount = z.object({
  passkeys: z.array(z.string()).describe('Names'),
  sessions: z.array(z.string()).describe('Devices that are signed in, which a new password ends'),
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** How the signed-in user comes in, for Settings. */
export const SecurityView = z.object({
  isTwoFactorEnabled: z.boolean(),
  recoveryCodesLeft: z.int(),
  passwordChangedAt: instantText(),
  passkeys: z.array(PasskeyView),
  arePasskeysPossible: z.boolean().describe('False: the address of this site is no domain name'),
  sessions: z.array(SessionView).describe('Last seen first'),
});
export type SecurityView = z.infer<typeof SecurityView>;

export const USER_STATUSES = ['active', 'invited', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** A user, as administrators see one. */
export const UserView = z.object({
  id: recordId,
  username: z.string(),
  email: z.string(),
  role: Role,
  status: z.enum(USER_STATUSES),
  isTwoFactorEnabled: z.boolean(),
  passkeys: z.int(),
  openSessions: z.int(),
  lastSignInAt: instantText().nullable(),
  createdAt: instantText(),
  invitationExpiresAt: instantText().nullable(),
  version: z.int(),
});
export type UserView = z.infer<typeof UserView>;
