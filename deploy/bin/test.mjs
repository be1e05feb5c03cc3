/**
 * `npm test`: lint, types, unit and integration tests, then end-to-end tests in Chromium.
 * `npm test -- unit` (lint, types, unit, int, e2e; several too) runs only these; any other word
 * narrows the tests to files whose path holds it.
 *
 * At the end it says how long each part took, and once more, by name and with its first words, what
 * failed and what passed only at the second try, so that the end of a long report is enough to know.
 * The last line is always `N passed, N failed`, with `, N skipped` behind where some were.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { prepare, root, say } from './prepare.mjs';

const stages = ['lint', 'types', 'unit', 'int', 'e2e'];
const words = process.argv.slice(2);
const chosen = stages.filter((stage) => words.includes(stage));
const filters = words.filter((word) => !stages.includes(word));
const wanted = chosen.length > 0 ? chosen : stages;

const reports = join(root, 'test-results');
const bin = (...parts) => join(root, 'node_modules', ...parts);
const totals = { passed: 0, failed: 0, skipped: 0 };
/** A line or a few for each failure, told again at the end. */
const failures = [];
/** The same for what failed at first: it counts as passed, and is to be mended. */
const secondTries = [];
/** A line for each part of the run: how long it took. */
const durations = [];

try {
  await testAll();
} catch (error) {
  say(error instanceof Error ? String(error.stack) : String(error));
  totals.failed += 1;
  failures.push('The test run itself: see above.');
}
process.stdout.write(`\n${durations.join('\n')}\n`);
if (secondTries.length > 0) {
  process.stdout.write(`\nPassed only at the second try:\n${secondTries.join('\n')}\n`);
}
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed === 0 ? 0 : 1);

async function testAll() {
  await timed('setup', () => prepare({ web: wanted.includes('e2e') }));
  mkdirSync(reports, { recursive: true });
  const work = {
    lint,
    types: () => check('Types', [bin('@typescript', 'native', 'bin', 'tsc'), '-b']),
    unit: () => testWithVitest('unit'),
    int: () => testWithVitest('int'),
    e2e: testInChromium,
  };
  for (const stage of wanted) await timed(stage, work[stage]);
}

async function lint() {
  const biome = bin('@biomejs', 'biome', 'bin', 'biome');
  await check('Lint', [biome, 'check', '--diagnostic-level=error', '.']);
  const cruiser = bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  await check('Rooms', [cruiser, '--output-type=err-long', '.']);
}

async function timed(name, work) {
  const began = Date.now();
  try {
    await work();
  } finally {
    const seconds = Math.round((Date.now() - began) / 1000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    durations.push(`${name.padEnd(6)}${clock.padStart(6)} min`);
  }
}

/** Says nothing when all is well; counts as one failure when it is not. */
async function check(name, args) {
  say(`${name} …`);
  if ((await run(args)) === 0) return;
  totals.failed += 1;
  failures.push(`${name}: see above.`);
}

async function testWithVitest(name) {
  say(`Tests (${name}) …`);
  const summary = join(reports, `${name}.json`);
  rmSync(summary, { force: true });
  const code = await run(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      `--project=${name}`,
      '--reporter=default',
      '--reporter=./deploy/testing/summaryReporter.ts',
      ...(filters.length > 0 ? ['--passWithNoTests', ...filters] : []),
    ],
    { TEST_SUMMARY: summary },
  );
  const { passed, skipped: left, failures: failed = [], secondTries: again = [] } = read(summary);
  count(passed, failed.length, left, code);
  for (const { name, message } of failed) failures.push(entry(name, message));
  for (const { name, message } of again) secondTries.push(entry(name, message));
  if (code !== 0 && failed.length === 0) {
    failures.push(
      entry('vitest', `ended with code ${code}, by an error outside of any test: see above.`),
    );
  }
}

async function testInChromium() {
  const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const chromium =
    process.env.CHROMIUM ??
    known.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
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
    [
      bin('@playwright', 'test', 'cli.js'),
      'test',
      '--pass-with-no-tests',
      // Or all that need the whole book would run behind the few that are asked for.
      ...(filters.length > 0 ? ['--no-deps', '--workers=1', ...filters] : []),
    ],
    { CHROMIUM: chromium },
  );
  const { suites = [], stats = {}, errors = [] } = read(report);
  const { expected = 0, flaky = 0, unexpected = 0, skipped: left = 0 } = stats;
  count(expected + flaky, unexpected, left, code);
  for (const { file, title, tests } of suites.flatMap(specsOf)) {
    const name = `${file} > ${title}`;
    for (const { status, results } of tests) {
      if (status === 'unexpected') failures.push(entry(name, results.at(-1)?.error?.message));
      if (status === 'flaky') secondTries.push(entry(name, results[0]?.error?.message));
    }
  }
  for (const error of errors) failures.push(entry('playwright', error.message));
  if (code !== 0 && unexpected === 0 && errors.length === 0) {
    failures.push(
      entry('playwright', `ended with code ${code}, by an error outside of any test: see above.`),
    );
  }
}

/** The specs of a suite of Playwright's report, and of the suites within it. */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A name, and below it the first words of what went wrong. */
function entry(name, message = '') {
  const words = stripVTControlCharacters(String(message)).trim().split('\n').slice(0, 6);
  return [`- ${name}`, ...words.map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}

function count(passed = 0, failed = 0, left = 0, code = 0) {
  totals.passed += passed || 0;
  // An error outside of any test (a setup, a crash) must not pass for success.
  totals.failed += failed || (code === 0 ? 0 : 1);
  totals.skipped += left || 0;
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
