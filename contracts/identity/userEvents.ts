import { z } from 'zod';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';

const UserId = z.int().positive();

export const userStream = (userId: number): string => `user-${userId}`;
/** Sign-ins and sign-outs: a stream to be read by auditors, never decided on. */
export const userAccessStream = (userId: number): string => `userAccess-${userId}`;
const subject = (data: { userId: number }): string => userStream(data.userId);

export const UserRegistered = defineEvent('UserRegistered', 1, {
  schema: z.object({ userId: UserId, username: z.string(), role: z.string() }),
  personal: { schema: z.object({ email: z.string() }), subject },
});

export const UserSignedIn = defineEvent('UserSignedIn', 1, {
  schema: z.object({ userId: UserId }),
});

/** A wrong password for a user who exists. */
export const UserSignInFailed = defineEvent('UserSignInFailed', 1, {
  schema: z.object({ userId: UserId }),
});

export const UserSignedOut = defineEvent('UserSignedOut', 1, {
  schema: z.object({ userId: UserId }),
});

export type UserEvent =
  | EventOf<typeof UserRegistered>
  | EventOf<typeof UserSignedIn>
  | EventOf<typeof UserSignInFailed>
  | EventOf<typeof UserSignedOut>;

export const userEventDefinitions = [
  UserRegistered,
  UserSignedIn,
  UserSignInFailed,
  UserSignedOut,
] as const;
