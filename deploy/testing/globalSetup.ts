import type { TestProject } from 'vitest/node';
import type { startTestServer } from './testServer.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server that the run may make databases on. */
    postgresUrl: string;
    /** What those are copied from: see templateDatabase.ts. */
    templateDatabase: string;
  }
}

/**
 * Every project of a run loads this file anew, and so would load the product and start a server of its
 * own: the first starts the one of all, and the last to end stops it.
 */
const run = globalThis as {
  testServer?: { readonly started: ReturnType<typeof startTestServer>; projects: number };
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServer ??= {
    started: import('./testServer.js').then((module) => module.startTestServer()),
    projects: 0,
  };
  const { testServer } = run;
  testServer.projects += 1;
  const { postgresUrl, templateDatabase, stop } = await testServer.started;
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    testServer.projects -= 1;
    if (testServer.projects > 0) return;
    delete run.testServer;
    await stop();
  };
}
