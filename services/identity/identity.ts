import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { NewUser, UserPatch } from '@insuremanager/contracts/identity/userFields';
import type {
  Credentials,
  PasswordByLink,
  PasswordChange,
  PasswordLink,
  PasswordProof,
  PasswordResetRequest,
  Proof,
  SecondFactorInput,
  TwoFactorVerification,
  UserPreferences,
} from '@insuremanager/contracts/identity/userInputs';
import type {
  LinkedAccount,
  PasskeyView,
  RecoveryCodes,
  SecondFactorWanted,
  SecurityView,
  TwoFactorSetup,
  UserView,
} from '@insuremanager/contracts/identity/userViews';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';

export interface SignedInUser {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly isTwoFactorEnabled: boolean;
  readonly preferences: UserPreferences;
}

/** Where a request comes from. */
export interface Caller {
  /** The client's true address. */
  readonly address: string;
  /** Shown in the list of sessions, shortened. */
  readonly userAgent: string;
  readonly correlationId: string;
  /** The session cookie of the request, valid or not: a new sign-in ends that session. */
  readonly token: string | null;
}

/** A session's secret, for the cookie. Only its hash is stored. */
export interface SessionToken {
  readonly token: string;
  /** When the session ends at the latest; idle, it ends 12 hours after its last use. */
  readonly expiresAt: Date;
}

export interface SignedIn extends SessionToken {
  readonly user: SignedInUser;
}

/** The password was right; the token is valid for the second step only, for ten minutes. */
export interface SecondFactorPending extends SessionToken, SecondFactorWanted {}

