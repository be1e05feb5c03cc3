import type { Role } from '@insuremanager/contracts/identity/permissions';
import type {
  Credentials,
  NewUser,
  PasswordByLink,
  PasswordChange,
  PasswordProof,
  PasswordResetRequest,
  Proof,
  SecondFactorInput,
  TwoFactorVerification,
  UserPatch,
  UserPreferences,
} from '@insuremanager/contracts/identity/userInputs';
import type {
  PasskeyView,
  RecoveryCodes,
  SecondFactorWanted,
  SecurityView,
  TwoFactorSetup,
  UserView,
} from '@insuremanager/contracts/identity/userViews';
import type { CommandContext } from '../platform/commands/command.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';

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
  /** As the browser calls itself; shown in the list of sessions, shortened. */
  readonly userAgent: string;
  readonly correlationId: string;
  /** The session that the request came with, open or not: a new sign-in ends it. */
  readonly token: string | null;
}

/** A session's secret, for the cookie. It cannot be had again. */
export interface SessionToken {
  readonly token: string;
  /** When the session ends at the latest; unused, it ends 12 hours after it was last used. */
  readonly expiresAt: Date;
}

export interface SignedIn extends SessionToken {
  readonly user: SignedInUser;
}

/** The first step was right; the token opens nothing but the second, for ten minutes. */
export interface SecondFactorPending extends SessionToken, SecondFactorWanted {}

