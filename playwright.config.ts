import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// The first is Chromium without its window, which paints the same in three quarters of the time.
const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const executablePath =
  process.env.CHROMIUM ?? known.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/** See `WHOLE_BOOK` in web/e2e/support/test.ts. */
const wholeBook = /@whole-book/;

/**
 * End to end: two browsers against one product on a fresh data folder, started once by the setup.
 * The specs find it through `baseURL` and sign in with `deploy/testing/e2e`.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.spec.ts',
  testIgnore: ['**/node_modules/**', '**/dist/**'],
  outputDir: 'test-results',
  globalSetup: ['./deploy/bin/bundle.mjs', './deploy/testing/e2e/setup.ts'],
  workers: 2,
  projects: [
    // A teardown runs once all others have ended, also when some of them failed.
    { name: 'side by side', grepInvert: wholeBook, teardown: 'whole book' },
    { name: 'whole book', grep: wholeBook, workers: 1 },
  ],
  forbidOnly: Boolean(process.env.CI),
  // Generous, since machines differ by a factor of five and each test begins by loading a page: the
  // first thing that it does or expects there waits for all of that. What works never waits so long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    // Half of a test's time would be spent painting what moves, and waiting for it. Specs of what
    // moves, and of the keyboard meanwhile, ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recorded for each test, to be thrown away when it passes: too dear where nobody looks on.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-lcd-text',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process less to talk to, which paints nothing that is seen.
        '--in-process-gpu',
        // A page lives for seconds: code that is optimized for it is hardly run again. A tenth less
        // of the processor.
        '--js-flags=--no-opt,--no-maglev',
        // And another process, which all that is loaded went through. The others are Playwright's own,
        // which a second list would take away.
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
      ],
    },
  },
});