export interface FirstAdmin {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Signing in and out. */
export interface SigningIn {
  /**
   * @throws `wrong-credentials` for a wrong username or password and for a user who may not sign
   *   in, in the same time for all
   * @throws `too-many` after too many failures from this address
   */
  signIn(credentials: Credentials, caller: Caller): Promise<SignedIn | SecondFactorPending>;
  /**
   * The second step, under a new token. A code is accepted once; an authenticator's clock may be
   * off by one step of 30 seconds.
   * @throws `not-signed-in` where no first step was done; `wrong-code`; `too-many`
   */
  verifySecondFactor(input: SecondFactorInput, caller: Caller): Promise<SignedIn>;
  /**
   * Emails a six-digit code, valid for ten minutes, to the user of the first step.
   * @throws `not-signed-in`; `too-many` codes asked for; `unavailable` when it cannot be mailed
   */
  sendEmailCode(caller: Caller): Promise<void>;
  /** Options for the browser's passkey prompt. They name no user. */
  passkeySignInOptions(caller: Caller): Promise<PasskeyRequest>;
  /** @throws `passkey-refused`; `too-many` */
  signInByPasskey(input: PasskeyAnswer, caller: Caller): Promise<SignedIn>;
  /** Ends the session, if it is one. */
  signOut(token: string, correlationId: string): Promise<void>;
  /** The user of an open session, or null. Counts as use of the session. */
  userOfSession(token: string): Promise<SignedInUser | null>;
  /** Milliseconds until the session ends, unless it is used; 0 when it is over. */
  sessionEndsIn(token: string): Promise<number>;
  /** Whether the session is open. Does not count as use of the session. */
  isSessionOpen(token: string): Promise<boolean>;
  /**
   * Emails a link that is valid for an hour, if there is such a user. Time and answer are the same
   * if there is none. @throws `too-many`
   */
  requestPasswordReset(request: PasswordResetRequest, caller: Caller): Promise<void>;
  /** @throws `link-invalid`; `too-many` */
  accountOfLink(link: PasswordLink, caller: Caller): Promise<LinkedAccount>;
  /**
   * Sets the password by an emailed link: of an invitation or a password reset. A link works once.
   * Ends all sessions; a second factor stays, and passkeys where they are not to be removed.
   * @throws `link-invalid` when it is expired, used or unknown; `invalid` on `newPassword`
   */
  setPasswordByLink(input: PasswordByLink, caller: Caller): Promise<void>;
}

/** WebAuthn options and responses as defined by @simplewebauthn: plain JSON. */
export type PasskeyRequest = Readonly<Record<string, unknown>>;
export type PasskeyAnswer = Readonly<Record<string, unknown>>;

/** What users change about their own account. `caller.token` is of their open session. */
export interface OwnAccount {
  security(user: SignedInUser, caller: Caller): Promise<SecurityView>;
  /**
   * Ends all other sessions; this one continues under a new token.
   * @throws `invalid` on `currentPassword` or `newPassword`; `too-many`
   */
  changePassword(user: SignedInUser, change: PasswordChange, caller: Caller): Promise<SessionToken>;
  /** A new secret, not active until verified. @throws conflict `two-factor-enabled` */
  setUpTwoFactor(user: SignedInUser, caller: Caller): Promise<TwoFactorSetup>;
  /**
   * Enables it; returns ten recovery codes.
   * @throws `wrong-proof`; `too-many`; `wrong-code`; conflict `no-setup`
   */
  verifyTwoFactorSetup(
    user: SignedInUser,
    input: TwoFactorVerification,
    caller: Caller,
  ): Promise<RecoveryCodes>;
  /** @throws `wrong-proof`; `too-many` */
  disableTwoFactor(user: SignedInUser, proof: Proof, caller: Caller): Promise<void>;
  /** Ten new ones; the old ones become invalid. @throws `wrong-proof` */
  newRecoveryCodes(user: SignedInUser, proof: Proof, caller: Caller): Promise<RecoveryCodes>;
  /** @throws `wrong-proof`; conflict `passkeys-impossible` where the site has no domain name */
  passkeyCreationOptions(
    user: SignedInUser,
    proof: PasswordProof,
    caller: Caller,
  ): Promise<PasskeyRequest>;
  /** @throws `passkey-refused` */
  addPasskey(
    user: SignedInUser,
    input: { name: string; answer: PasskeyAnswer },
    caller: Caller,
  ): Promise<PasskeyView>;
  /** @throws `wrong-proof`; not-found */
  removePasskey(
    user: SignedInUser,
    input: { passkeyId: number; proof: Proof },
    caller: Caller,
  ): Promise<void>;
  /** @throws not-found */
  endSession(user: SignedInUser, sessionId: string, caller: Caller): Promise<void>;
  /** All but this one; returns how many. */
  endOtherSessions(user: SignedInUser, caller: Caller): Promise<number>;
  savePreferences(user: SignedInUser, preferences: UserPreferences): Promise<UserPreferences>;
}

export interface InvitedUser extends SavedRecord<UserView> {
  /** Of the email, where that reaches nobody; null where a mail server takes it. */
  readonly invitationLink: string | null;
}

/** User administration. The last active admin can be neither disabled nor demoted. */
export interface Users {
  /** By username. */
  list(): Promise<readonly UserView[]>;
  /** @throws not-found */
  find(userId: number): Promise<UserView>;
  /**
   * Emails a link that is valid for seven days; where there is no mail server, answers it as well. A
   * repeated command emails another one.
   * @throws `username-taken`, `email-taken`; conflict `email-refused` by the mail server, and
   *   unavailable when it is away: the user is invited then, and the invitation can be sent again
   */
  invite(input: NewUser, context: CommandContext): Promise<InvitedUser>;
  /** A new link; the old one becomes invalid. @throws conflict `not-invited` */
  inviteAgain(userId: number): Promise<InvitedUser>;
  /** A change of role ends their sessions. @throws `email-taken`; conflict `last-admin` */
  update(userId: number, patch: UserPatch, context: CommandContext): Promise<SavedRecord<UserView>>;
  /** Ends their sessions. @throws conflict `last-admin`, `own-account` */
  disable(userId: number, context: CommandContext): Promise<SavedRecord<UserView>>;
  enable(userId: number, context: CommandContext): Promise<SavedRecord<UserView>>;
  /**
   * Removes second factor and passkeys, when the user lost them, and ends their sessions. The
   * password stays.
   * @throws conflict `own-account`
   */
  resetTwoFactor(userId: number, context: CommandContext): Promise<SavedRecord<UserView>>;
  endSessions(userId: number, context: CommandContext): Promise<SavedRecord<UserView>>;
}

/** User administration from the command line, also while nobody can sign in. */
export interface UserOperations {
  /**
   * Adds a user who can sign in immediately. A repeat after a crash completes the command.
   * @throws `invalid`; `username-taken`, `email-taken`
   */
  add(user: NewUser & { readonly password: string }, context: CommandContext): Promise<UserView>;
  /** Ends all sessions. An invited user becomes active. @throws not-found */
  setPassword(userId: number, password: string, context: CommandContext): Promise<UserView>;
}

/**
 * The capability "identity": who the users are, and who is signed in. Methods may raise a Refusal.
 */
export interface Identity extends SigningIn, OwnAccount {
  /**
   * Ensures that an admin can sign in. Does nothing when there is one; completes what a crash left
   * half done. `created` is true when this call set this password.
   */
  ensureFirstAdmin(first: FirstAdmin): Promise<{ created: boolean }>;
  /** What administrators do. */
  readonly users: Users;
  readonly operations: UserOperations;
  /** All users who may sign in, sorted by username. */
  activeUsers(): Promise<readonly Pick<SignedInUser, 'userId' | 'username' | 'role'>[]>;
  /** Length of the queue of passwords to hash. */
  hashesWaiting(): number;
  /** Waits for pending audit entries and emails. */
  close(): Promise<void>;
}
