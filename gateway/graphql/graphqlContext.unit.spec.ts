import { expect, it } from 'vitest';
import { customerSummaries } from './graphqlContext.js';

it('the holders of many policies are asked for together, each once', async () => {
  const asked: number[][] = [];
  const summaries = customerSummaries({
    async summaries(ids) {
      asked.push([...ids]);
      const kept = ids.filter((id) => id !== 3);
      return new Map(
        kept.map((id) => [id, { id, name: `No. ${id}`, phone: '', kycStatus: 'pending' as const }]),
      );
    },
  });
  const found = await Promise.all([1, 2, 1, 3, 2].map((id) => summaries.load(id)));
  expect(asked).toEqual([[1, 2, 3]]);
  expect(found.map((one) => one?.name)).toEqual(['No. 1', 'No. 2', 'No. 1', undefined, 'No. 2']);
});
