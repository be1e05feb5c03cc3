/**
 * Usernames are handles: they stand in the history for ever, so that they must not be an email
 * address or contain a space. Upper and lower case are the same.
 */
export const normalizeUsername = (raw: string): string => raw.trim().toLowerCase();

/** Whether a username in normal form may be taken: 2 to 64 of a-z, 0-9, dot, hyphen, underscore. */
export const isUsername = (username: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{1,63}$/.test(username);
