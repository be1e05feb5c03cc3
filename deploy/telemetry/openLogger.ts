import { createLogger, type LogFields, type Logger } from '@insuremanager/services/platform/logger';
import type { Settings } from '../settings.js';

/**
 * The log of a process on its standard output: lines of JSON, or, where that is a terminal and no
 * format is asked for, lines for a person.
 */
export async function openLogger(
  { logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>,
  fields: LogFields,
): Promise<Logger> {
  // A process of the supervisor is always in production, and at whatever terminal that is.
  const isAtTerminal =
    process.stdout.isTTY === true && (process.connected || process.env.NODE_ENV !== 'production');
  const format = logFormat ?? (isAtTerminal ? 'pretty' : 'json');
  if (format === 'json') return createLogger(logLevel, fields);
  const { default: pretty } = await import('pino-pretty');
  const destination = pretty({
    colorize: process.stdout.isTTY === true,
    sync: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,release',
  });
  return createLogger(logLevel, fields, destination);
}
