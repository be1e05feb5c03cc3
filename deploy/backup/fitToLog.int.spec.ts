import { randomUUID } from 'node:crypto';
import { CustomerErasureCompleted } from '@insuremanager/contracts/customers/customerEvents';
import { createEventCodec } from '@insuremanager/services/platform/codec/eventCodec';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { EventLog } from '@insuremanager/services/platform/eventLog/eventLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { ensureSchema } from '@insuremanager/services/platform/postgres/ensureSchema';
import { openPostgres, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { recordSetAside } from '@insuremanager/services/platform/readModels/setAside';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allDefinitions } from '../roles/openServices.js';
import { startTableLog } from '../testing/tableLog.js';
import { makeTestDatabase, type TestDatabase } from '../testing/testBackend.js';
import { fitToLog } from './fitToLog.js';
import { LASTING_SCHEMAS } from './lastingTables.js';

let database: TestDatabase;
let pool: Pool;
let eventLog: EventLog;
let stopLog: () => Promise<void>;
beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 2, logger: createLogger('silent') });
  for (const { name, steps } of LASTING_SCHEMAS) await ensureSchema(pool, name, steps);
  await pool.query(
    `INSERT INTO vault.keys (subject, wrapped) VALUES ('customer-7', decode('00', 'hex'))`,
  );
});
beforeEach(async () => {
  ({ log: eventLog, stop: stopLog } = await startTableLog());
});
afterEach(() => stopLog());
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** As whoever has the credentials of the event store can append it. */
const appendForged = async (stream: string, type: string): Promise<string> => {
  const id = randomUUID();
  await eventLog.append(stream, 'any', [{ id, type, data: {}, metadata: {} }]);
  return id;
};

const setAside = (eventId: string, stream: string, type: string) =>
  recordSetAside(
    pool,
    { ...{ eventId, stream, type, revision: '0', position: '1/1' }, failure: 'broken' },
    { by: 'ravi@crm-1', reason: 'forged' },
  );

describe('an event that was set aside before the backup', () => {
  it('neither erases anybody nor keeps the database from fitting the log', async () => {
    const { type } = CustomerErasureCompleted;
    const forged = await appendForged('customer-7', type);
    await expect(fitToLog({ pool, eventLog }, new AbortController().signal)).rejects.toThrow();

    await setAside(forged, 'customer-7', type);
    const fitted = await fitToLog({ pool, eventLog }, new AbortController().signal);
    expect(fitted).toEqual({ lost: [], erased: 0 });
    const { rows } = await pool.query('SELECT subject, destroyed_at FROM vault.keys');
    expect(rows).toEqual([{ subject: 'customer-7', destroyed_at: null }]);
    const allocated = await pool.query('SELECT id FROM ids.allocation');
    expect(allocated.rows).toEqual([]);
  });

  it('leaves the number of its stream to nobody else', async () => {
    const forged = await appendForged('customer-41', 'CustomerRegistered');
    await setAside(forged, 'customer-41', 'CustomerRegistered');
    await fitToLog({ pool, eventLog }, new AbortController().signal);
    const { rows } = await pool.query(
      `SELECT last_value::int AS last FROM pg_sequences WHERE sequencename = 'customer'`,
    );
    expect(rows).toEqual([{ last: 41 }]);
  });
});

describe('an erasure that came after the backup', () => {
  it('is carried out again, once', async () => {
    await pool.query(`INSERT INTO vault.keys (subject, wrapped)
      VALUES ('customer-8', decode('00', 'hex')), ('customer-9', decode('00', 'hex'))`);
    const unused = () => Promise.reject(new Error('Nothing is sealed in it'));
    const vault = { seal: unused, loadKeys: unused, unseal: () => null };
    const codec = createEventCodec({ definitions: allDefinitions, vault });
    const commandId = randomUUID();
    const event = CustomerErasureCompleted({ customerId: 8 });
    const encoded = await codec.encode(event, randomUUID(), {
      ...{ commandId, commandDigest: '', correlationId: 'test', actor: systemActor },
      occurredAt: new Date().toISOString(),
    });
    await eventLog.append('customer-8', 'no-stream', [encoded]);

    const fit = () => fitToLog({ pool, eventLog }, new AbortController().signal);
    expect(await fit()).toEqual({ lost: [], erased: 1 });
    expect(await fit()).toEqual({ lost: [], erased: 0 });
    const { rows } = await pool.query(
      `SELECT subject, wrapped IS NULL AS is_lost FROM vault.keys
       WHERE subject IN ('customer-8', 'customer-9') ORDER BY subject`,
    );
    expect(rows).toEqual([
      { subject: 'customer-8', is_lost: true },
      { subject: 'customer-9', is_lost: false },
    ]);
    const allocated = await pool.query('SELECT command_id, kind, id FROM ids.allocation');
    expect(allocated.rows).toEqual([{ command_id: commandId, kind: 'customer', id: 8 }]);
  });
});
