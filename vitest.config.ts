import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFirst } from './deploy/testing/durations.js';

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// What packages have under `module` is for bundlers: @opentelemetry/api's is nothing Node can load.
const serverConditions = defaultServerConditions.filter((name) => name !== 'module');
const conditions = ['@insuremanager/source', ...serverConditions];

/** Begun last, a long file would keep one worker alone; one that nobody has measured may be long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const path = ({ moduleId }: TestSpecification) => relative(root('.'), moduleId);
    return files.toSorted((one, other) => longestFirst(path(one), path(other)));
  }
}

const excluded = ['**/node_modules/**', '**/dist/**'];
/** They declare what the product does not have, which no other spec may see. */
const isolated = ['gateway/declaredRecord.int.spec.ts'];

/** Of what needs a real Postgres. */
const integration = {
  globalSetup: ['deploy/bin/bundle.mjs', 'deploy/testing/globalSetup.ts'],
  // Each waits for Postgres, for processes and for deadlines as long as it computes: two of them leave
  // two cores idle once the tests in Chromium, which run beside them, have ended.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  // Milliseconds. They end what hangs, on a machine that is busy with other things: what works
  // never waits so long, so specs have none of their own that are shorter. What takes half a minute
  // took five at a load of 30.
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 300_000 } },
};

/**
 * Unit and integration tests run from the sources: the workspaces resolve each other by the
 * condition `@insuremanager/source`, so nothing has to be built first. The suffix of a file says
 * what it needs: `.unit.spec.ts` nothing, `.int.spec.ts` a real Postgres,
 * `.containers.spec.ts` a server that `npm run test:containers` has started.
 */
export default defineConfig({
  resolve: {
    // Without this, type-graphql (CommonJS) and ours (ESM) load graphql twice: "another realm".
    alias: [{ find: /^graphql$/, replacement: root('node_modules/graphql/index.js') }],
  },
  ssr: { resolve: { conditions } },
  // The environment of global setups, which would take what was built last.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    maxWorkers: 2,
    // Specs share no state of modules; loading them anew for each file cost a sixth of a run.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.unit.spec.{ts,tsx}'],
          exclude: excluded,
          // Some wait for a process, such as compose. Milliseconds, as below.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.spec.ts'],
          exclude: [...excluded, ...isolated],
          ...integration,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolated, isolate: true, ...integration },
      },
      {
        extends: true,
        test: {
          name: 'containers',
          include: ['**/*.containers.spec.ts'],
          exclude: excluded,
        },
      },
    ],
  },
});
