import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { analyticsPage } from './analyticsPage.js';

const path = (from: string) => fileURLToPath(new URL(from, import.meta.url));

/** `npx vitest run deploy/analytics --project=unit -u` writes it anew. */
it('docs/analytics.md says what each view and each column is', async () => {
  const notebook = await readFile(path('notebook.sql'), 'utf8');
  await expect(analyticsPage(notebook)).toMatchFileSnapshot(path('../../docs/analytics.md'));
});
