import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

const isPrintableAscii = (value: string): boolean => /^[\x20-\x7e]*$/.test(value);

/** The trailer by which the client recognises a failure, and what it says about it. */
export type Trailers = Readonly<Record<string, string>>;

/** A failure as gRPC carries it. */
export const failure = (code: status, details: string, trailers: Trailers = {}): ServiceError => {
  const metadata = new Metadata();
  // Trailers are ASCII only, and a stream's name may be in any script.
  for (const [key, value] of Object.entries(trailers)) {
    metadata.set(key, isPrintableAscii(value) ? value : encodeURIComponent(value));
  }
  return Object.assign(new Error(details), { code, details, metadata });
};

export const invalidArgument = (details: string): ServiceError =>
  failure(status.INVALID_ARGUMENT, details);

export const invalidPosition = (): ServiceError =>
  invalidArgument('Trying to read from an invalid position.');

export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, 'The stream is deleted.', {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const notLeader = (leader: { readonly host: string; readonly port: number }): ServiceError =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  });

export const accessDenied = (): ServiceError =>
  failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const tooLate = (): ServiceError => failure(status.ABORTED, 'The operation timed out.');

export const shuttingDown = (): ServiceError =>
  failure(status.UNAVAILABLE, 'The event node is shutting down.');

const isFailure = (error: unknown): error is ServiceError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'number' &&
  'metadata' in error &&
  error.metadata instanceof Metadata;

const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

/** Apart from our own mistakes, what goes wrong inside is that Postgres does not answer. */
export const asFailure = (error: unknown): ServiceError => {
  if (isFailure(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = isMistake(error) ? status.INTERNAL : status.UNAVAILABLE;
  return failure(code, message.replace(/[^\x20-\x7e]/g, '?'));
};