export interface FirstAdmin {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** What was done about a user. */
export interface UserCommandResult {
  readonly user: UserView;
  /** Null when nothing was written. */
  readonly position: LogPosition | null;
}

/** Coming in and going out. */
export interface SigningIn {
  /**
   * @throws `wrong-credentials` for a wrong username or password and for a user who may not sign in,
   *   after the same time for all
   * @throws `too-many` after too many wrong ones from this address
   */
  signIn(credentials: Credentials, caller: Caller): Promise<SignedIn | SecondFactorPending>;
  /**
   * The second step, under a new token. A code counts once; an authenticator may be a step of 30
   * seconds off either way.
   * @throws `not-signed-in` where no first step was done; `wrong-code`; `too-many`
   */
  verifySecondFactor(input: SecondFactorInput, caller: Caller): Promise<SignedIn>;
  /**
   * Mails a code of six digits that lasts ten minutes to the user of the first step.
   * @throws `not-signed-in`; `too-many` codes asked for; `unavailable` when it cannot be mailed
   */
  sendEmailCode(caller: Caller): Promise<void>;
  /** What a browser needs to ask for a passkey. Names no user. */
  passkeySignInOptions(caller: Caller): Promise<PasskeyRequest>;
  /** @throws `passkey-refused`; `too-many` */
  signInByPasskey(input: PasskeyAnswer, caller: Caller): Promise<SignedIn>;
  /** Ends the session, if it is one. */
  signOut(token: string, correlationId: string): Promise<void>;
  /** Who is signed in by this token, or null. Counts as use of the session. */
  userOfSession(token: string): Promise<SignedInUser | null>;
  /** Whether somebody is signed in by this token. Does not count as use of the session. */
  isSessionOpen(token: string): Promise<boolean>;
  /**
   * Mails a link that lasts an hour, where there is such a user. Takes the same time and says the
   * same where there is none. @throws `too-many`
   */
  requestPasswordReset(request: PasswordResetRequest, caller: Caller): Promise<void>;
  /**
   * Sets the password by the link of an email: of an invitation, or after forgetting it. Counts
   * once, and ends all sessions. A second factor stays.
   * @throws `link-invalid` when it is over, used or unknown; `invalid` on `newPassword`
   */
  setPasswordByLink(input: PasswordByLink, caller: Caller): Promise<void>;
}

/** Options and answers of WebAuthn, as @simplewebauthn has them: plain JSON. */
export type PasskeyRequest = Readonly<Record<string, unknown>>;
export type PasskeyAnswer = Readonly<Record<string, unknown>>;

/** What users do about their own account. `caller.token` is of their open session. */
export interface OwnAccount {
  security(user: SignedInUser, caller: Caller): Promise<SecurityView>;
  /**
   * Ends all other sessions; this one goes on under a new token.
   * @throws `invalid` on `currentPassword` or `newPassword`; `too-many`
   */
  changePassword(user: SignedInUser, change: PasswordChange, caller: Caller): Promise<SessionToken>;
  /** A new secret; nothing counts until it is verified. @throws conflict `two-factor-enabled` */
  setUpTwoFactor(user: SignedInUser, caller: Caller): Promise<TwoFactorSetup>;
  /**
   * Enables it; answers ten recovery codes.
   * @throws `wrong-proof`; `too-many`; `wrong-code`; conflict `no-setup`
   */
  verifyTwoFactorSetup(
    user: SignedInUser,
    input: TwoFactorVerification,
    caller: Caller,
  ): Promise<RecoveryCodes>;
  /** @throws `wrong-proof`; `too-many` */
  disableTwoFactor(user: SignedInUser, proof: Proof, caller: Caller): Promise<void>;
  /** Ten new ones; the old ones count no more. @throws `wrong-proof` */
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
  /** All but this one; answers how many. */
  endOtherSessions(user: SignedInUser, caller: Caller): Promise<number>;
  savePreferences(user: SignedInUser, preferences: UserPreferences): Promise<UserPreferences>;
}

/** What administrators do about users. Nobody disables or demotes the last active admin. */
export interface Users {
  /** By username. */
  list(): Promise<readonly UserView[]>;
  /** @throws not-found */
  find(userId: number): Promise<UserView>;
  /**
   * Mails a link that lasts seven days. Sent again, the command mails another one.
   * @throws `username-taken`, `email-taken`; conflict `email-refused` by the mail server, and
   *   unavailable when it is away: the user is invited then, and the invitation can be sent again
   */
  invite(input: NewUser, context: CommandContext): Promise<UserCommandResult>;
  /** A new link; the old one counts no more. @throws conflict `not-invited` */
  inviteAgain(userId: number): Promise<UserCommandResult>;
  /** A change of role ends their sessions. @throws `email-taken`; conflict `last-admin` */
  update(userId: number, patch: UserPatch, context: CommandContext): Promise<UserCommandResult>;
  /** Ends their sessions. @throws conflict `last-admin`, `own-account` */
  disable(userId: number, context: CommandContext): Promise<UserCommandResult>;
  enable(userId: number, context: CommandContext): Promise<UserCommandResult>;
  /**
   * Takes away second factor and passkeys, for who lost them, and ends their sessions. Their
   * password stays.
   * @throws conflict `own-account`
   */
  resetTwoFactor(userId: number, context: CommandContext): Promise<UserCommandResult>;
  endSessions(userId: number, context: CommandContext): Promise<UserCommandResult>;
}

/** What whoever runs the installation does about users, also while nobody can sign in. */
export interface UserOperations {
  /**
   * A user who can sign in at once. Sent again after a crash, the command completes it.
   * @throws `invalid`; `username-taken`, `email-taken`
   */
  add(user: NewUser & { readonly password: string }, context: CommandContext): Promise<UserView>;
  /** Ends all sessions. Who was only invited can sign in from then on. @throws not-found */
  setPassword(userId: number, password: string, context: CommandContext): Promise<UserView>;
}

/**
 * The capability "identity": who the users are, and who is signed in. Methods may raise a Refusal.
 */
export interface Identity extends SigningIn, OwnAccount {
  /**
   * Makes sure that somebody can sign in as admin. Does nothing when there is an admin; completes
   * what a crash left half done. `created` is true when this call made it usable, with this
   * password.
   */
  ensureFirstAdmin(first: FirstAdmin): Promise<{ created: boolean }>;
  /** What administrators do about users. */
  readonly users: Users;
  readonly operations: UserOperations;
  /** Everybody who may sign in, by username. */
  activeUsers(): Promise<readonly Pick<SignedInUser, 'userId' | 'username' | 'role'>[]>;
  /** Passwords that wait for their turn to be hashed. */
  hashesWaiting(): number;
  /** Waits until every audit entry and mail is on its way. */
  close(): Promise<void>;
}
