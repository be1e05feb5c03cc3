/** What the role of docker-compose.yml can do: all that the product needs, as no superuser. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import { createLogger } from '@insuremanager/services/platform/logger';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../embedded/postgres/embeddedPostgres.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { forgetfulSettings, tunedSettings } from '../embedded/postgres/tuning.js';
import { openAdapters } from '../roles/adapters.js';
import { openServices } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';

const run = promisify(execFile);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const hasPsql = () =>
  run('psql', ['--version']).then(
    () => true,
    () => false,
  );

/** A server that the script was run on, as the image runs it. Resolves with the address of its role. */
async function serverOfScript(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-compose-'));
  closing.push(() => rm(folder, { recursive: true }));
  // Postgres may run as another user, who must be able to pass.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'of the superuser',
    settings: { ...tunedSettings(), ...forgetfulSettings },
  });
  closing.push(postgres.stop);
  const password = randomBytes(16).toString('hex');
  await writeFile(join(folder, 'password'), password);
  const text = await readFile(join(import.meta.dirname, 'postgres.sql'), 'utf8');
  const script = join(folder, 'postgres.sql');
  await writeFile(script, text.replace('/secrets/postgres/password', join(folder, 'password')));
  const place = ['--dbname', postgres.url('postgres'), '--file', script];
  await run('psql', ['--set', 'ON_ERROR_STOP=1', '--no-psqlrc', '--no-password', ...place]);
  return `postgres://insuremanager:${password}@127.0.0.1:${postgres.port}/insuremanager`;
}

it('is enough for the event log, all schemas and the read models', async ({ skip }) => {
  if (!(await hasPsql())) skip('there is no psql here');
  const databaseUrl = await serverOfScript();
  const logger = createLogger('silent');
  const clock = { now: () => new Date() };
  const dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-compose-'));
  closing.push(() => rm(dataDir, { recursive: true }));
  const settings = parseSettings({ DATA_DIR: dataDir });
  const services = await openServices({
    ...{ databaseUrl, masterKey: randomBytes(32) },
    ...{ clock, logger, adapters: await openAdapters(settings, { clock, logger }) },
    bus: createRecordingBus(),
  });
  closing.push(() => services.close());
  services.readModels.start();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  closing.push(() => client.end());
  const { rows } = await client.query(
    'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  const typed = { name: 'Anil Kumar', phone: '9876543210' };
  await services.customers.create(CustomerInput.parse(typed), {
    commandId: randomUUID(),
    actor: { userId: 1, username: 'anitha', role: 'agent' },
    correlationId: 'test',
  });
  const head = await services.platform.eventLog.head();
  expect(head && (await services.readModels.waitFor(head, 60_000))).toBe(true);
});
