import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.CHROMIUM ?? known.find((path) => existsSync(path));

/**
 * End to end: one browser, one worker, against the whole product on a fresh data folder, started
 * once by the setup. The specs find it through `baseURL` and sign in with `deploy/testing/e2e`.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.spec.ts',
  testIgnore: ['**/node_modules/**', '**/dist/**'],
  outputDir: 'test-results',
  globalSetup: './deploy/testing/e2e/setup.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A second try keeps its trace and is counted aloud by `npm test`; it must not become a habit.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
