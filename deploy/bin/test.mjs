/**
 * `npm test`: integration tests, and beside them lint, types, the tests in Chromium and unit tests.
 * `npm test -- unit` (lint, types, unit, int, e2e; several too) runs only these; any other
 * word narrows the tests to files whose path holds it. Exhaustive tests take turns (exhaustive.mjs):
 * `npm test -- changed` takes all that cover what has changed, `npm test -- all` every one;
 * `npm test -- record` writes how long each file took, for the order of the next runs.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exhaustiveTests } from './exhaustive.mjs';
import { prepare, root, say } from './prepare.mjs';
import { createResults } from './testResults.mjs';

/** Stages of one lane follow each other; the lanes run side by side, as each waits. */
const lanes = [['int'], ['lint', 'types', 'e2e', 'unit']];
const modes = ['all', 'changed', 'record'];
const stages = lanes.flat();
const words = process.argv.slice(2);
const named = stages.filter((stage) => words.includes(stage));
const wanted = named.length > 0 ? named : stages;
const filters = words.filter((word) => !stages.includes(word) && !modes.includes(word));
// Who asks for some files wants all that they prove.
const exhaustive = exhaustiveTests({
  all: words.includes('all') || filters.length > 0,
  changed: words.includes('changed'),
});

const GIB = 2 ** 30;
/** Of memory: a run takes four at its peak, and half of one for files. */
const ROOM = 12 * GIB;

const reports = join(root, 'test-results');
const temporary = temporaryFolder();
const bin = (...parts) => join(root, 'node_modules', ...parts);
const results = createResults();
const { timed } = results;

try {
  await testAll();
} catch (error) {
  say(error instanceof Error ? String(error.stack) : String(error));
  results.fail('The test run itself', 'See above.');
}
if (words.includes('record')) results.recordDurations(exhaustive.files);
results.remark(exhaustive.reason);
// What ran before these tests, and did not run to its end.
if (process.env.TEST_LEFT_OUT) results.leaveOut(process.env.TEST_LEFT_OUT);
process.exit(results.print());

async function testAll() {
  await timed('setup', () => prepare({ web: wanted.includes('e2e') }));
  mkdirSync(reports, { recursive: true });
  const chromium = findChromium();
  const work = {
    lint,
    types: (show) => check('Types', [bin('@typescript', 'native', 'bin', 'tsc'), '-b'], show),
    unit: (show) => testWithVitest('unit', show),
    int: (show) => testWithVitest('int', show, ['isolated']),
    e2e: (show) => testWithPlaywright(chromium, show),
  };
  const needsChromium = ['e2e'];
  const runnable = wanted.filter((stage) => chromium || !needsChromium.includes(stage));
  if (runnable.length < wanted.length) {
    results.leaveOut(
      'All tests in a browser: there is no Chromium. Install it ("apt-get install chromium") or ' +
        'name it in CHROMIUM.',
    );
  }
  const chosen = lanes.map((lane) => lane.filter((stage) => runnable.includes(stage)));
  const isAlone = chosen.filter((lane) => lane.length > 0).length < 2;
  await Promise.all(
    chosen.map(async (lane) => {
      for (const stage of lane) await timed(stage, () => work[stage](isAlone ? null : stage));
    }),
  );
}

/**
 * In memory, where there is plenty: hundreds of databases are made and dropped, and writing them to a
 * disk takes a tenth of a run.
 */
function temporaryFolder() {
  const inMemory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(inMemory) || freemem() < ROOM) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < ROOM / 3 ? tmpdir() : inMemory;
}

function findChromium() {
  const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const candidates = process.env.CHROMIUM
    ? [process.env.CHROMIUM]
    : known.map((name) => `/usr/bin/${name}`);
  return candidates.find((path) => existsSync(path));
}

async function lint(label) {
  const biome = bin('@biomejs', 'biome', 'bin', 'biome');
  await check('Lint', [biome, 'check', '--diagnostic-level=error', '.'], label);
  const cruiser = bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  await check('Rooms', [cruiser, '--output-type=err-long', '.'], label);
}

/** Counts as one failure when it ends badly, and as nothing else. */
async function check(name, args, label) {
  say(`${name} …`);
  if ((await run(args, { label })) !== 0) results.fail(name, 'See above.');
}

/** @param others projects that are run with it */
async function testWithVitest(project, label, others = []) {
  say(`Tests (${project}) …`);
  const summary = join(reports, `${project}.json`);
  rmSync(summary, { force: true });
  const code = await run(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...[project, ...others].map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=./deploy/testing/summaryReporter.ts',
      ...(filters.length > 0 ? ['--passWithNoTests', ...filters] : []),
    ],
    { label, environment: { TEST_SUMMARY: summary } },
  );
  results.addVitest(summary, code, exhaustive);
}

async function testWithPlaywright(chromium, label) {
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
    { label, environment: { CHROMIUM: chromium } },
  );
  results.addPlaywright(report, code, exhaustive);
}

/**
 * Runs a program of Node to its end.
 * @param label before each line that it says; null: what it says is left to itself
 */
function run(args, { label = null, environment = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: label === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        TMPDIR: temporary,
        TEST_EXHAUSTIVE: exhaustive.files.join(' '),
        TEST_TURN: exhaustive.turn,
        ...environment,
      },
    });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      if (!from) continue;
      createInterface({ input: from }).on('line', (line) => to.write(`${label} | ${line}\n`));
    }
    const stop = () => {
      // As Ctrl-C does: the test runners then take down what they set up.
      child.kill('SIGINT');
      child.once('exit', () => process.exit(143));
    };
    process.once('SIGTERM', stop);
    child.once('error', () => resolve(1));
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}
