import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const excluded = ['**/node_modules/**', '**/dist/**'];

/**
 * Unit and integration tests run from the sources: the workspaces resolve each other by the
 * condition `@insuremanager/source`, so nothing has to be built first. The suffix of a file says
 * what it needs: `.unit.spec.ts` nothing, `.int.spec.ts` a real Postgres and an event node.
 */
export default defineConfig({
  resolve: {
    // Without this, type-graphql (CommonJS) and ours (ESM) load graphql twice: "another realm".
    alias: [{ find: /^graphql$/, replacement: root('node_modules/graphql/index.js') }],
  },
  ssr: {
    resolve: { conditions: ['@insuremanager/source', ...defaultServerConditions] },
  },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.unit.spec.{ts,tsx}'],
          exclude: excluded,
          // Milliseconds; generous, because a machine may be busy with other things.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.spec.ts'],
          exclude: excluded,
          globalSetup: ['deploy/testing/globalSetup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
