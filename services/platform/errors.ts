/** What kind of answer a refusal is; the edge maps each to one HTTP status and GraphQL code. */
export type RefusalKind =
  | 'invalid'
  | 'too-large'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'stale'
  | 'too-many'
  | 'unavailable';

export interface RefusedField {
  field: string;
  code: string;
  message: string;
}

interface RefusalParts {
  /** Stable, kebab-case, for programs. */
  code: string;
  /**
   * What a person who is signed in reads: what is wrong and what to do. It may name the record that
   * is in the way; logs never get it.
   */
  message: string;
  /** The input fields at fault, when there are any. */
  fields?: readonly RefusedField[];
  retryAfterSeconds?: number;
  /** For a stale version: the version that is current now. */
  currentVersion?: number;
  cause?: unknown;
}

/** An error whose message holds words of ours and no values: operators may read it anywhere. */
export class LoggableError extends Error {}

/** An expected "no": everything else that is thrown is a defect and is shown as such. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly fields: readonly RefusedField[];
  readonly retryAfterSeconds: number | undefined;
  readonly currentVersion: number | undefined;

  constructor(kind: RefusalKind, parts: RefusalParts) {
    super(parts.message, { cause: parts.cause });
    this.name = 'Refusal';
    this.kind = kind;
    this.code = parts.code;
    this.fields = parts.fields ?? [];
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.currentVersion = parts.currentVersion;
  }
}

export const invalid = (fields: readonly RefusedField[]): Refusal =>
  new Refusal('invalid', {
    code: 'invalid-input',
    message: sentences(fields.map((field) => field.message)) || 'The input is not valid.',
    fields,
  });

/** More bytes than are taken here. */
export const tooLarge = (field: RefusedField): Refusal =>
  new Refusal('too-large', { code: 'too-large', message: field.message, fields: [field] });

/** One message stays as it is, which a form may show alone; several become sentences. */
const sentences = (messages: readonly string[]): string =>
  messages.length <= 1
    ? messages.join('')
    : messages.map((message) => message.replace(/\.?$/, '.')).join(' ');

export const notFound = (thing: string, id: number | string): Refusal =>
  new Refusal('not-found', {
    code: `${thing}-not-found`,
    message: `There is no ${thing} with the number ${id}. It may have been deleted.`,
  });

export const conflict = (
  code: string,
  message: string,
  fields?: readonly RefusedField[],
): Refusal => new Refusal('conflict', { code, message, fields });

export const staleVersion = (currentVersion: number): Refusal =>
  new Refusal('stale', {
    code: 'stale-version',
    message: 'Someone else changed this record. Check their change, then save again.',
    currentVersion,
  });

export const forbidden = (message: string): Refusal =>
  new Refusal('forbidden', { code: 'forbidden', message });

export const unauthenticated = (message = 'Please sign in.'): Refusal =>
  new Refusal('unauthenticated', { code: 'not-signed-in', message });

export const tooMany = (message: string, retryAfterSeconds: number): Refusal =>
  new Refusal('too-many', {
    code: 'too-many-attempts',
    message,
    retryAfterSeconds,
  });

export const unavailable = (what: string, cause?: unknown): Refusal =>
  new Refusal('unavailable', {
    code: 'unavailable',
    message: `${what} cannot be reached just now. Nothing was lost; please try again in a moment.`,
    retryAfterSeconds: 2,
    cause,
  });
