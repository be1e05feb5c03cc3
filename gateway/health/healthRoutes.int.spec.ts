import {
  call,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, beforeAll, expect, it } from 'vitest';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

it('a sweep that refuses is a warning of one who is ready, until one is done', async () => {
  const { sweepReports } = gateway.platform;
  const ready = async () => {
    const { status, json } = await call(gateway.url, '/health/ready');
    return { status, warnings: json.warnings, sweeps: json.sweeps };
  };
  // The read models are built in the first moments.
  await expect.poll(ready).toEqual({ status: 200, warnings: [], sweeps: [] });

  const prefix = 'documents/';
  const at = new Date('2026-11-21T20:00:00Z');
  await sweepReports.record({ prefix, at, result: 'log-lost', removed: 0 });
  expect(await ready()).toEqual({
    status: 200,
    warnings: [
      {
        code: 'sweep-refused',
        message: expect.stringMatching(
          /^Sweeps of documents\/ remove nothing\. .* Restore the newer/,
        ),
        since: at.toISOString(),
      },
    ],
    sweeps: [{ prefix, at: at.toISOString(), result: 'log-lost', removed: 0 }],
  });

  await sweepReports.record({ prefix, at, result: 'done', removed: 3 });
  expect(await ready()).toMatchObject({ warnings: [], sweeps: [{ result: 'done', removed: 3 }] });
});
