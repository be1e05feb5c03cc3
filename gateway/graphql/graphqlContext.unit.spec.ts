import { expect, it } from 'vitest';
import { loaderOf } from './graphqlContext.js';

it('the policyholders of many policies are loaded together, each once', async () => {
  const loads: number[][] = [];
  const names = loaderOf(async (ids) => {
    loads.push([...ids]);
    const found = ids.filter((id) => id !== 3);
    return new Map(found.map((id) => [id, `No. ${id}`]));
  });
  const found = await Promise.all([1, 2, 1, 3, 2].map((id) => names.load(id)));
  expect(loads).toEqual([[1, 2, 3]]);
  expect(found).toEqual(['No. 1', 'No. 2', 'No. 1', null, 'No. 2']);
});
