import type { Credentials } from '@insuremanager/contracts/identity/userViews';

export interface SignedInUser {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: string;
  readonly isTwoFactorEnabled: boolean;
}

export interface SignedIn {
  readonly user: SignedInUser;
  /** The session's secret, for the cookie. It cannot be had again. */
  readonly token: string;
  /** When the session ends at the latest; unused, it ends 12 hours after it was last used. */
  readonly expiresAt: Date;
}

export interface FirstAdmin {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/**
 * The capability "identity": who the users are, and who is signed in. Methods may raise a Refusal.
 */
export interface Identity {
  /**
   * Makes sure that somebody can sign in as admin. Does nothing when there is an admin; completes
   * what a crash left half done. `created` is true when this call made it usable, with this
   * password.
   */
  ensureFirstAdmin(first: FirstAdmin): Promise<{ created: boolean }>;
  /**
   * @throws `unauthenticated` for a wrong username or password, after the same time for both
   * @throws `too-many` after too many wrong ones from this address
   */
  signIn(
    credentials: Credentials,
    from: { address: string; correlationId: string },
  ): Promise<SignedIn>;
  /** Ends the session, if it is one. */
  signOut(token: string, correlationId: string): Promise<void>;
  /** Who is signed in by this token, or null. Counts as use of the session. */
  userOfSession(token: string): Promise<SignedInUser | null>;
  /** Everybody who may sign in, by username. */
  users(): Promise<readonly Pick<SignedInUser, 'userId' | 'username'>[]>;
  /** Waits until every audit entry is written. */
  close(): Promise<void>;
}
