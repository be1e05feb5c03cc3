import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus, BusMessage } from '@insuremanager/services/platform/bus/bus';
import { openKafkaBus } from '@insuremanager/services/platform/bus/kafka/kafkaBus';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrokerUnderTest,
  kafkaMissing,
  startBroker,
} from '../../services/platform/bus/kafka/testing/kafkaServer.spec.js';
import { type Launched, launch } from '../harness/testing/launch.js';
import { until } from '../harness/waiting.js';
import { isExhaustive } from '../testing/exhaustive.js';

const TOPIC = 'insuremanager.policies.v1';
const cover = { insuranceCompany: 'New India, "Kochi"', premiumAmount: 1_250_050 };

let made = 0;
function message(type: string, data: object): BusMessage {
  made += 1;
  return {
    ...{ topic: TOPIC, key: 'policy-1200', id: randomUUID(), type, schemaVersion: 1 },
    ...{ occurredAt: new Date(Date.UTC(2026, 3, 1) + made), data: { policyId: 1200, ...data } },
  };
}

// A broker of its own: the ledger reads the product's own topic.
const isDue = isExhaustive(import.meta.url) && !kafkaMissing && process.env.KAFKA_HOME;
describe.runIf(isDue)('the example of a consumer', () => {
  let kafka: BrokerUnderTest;
  let bus: Bus;
  let folder: string;
  let file: string;
  let running: Launched | undefined;

  beforeAll(async () => {
    kafka = await startBroker();
    bus = openKafkaBus(kafka.settings, createLogger('silent'));
    await bus.ensureTopics([TOPIC]);
    folder = await mkdtemp(join(tmpdir(), 'insuremanager-ledger-'));
    file = join(folder, 'ledger.csv');
  });
  afterAll(async () => {
    running?.child.kill('SIGKILL');
    await bus?.close();
    await kafka?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = () => {
    const { PATH } = process.env;
    const env = { PATH, KAFKA_BROKERS: kafka.settings.brokers.join(',') };
    running = launch('examples/policyLedger.js', [file], env);
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    running?.child.kill(signal);
    return running?.ended();
  };
  const lines = async (): Promise<string[]> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(1, -1);
  const hasLines = (count: number) =>
    until(async () => (await lines()).length >= count, `${count} lines`);

  const issued = message('PolicyIssued', { cover });
  const cancelled = message('PolicyCancelled', { termId: 1200 });

  it('writes each message once, whatever comes twice and whoever dies', async () => {
    await bus.publish([issued, message('PolicyForgotten', { new: true }), cancelled]);
    start();
    await hasLines(2);
    await end('SIGKILL');
    await appendFile(file, 'half of a li');
    await bus.publish([issued, message('PolicyReinstated', { termId: 1200 }), cancelled]);
    start();
    await hasLines(3);
    await bus.publish([message('PolicyRenewed', { termId: 1200, nextTermId: 1201, cover })]);
    await hasLines(4);
    expect(await end('SIGTERM')).toBe(0);
    const [first, ...others] = await lines();
    expect(first).toBe(
      `${issued.id},${issued.occurredAt.toISOString()},issued,1200,1200,"New India, ""Kochi""",12500.50`,
    );
    expect(others.map((line) => line.split(',').slice(2, 5).join(' '))).toEqual([
      'cancelled 1200 1200',
      'reinstated 1200 1200',
      'renewed 1200 1201',
    ]);
  });

  it('begins anew when its file is gone', async () => {
    const before = await lines();
    await rm(file);
    start();
    await hasLines(before.length);
    expect(await end('SIGTERM')).toBe(0);
    expect(await lines()).toEqual(before);
  });

  it('says what it needs', async () => {
    const { ended, said } = launch('examples/policyLedger.js', [], { PATH: process.env.PATH });
    expect(await ended()).toBe(1);
    expect(said()).toContain('Usage:');
  });
});
