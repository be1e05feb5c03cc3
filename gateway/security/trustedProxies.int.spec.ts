import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { call, startTestGateway } from '@insuremanager/deploy/testing/testGateway';
import { expect, it } from 'vitest';

const PROXY = '127.0.0.2';
const STRANGER = '127.0.0.9';
/** More wrong passwords for one username than one address may try. */
const MANY = 12;

const gateway = oneGateway({ trustedProxies: `${PROXY},10.0.0.0/8` });

/** A wrong password; how it is answered shows which address the guess is counted for. */
const guess = async (username: string, forwarded: string | null, from = PROXY) => {
  const { status } = await call(gateway.url, '/api/auth/login', {
    method: 'POST',
    from,
    headers: forwarded === null ? {} : { 'X-Forwarded-For': forwarded },
    body: { username, password: 'wrong horse battery' },
  });
  return status;
};

const guessOften = async (username: string, forwarded: (i: number) => string, from = PROXY) => {
  const statuses: number[] = [];
  for (let i = 0; i < MANY; i += 1) statuses.push(await guess(username, forwarded(i), from));
  return statuses;
};

it('behind a proxy that is trusted the true address counts', async () => {
  expect(await guessOften('asha', () => '203.0.113.7')).toContain(429);
  expect(await guess('asha', '203.0.113.7')).toBe(429);
  // Colleagues behind the same proxy are not locked out.
  expect(await guess('asha', '203.0.113.8')).toBe(401);
});

it('an address that a stranger makes up does not', async () => {
  expect(await guessOften('ravi', (i) => `198.51.100.${i}`, STRANGER)).toContain(429);
  expect(await guess('ravi', '198.51.100.200', STRANGER)).toBe(429);
  expect(await guess('ravi', '198.51.100.200')).toBe(401);
});

it('of a chain the last address that is no proxy of ours counts', async () => {
  const chain = (i: number) => `192.0.2.${i}, 203.0.113.9, 10.1.2.3`;
  expect(await guessOften('meera', chain)).toContain(429);
  expect(await guess('meera', '203.0.113.9')).toBe(429);
  expect(await guess('meera', '192.0.2.1')).toBe(401);
});

it('where no proxy is named, none is trusted', async () => {
  const alone = await startTestGateway({ beside: gateway });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < MANY; i += 1) {
      const { status } = await call(alone.url, '/api/auth/login', {
        method: 'POST',
        from: '127.0.0.11',
        headers: { 'X-Forwarded-For': `198.51.100.${i}` },
        body: { username: 'vinod', password: 'wrong horse battery' },
      });
      statuses.push(status);
    }
    expect(statuses).toContain(429);
  } finally {
    await alone.stop();
  }
});
