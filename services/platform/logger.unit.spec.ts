import { describe, expect, it } from 'vitest';
import { conflict, unavailable } from './errors.js';
import { createLogger, type Logger } from './logger.js';
import { inRequest } from './telemetry/currentRequest.js';

const lines: string[] = [];
const logger: Logger = createLogger('info', { role: 'gateway' }, { write: (l) => lines.push(l) });

const logged = (act: () => void): Record<string, unknown> => {
  lines.length = 0;
  act();
  return JSON.parse(lines[0] ?? 'null');
};

describe('a log line', () => {
  it('is one JSON object with its level, its time and its fields', () => {
    const line = logged(() => logger.child({ part: 'relay' }).info({ count: 3, at: 5n }, 'Done'));
    expect(line).toMatchObject({
      level: 'info',
      role: 'gateway',
      part: 'relay',
      count: 3,
      at: '5',
      msg: 'Done',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('of a request holds its id, also after something was waited for', async () => {
    lines.length = 0;
    await inRequest('4f1c', async () => {
      await Promise.resolve();
      logger.info({}, 'Done');
    });
    logger.info({}, 'Of none');
    const ids = lines.map((line) => JSON.parse(line).correlationId);
    expect(ids).toEqual(['4f1c', undefined]);
  });

  it('is not written below the level that was set', () => {
    expect(logged(() => logger.debug({}, 'Detail'))).toBeNull();
  });

  it('says what went wrong, down to the first cause', () => {
    const socket = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
    const line = logged(() => logger.error({}, 'Lost', unavailable('The database', socket)));
    expect(line).toMatchObject({
      error: { name: 'Refusal', code: 'unavailable', cause: { code: 'ECONNREFUSED' } },
    });
    const { stack } = line.error as { stack: string[] };
    expect(stack[0]).toMatch(/^at /);
  });

  it('keeps to itself whose record a refusal names', () => {
    const taken = conflict('number-taken', 'Used by Anitha Nair', [
      { field: 'number', code: 'number-taken', message: 'Used by Anitha Nair' },
    ]);
    const line = logged(() => logger.warn({}, 'Failed', new Error('Job', { cause: taken })));
    expect(lines[0]).not.toContain('Anitha');
    expect(line).toMatchObject({ error: { cause: { name: 'Refusal', code: 'number-taken' } } });
  });

  it('keeps what Postgres and JSON quote of the data to itself', () => {
    const duplicate = Object.assign(new Error('invalid input syntax: "+919876543210"'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (phone)=(+919876543210) already exists.',
      where: 'unnamed portal parameter $1 = +919876543210',
      parameters: ['+919876543210'],
    });
    const line = logged(() => logger.error({}, 'Failed', new Error('Batch', { cause: duplicate })));
    expect(lines[0]).not.toContain('9876543210');
    expect(line).toMatchObject({ error: { cause: { code: '23505' } } });

    const typed = '{"phone": +919876543210}';
    let unreadable: unknown;
    try {
      JSON.parse(typed);
    } catch (error) {
      unreadable = error;
    }
    logged(() => logger.warn({}, 'Failed', unreadable));
    expect(lines[0]).not.toContain('9876543210');
    logged(() => logger.warn({}, 'Failed', { phone: '+919876543210' }));
    expect(lines[0]).not.toContain('9876543210');
  });
});
