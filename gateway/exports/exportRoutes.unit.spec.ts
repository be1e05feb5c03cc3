import { EXPORTED_LISTS } from '@insuremanager/contracts/exports/exportedLists';
import { describe, expect, it } from 'vitest';
import { LISTS_AS_FILES } from './exportPages.js';
import { exportRoutes } from './exportRoutes.js';

describe('the file of a list', () => {
  it.each(EXPORTED_LISTS)('of %s asks for the export and for the list, in every way', (list) => {
    const routes = exportRoutes.filter(({ path }) => path.startsWith(`/api/exports/${list}.`));
    const { read } = LISTS_AS_FILES[list];
    expect(routes.map(({ method, access }) => [method, access])).toEqual([
      ['get', ['export', read]],
      ['post', ['export', read]],
      ['get', ['export', read]],
      ['post', ['export', read]],
    ]);
  });
});
