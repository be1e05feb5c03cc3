import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import { recordBackup } from '@insuremanager/services/platform/operations/backups';
import { METRICS } from '@insuremanager/services/platform/telemetry/metricCatalogue';
import { describe, expect, it } from 'vitest';
import { oneGateway } from '../testing/gatewayFixture.js';
import { call, signIn } from '../testing/testGateway.js';

const gateway = oneGateway({ bus: createRecordingBus(), isNotifier: true });

const read = async (): Promise<string> => (await call(gateway.opsUrl, '/metrics')).text;

/** Registers a customer, and lists customers. */
async function work(): Promise<void> {
  const cookie = await signIn(gateway.url);
  const headers = { Origin: 'http://localhost:4000' };
  const body = { name: 'Asha Menon', phone: '9876543210' };
  const added = await call(gateway.url, '/api/customers', {
    ...{ method: 'POST', headers, cookie, body },
  });
  expect(added.status).toBe(201);
  const query = '{ customers(first: 5) { items { id } } }';
  const listed = await call(gateway.url, '/graphql', {
    ...{ method: 'POST', headers, cookie, body: { query } },
  });
  expect(listed.status).toBe(200);
}

describe('the figures of a process that plays all roles but that of the scheduler', () => {
  it('count and measure what is done', async () => {
    await work();
    const text = await read();
    for (const series of [
      /^insuremanager_commands_total\{command="RegisterCustomer",outcome="written"\} 1$/m,
      /^insuremanager_command_duration_seconds_count\{command="RegisterCustomer"\} 1$/m,
      /^insuremanager_folded_stream_lookups_total\{outcome="miss"\} [1-9]/m,
      /^insuremanager_folded_streams_bytes [1-9]/m,
      /^insuremanager_events_appended_total [1-9]/m,
      /^insuremanager_event_store_request_duration_seconds_count\{operation="append",outcome="ok"\} [1-9]/m,
      /^insuremanager_postgres_query_duration_seconds_count\{area="read_model"\} [1-9]/m,
      /^insuremanager_postgres_query_duration_seconds_count\{area="identity"\} [1-9]/m,
      /^insuremanager_projector_batch_events_sum [1-9]/m,
      /^insuremanager_graphql_operation_duration_seconds_count\{type="query",field="customers",outcome="ok"\} 1$/m,
      /^insuremanager_postgres_connections\{pool="platform",state="idle"\} \d/m,
      /^insuremanager_read_model_lag_events 0$/m,
      /^insuremanager_notifier_open_notices 0$/m,
      /^insuremanager_password_hashes_waiting 0$/m,
      /^insuremanager_database_size_bytes [1-9]/m,
      /^insuremanager_data_folder_free_bytes [1-9]/m,
      /^insuremanager_build_info\{.*release="test".*\} 1$/m,
    ])
      expect(text).toMatch(series);
  });

  it('say when the last backup of each kind was completed', async () => {
    const { pool } = gateway.platform;
    expect(await read()).not.toContain('insuremanager_backup_finished');
    for (const finishedAt of [new Date(1_700_000_000_000), new Date(1_700_000_100_000)])
      await recordBackup(pool, { finishedAt, kind: 'portable', bytes: 4_096, events: 12 });
    expect(await read()).toMatch(
      /^insuremanager_backup_finished_timestamp_seconds\{kind="portable"\} 1700000100$/m,
    );
  });

  it('are all in the catalogue', async () => {
    const names = [...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
    const others = names.filter((name) => !/^(process|nodejs)_/.test(name));
    expect(others.filter((name) => !Object.hasOwn(METRICS, name))).toEqual([]);
  });

  it('leave out what a server that is away does not say, and no more', async () => {
    const { pool } = gateway.platform;
    await pool.query('ALTER SCHEMA relay RENAME TO relay_gone');
    const text = await read();
    await pool.query('ALTER SCHEMA relay_gone RENAME TO relay');
    expect(text).toMatch(/^insuremanager_relay_parked_events NaN$/im);
    expect(text).toMatch(/^insuremanager_read_model_live 1$/m);
  });
});
