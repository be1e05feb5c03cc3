import { expect, it } from 'vitest';
import { createUploadSlots } from './uploadSlots.js';

it('a user has so many uploads at once, whatever others have and however they end', async () => {
  const slots = createUploadSlots(1);
  let end = (): void => undefined;
  const first = slots.within(
    1,
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await expect(slots.within(1, async () => 'second')).rejects.toMatchObject({ kind: 'too-many' });
  expect(await slots.within(2, async () => 'of another')).toBe('of another');
  end();
  await first;
  await expect(slots.within(1, () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
  expect(await slots.within(1, async () => 'third')).toBe('third');
});
