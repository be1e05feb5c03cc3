import type { z } from 'zod';
import { requiredChoice } from '../fields/choiceFields.js';
import { inputOf, patchOf } from '../fields/fields.js';
import { requiredText } from '../fields/textFields.js';
import { isEmail } from '../rules/email.js';
import { DEFAULT_ROLE, ROLES } from './permissions.js';
import { isUsername, normalizeUsername } from './username.js';

/** What administrators change of a user. */
export const userFields = {
  email: requiredText({
    label: 'Email',
    limit: 254,
    check: [isEmail, 'Enter an email address like name@example.com'],
    typing: { keyboard: 'email' },
  }),
  role: requiredChoice({ label: 'Role', options: ROLES, initial: DEFAULT_ROLE }),
};

/** What is entered of a new one. */
export const newUserFields = {
  username: requiredText({
    label: 'Username',
    limit: 64,
    normalize: normalizeUsername,
    check: [
      isUsername,
      'A username has 2 to 64 letters a-z, digits, dots, hyphens or underscores, and begins with a letter or digit',
    ],
  }),
  ...userFields,
};

export const NewUser = inputOf(newUserFields);
export type NewUser = z.output<typeof NewUser>;

/** Absent leaves as it is. */
export const UserPatch = patchOf(userFields);
export type UserPatch = z.output<typeof UserPatch>;
