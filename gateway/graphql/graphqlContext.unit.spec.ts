import { expect, it } from 'vitest';
import { loaderOf } from './graphqlContext.js';

it('the holders of many policies are asked for together, each once', async () => {
  const asked: number[][] = [];
  const names = loaderOf(async (ids) => {
    asked.push([...ids]);
    const kept = ids.filter((id) => id !== 3);
    return new Map(kept.map((id) => [id, `No. ${id}`]));
  });
  const found = await Promise.all([1, 2, 1, 3, 2].map((id) => names.load(id)));
  expect(asked).toEqual([[1, 2, 3]]);
  expect(found).toEqual(['No. 1', 'No. 2', 'No. 1', null, 'No. 2']);
});
