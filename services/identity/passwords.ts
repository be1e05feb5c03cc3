import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** One password, however the keyboard composed its characters. */
const normal = (password: string): string => password.normalize('NFC');

/** argon2id, with a salt of its own. */
export const hashOf = (password: string): Promise<string> => hash(normal(password));

export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normal(password));

/** The hash of a password that nobody knows: checking against it takes as long as any other. */
export const nobodysHash = (): Promise<string> => hashOf(randomBytes(32).toString('base64'));
