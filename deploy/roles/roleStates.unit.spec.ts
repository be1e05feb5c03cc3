import { expect, it } from 'vitest';
import { statesWithin } from './roleStates.js';

it('a state that does not come, or cannot be found out, is unknown beside those that are there', async () => {
  const never = new Promise<string>(() => undefined);
  const states = {
    gateway: Promise.resolve('active'),
    projector: never,
    relay: Promise.reject(new Error('The bus is closed')),
  };
  expect(await statesWithin(20, states)).toEqual({
    gateway: 'active',
    projector: 'unknown',
    relay: 'unknown',
  });
});
