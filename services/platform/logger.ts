import { pino } from 'pino';
import { Refusal } from './errors.js';
import { currentRequest } from './telemetry/currentRequest.js';
import { currentTraceId } from './telemetry/tracing.js';

/**
 * What a log line may carry beside its message: ids, codes, counts. Only primitives, so that no
 * event, row or request can slip into the log as a whole; never a field that a person typed.
 */
export type LogFields = Readonly<
  Record<string, string | number | bigint | boolean | null | undefined>
> & { readonly err?: never };

export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string, error?: unknown): void;
  error(fields: LogFields, message: string, error?: unknown): void;
  /** A logger whose lines all carry these fields. */
  child(fields: LogFields): Logger;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where lines go: one JSON object each. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * JSON lines on standard output, or to `destination`; those of a request hold its `correlationId`,
 * and its `traceId` where it is traced.
 */
export function createLogger(
  level: LogLevel,
  fields: LogFields = {},
  destination?: LogDestination,
): Logger {
  const options = {
    level,
    base: { pid: process.pid, ...printable(fields) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: inCourseOf,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return wrap(destination ? pino(options, destination) : pino(options));
}

/** Which request and which trace a line belongs to; absent outside of them. */
function inCourseOf(): object {
  const [correlationId, traceId] = [currentRequest(), currentTraceId()];
  return { ...(correlationId && { correlationId }), ...(traceId && { traceId }) };
}

const wrap = (lines: pino.Logger): Logger => ({
  debug: (fields, message) => lines.debug(printable(fields), message),
  info: (fields, message) => lines.info(printable(fields), message),
  warn: (fields, message, error) => lines.warn(withError(fields, error), message),
  error: (fields, message, error) => lines.error(withError(fields, error), message),
  child: (fields) => wrap(lines.child(printable(fields))),
});

const withError = (fields: LogFields, error: unknown) =>
  error === undefined ? printable(fields) : { ...printable(fields), error: safeError(error) };

/** JSON knows no bigint. */
const printable = (fields: LogFields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );

interface SafeError {
  name: string;
  code?: string | number;
  message?: string;
  stack: string[];
  cause?: SafeError;
}

/** Deep enough for a refusal that wraps a client's error that wraps a socket's. */
const MAX_CAUSES = 4;

/**
 * An error without what it may quote: Postgres names offending values in `message` (data and
 * constraint errors), `detail` and `where`; a JSON syntax error quotes the text it could not read;
 * a refusal may name whose record is in the way.
 */
export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const safe: SafeError = { name: error.name, stack: frames(error) };
  if (typeof code === 'string' || typeof code === 'number') safe.code = code;
  if (!quotesInput(error)) safe.message = error.message;
  if (cause !== undefined && depth < MAX_CAUSES) safe.cause = safeError(cause, depth + 1);
  return safe;
}

const quotesInput = (error: Error): boolean =>
  error instanceof SyntaxError ||
  'severity' in error ||
  error.name === 'ZodError' ||
  (error instanceof Refusal && error.kind !== 'unavailable');

/** The first lines of a stack repeat the message; the frames begin with "at". */
const frames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 12);
