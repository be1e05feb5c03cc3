import { randomBytes } from 'node:crypto';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { endOfKolkataDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { populate } from '../harness/population.js';
import { buildInThread } from '../roles/buildPastOffice.js';
import { openServices, pastProjectors, type Services } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import type { DyingPastOfficeInput, PastOfficeFaultPoint } from './testing/dyingPastOffice.js';
import { signalThatEnded } from './testing/killedProcess.js';

const TIMEOUT_MS = 300_000;
const CUSTOMERS = 60;
const logger = createLogger('silent');
const masterKey = randomBytes(32);
const day = addDays(kolkataDay(new Date()), -1);

let backend: TestBackend;
let services: Services;

beforeEach(async () => {
  backend = await startTestBackend();
  services = await openServices({ ...backend, masterKey, logger });
  await populate(services.platform, CUSTOMERS, () => undefined);
}, TIMEOUT_MS);

afterEach(async () => {
  await services?.close();
  await backend?.stop();
});

/** Runs a process of its own until it is killed at the point. */
async function killedAt(faultPoint: PastOfficeFaultPoint): Promise<void> {
  const { databaseUrl } = backend;
  const input: DyingPastOfficeInput = { faultPoint, databaseUrl, masterKey, day };
  expect(await signalThatEnded('dyingPastOffice', input)).toBe('SIGKILL');
}

/** Its rows, and the indexes of its tables. */
async function contentsOf(schema: string) {
  const { pool } = services.platform;
  const rows: Record<string, object[]> = {};
  const tables = services.readModels.past.tables(schema);
  for (const { name, key } of pastProjectors.flatMap((projector) => projector.tables))
    rows[name] = await tables.from(name).select('*').orderBy(key);
  const indexes = await pool.query<{ name: string }>(
    'SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1 ORDER BY 1',
    [schema],
  );
  return { rows, indexes: indexes.rows.map(({ name }) => name) };
}

const isIndexed = async (): Promise<boolean> =>
  (await services.platform.pool.query('SELECT is_indexed FROM past_offices.offices')).rows[0]
    .is_indexed;

const moments = [
  { faultPoint: 'rows', state: 'building' },
  { faultPoint: 'ready', state: 'ready' },
] as const;

describe.runIf(isExhaustive(import.meta.url))(
  'a process that is killed while it makes the office of a past day',
  () => {
    it.each(moments)(
      '$faultPoint: whoever looks next goes on, and everything is there once',
      async ({ faultPoint, state }) => {
        await killedAt(faultPoint);
        const { pastOffices, readModels } = services;
        expect((await pastOffices.find(day))?.state).toBe(state);
        expect(await isIndexed()).toBe(false);
        const look = async () => (await pastOffices.find(day))?.state === 'ready' && isIndexed();
        await expect.poll(look, { timeout: 120_000 }).toBe(true);

        const { past } = readModels;
        const whole = past.schemaOf('whole');
        const unheard = { onProgress: () => undefined, onReady: () => undefined };
        const { signal } = new AbortController();
        await buildInThread({ ...backend, masterKey })(whole, {
          ...unheard,
          moment: endOfKolkataDay(day),
          signal,
        });
        const then = await contentsOf(past.schemaOf(day.replaceAll('-', '')));
        expect(then).toEqual(await contentsOf(whole));
        expect(then.rows.policies?.length).toBeGreaterThan(CUSTOMERS);
      },
      TIMEOUT_MS,
    );
  },
);
