import { z } from 'zod';
import { LANGUAGES } from '../customers/customerFields.js';
import { cleanText } from '../rules/text.js';

/** In characters. */
export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 1000;

export const Credentials = z.object({
  username: z
    .string({ error: 'Username is required' })
    .trim()
    .min(1, 'Username is required')
    .max(100, 'Username can have at most 100 characters'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(LONGEST_PASSWORD, `Password can have at most ${LONGEST_PASSWORD} characters`),
});
export type Credentials = z.infer<typeof Credentials>;

const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(LONGEST_PASSWORD, `Password can have at most ${LONGEST_PASSWORD} characters`);

/** One that is to be set; how strong it must be says the rule of passwords. */
const newPassword = password.min(
  SHORTEST_PASSWORD,
  `A password has at least ${SHORTEST_PASSWORD} characters`,
);

const CODE_MESSAGE = 'Code must be 6 digits';
const sixDigits = z
  .string({ error: CODE_MESSAGE })
  .trim()
  .regex(/^\d{6}$/, CODE_MESSAGE);
/**
 * The second step of signing in. An authenticator's code may be a recovery code: ten letters and
 * digits in two groups, such as `k7fq2-9xw3m`.
 */
export const SecondFactorInput = z.object({
  code: z
    .string({ error: CODE_MESSAGE })
    .trim()
    .regex(/^(?:[0-9]{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$/, CODE_MESSAGE),
  method: z.enum(['totp', 'email'], { error: 'method is one of: totp, email' }),
});
export type SecondFactorInput = z.infer<typeof SecondFactorInput>;

/**
 * Recovery codes come of it, which prove who somebody is: so it asks for the password, too, where that
 * was given longer ago than `TwoFactorSetup` says.
 */
export const TwoFactorVerification = z.object({ code: sixDigits, password: password.optional() });
export type TwoFactorVerification = z.infer<typeof TwoFactorVerification>;

/** By which somebody who is signed in proves again who they are: the password, or a code. */
export const Proof = z.object({
  password: password.optional(),
  code: z.string().trim().max(20, CODE_MESSAGE).optional(),
});
export type Proof = z.infer<typeof Proof>;

/** For what lasts longer than a session: a code that somebody found is not enough. */
export const PasswordProof = z.object({ password });
export type PasswordProof = z.infer<typeof PasswordProof>;

export const PasswordChange = z.object({ currentPassword: password, newPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** By username or email address. */
export const PasswordResetRequest = z.object({
  user: z
    .string({ error: 'Username or email is required' })
    .trim()
    .min(1, 'Username or email is required')
    .max(200, 'Username or email can have at most 200 characters'),
});
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** The secret of a link that was mailed. */
const token = z.string({ error: 'The link is not complete' }).max(200, 'The link is not complete');

export const PasswordLink = z.object({ token });
export type PasswordLink = z.infer<typeof PasswordLink>;

/** What the link of an email lets do: choose a password, for an invitation or after forgetting it. */
export const PasswordByLink = z.object({
  token,
  newPassword,
  removePasskeys: z
    .boolean({ error: 'removePasskeys is true or false' })
    .default(false)
    .describe('Also takes away all passkeys of the account'),
});
export type PasswordByLink = z.infer<typeof PasswordByLink>;

/** What a browser answers for an authenticator, as WebAuthn has it. */
const passkeyAnswer = z
  .record(z.string().max(100), z.unknown(), { error: 'answer is what the browser answered' })
  .describe('As @simplewebauthn/browser answers it');

export const PasskeyAnswer = z.object({ answer: passkeyAnswer });
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

export const PasskeyName = z.object({
  name: z
    .string({ error: 'Name is required' })
    .max(60, 'Name can have at most 60 characters')
    .transform(cleanText)
    .refine((name) => name !== '', 'Name is required')
    .meta({ minLength: 1, pattern: '\\S' }),
});

export const NewPasskey = PasskeyName.extend({ answer: passkeyAnswer });
export type NewPasskey = z.infer<typeof NewPasskey>;

export const THEMES = ['system', 'light', 'dark'] as const;

/** The list of what a new installation needs; the tour of the demo. */
const GUIDES = ['first-steps', 'tour'] as const;
/** What a user chose for themselves; no fact of the trade, and so no event. */
export const UserPreferences = z.object({
  theme: z.enum(THEMES),
  /** In which the system writes to them; the screens are in English. */
  language: z.enum(LANGUAGES),
  /** Kinds of notifications that are not to be shown. */
  mutedNotifications: z.array(z.string().regex(/^[\w-]{1,40}$/)).max(20),
  /** Emails about one's own account that are no warning, such as a sign-in on a new device. */
  emailOnNewDevice: z.boolean(),
  /** Shortcuts of one letter alone, which somebody who speaks their text would press unawares. */
  singleKeyShortcuts: z.boolean(),
  /** What guides newcomers, and has been seen enough of. */
  putAway: z.array(z.enum(GUIDES)).max(GUIDES.length),
});
export type UserPreferences = z.infer<typeof UserPreferences>;

export const USUAL_PREFERENCES: UserPreferences = {
  theme: 'system',
  language: 'en',
  mutedNotifications: [],
  emailOnNewDevice: true,
  singleKeyShortcuts: true,
  putAway: [],
};
