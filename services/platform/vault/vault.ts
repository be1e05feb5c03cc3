import type { Subject } from '@insuremanager/contracts/events/eventDefinition';
import type { Logger } from '../logger.js';

/**
 * Seals what is personal. Every subject (a customer, a user) has a key of its own, wrapped by the
 * master key in schema `vault`; destroying the key erases the person from the whole history.
 */
export interface Vault {
  /** Makes sure of a durable key for the subject, then encrypts the JSON of `value`. */
  seal(subject: Subject, value: unknown): Promise<string>;
  /**
   * Loads the keys of all these subjects into memory in one query, so that `unseal` needs no I/O.
   * Unknown subjects are no error.
   */
  loadKeys(subjects: Iterable<Subject>): Promise<void>;
  /**
   * The value that was sealed, or `null` when the subject's key has been destroyed.
   * Call `loadKeys` first. @throws when the text was tampered with or sealed for another subject.
   */
  unseal(subject: Subject, sealed: string): unknown;
  /**
   * A keyed fingerprint (HMAC-SHA-256, base64url) under a key that is never rotated: equal values
   * can be found, values cannot be guessed back without the key. `purpose` keeps uses apart.
   */
  fingerprint(purpose: string, value: string): string;
  /**
   * A key of 32 bytes that follows from the subject's key, for content that is encrypted elsewhere:
   * the same for the same purpose, and lost with the subject's key. Makes that one when it is missing.
   * @throws Refusal `subject-erased`
   */
  deriveKey(subject: Subject, purpose: string): Promise<Buffer>;
  /** Destroys the subject's key for ever. */
  destroyKey(subject: Subject): Promise<void>;
  /** Whether the key is known to be destroyed; after `loadKeys`, that is as sure as `unseal` is. */
  isDestroyed(subject: Subject): boolean;
  /** Calls back when this process learns that a key is destroyed, whoever did it. */
  onDestroyed(listener: (subject: Subject) => void): void;
  /**
   * Learns at once of keys that other processes destroy, over a connection of its own which comes
   * back after it was lost; until the function that is returned is called.
   */
  listen(input: { readonly databaseUrl: string; readonly logger: Logger }): () => Promise<void>;
}
