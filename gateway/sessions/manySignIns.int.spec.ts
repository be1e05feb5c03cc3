import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { expect, it, vi } from 'vitest';

const { gateway, send } = gatewayFixture();

/** From an address of its own each, so that no limit of guesses spares the work. */
const guess = (number: number) =>
  call(gateway.url, '/api/auth/login', {
    ...{ method: 'POST', from: `127.0.3.${number}` },
    body: { username: `user${number}`, password: 'wrong horse battery' },
  });

it('many wrong passwords at once wait for each other, and nobody else waits for them', async () => {
  const guesses = Array.from({ length: 40 }, (_, number) => guess(number + 1));
  await vi.waitUntil(() => gateway.identity.hashesWaiting() > 10, {
    interval: 1,
    timeout: 120_000,
  });

  // What needs no password: one answer without a session, one with it and from Postgres.
  expect((await call(gateway.url, '/health/live')).status).toBe(200);
  expect((await send('GET', '/api/auth/me')).status).toBe(200);
  expect(gateway.identity.hashesWaiting()).toBeGreaterThan(0);

  const answers = await Promise.all(guesses);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(gateway.identity.hashesWaiting()).toBe(0);
}, 120_000);
