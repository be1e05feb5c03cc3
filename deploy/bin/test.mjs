/**
 * `npm test`: lint, types, unit and integration tests, then end-to-end tests in Chromium.
 * `npm test -- unit` (lint, types, unit, int, e2e; several too) runs only these; any other word
 * narrows the tests to files whose path holds it.
 *
 * The last line is always `N passed, N failed`, with `, N skipped` behind where some were.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, say } from './prepare.mjs';

const stages = ['lint', 'types', 'unit', 'int', 'e2e'];
const words = process.argv.slice(2);
const chosen = stages.filter((stage) => words.includes(stage));
const filters = words.filter((word) => !stages.includes(word));
const wanted = chosen.length > 0 ? chosen : stages;

const reports = join(root, 'test-results');
const bin = (...parts) => join(root, 'node_modules', ...parts);
const tally = { passed: 0, failed: 0, skipped: 0 };

try {
  await testAll();
} catch (error) {
  say(error instanceof Error ? String(error.stack) : String(error));
  tally.failed += 1;
}
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed${skipped}\n`);
process.exit(tally.failed === 0 ? 0 : 1);

async function testAll() {
  await prepare({ web: wanted.includes('e2e') });
  mkdirSync(reports, { recursive: true });
  if (wanted.includes('lint')) {
    const biome = bin('@biomejs', 'biome', 'bin', 'biome');
    await check('Lint', [biome, 'check', '--diagnostic-level=error', '.']);
  }
  if (wanted.includes('types')) await check('Types', [bin('typescript', 'bin', 'tsc'), '-b']);
  const projects = wanted.filter((stage) => stage === 'unit' || stage === 'int');
  if (projects.length > 0) await testWithVitest(projects);
  if (wanted.includes('e2e')) await testInChromium();
}

/** Says nothing when all is well; counts as one failure when it is not. */
async function check(name, args) {
  say(`${name} …`);
  if ((await run(args)) !== 0) tally.failed += 1;
}

async function testWithVitest(names) {
  say(`Tests (${names.join(', ')}) …`);
  const report = join(reports, 'vitest.json');
  rmSync(report, { force: true });
  const code = await run([
    bin('vitest', 'vitest.mjs'),
    'run',
    ...names.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(filters.length > 0 ? ['--passWithNoTests', ...filters] : []),
  ]);
  const { numPassedTests, numFailedTests, numPendingTests, testResults = [] } = read(report);
  // A file that cannot even be loaded has failed without a failed test in it.
  const broken = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  count(numPassedTests, numFailedTests + broken.length, numPendingTests, code);
}

async function testInChromium() {
  const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const chromium = process.env.CHROMIUM ?? known.find((path) => existsSync(path));
  if (!chromium || !existsSync(chromium)) {
    say(
      'End-to-end tests are NOT run: there is no Chromium. Install it ("apt-get install chromium") ' +
        'or name it in CHROMIUM.',
    );
    return;
  }
  say(`End-to-end tests in ${chromium} …`);
  const report = join(reports, 'e2e.json');
  rmSync(report, { force: true });
  const code = await run(
    [bin('@playwright', 'test', 'cli.js'), 'test', '--pass-with-no-tests', ...filters],
    { CHROMIUM: chromium },
  );
  const { expected = 0, flaky = 0, unexpected = 0, skipped: left = 0 } = read(report).stats ?? {};
  if (flaky > 0) say(`${flaky} end-to-end test(s) passed only at the second try: see the report.`);
  count(expected + flaky, unexpected, left, code);
}

function count(passed = 0, failed = 0, left = 0, code = 0) {
  tally.passed += passed || 0;
  // An error outside of any test (a setup, a crash) must not pass for success.
  tally.failed += failed || (code === 0 ? 0 : 1);
  tally.skipped += left || 0;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}

function run(args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    const stop = () => {
      // As Ctrl-C does: the test runners then take down what they set up.
      child.kill('SIGINT');
      child.once('exit', () => process.exit(143));
    };
    process.once('SIGTERM', stop);
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      process.off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}
