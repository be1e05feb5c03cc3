/**
 * What every command does first, with nothing but Node: install the dependencies when they are
 * missing or stale, compile and bundle what is stale, build the web client when it is stale.
 * When nothing is to be done it takes well under a second and says nothing.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const oldestNode = [20, 19];

/** @param {{ web?: boolean }} wanted whether the built web client is needed */
export async function prepare({ web = false } = {}) {
  checkNode();
  if (dependenciesAreStale()) await installDependencies();
  // Side by side: the client is built from sources.
  await Promise.all([compile(), web && webIsStale() && buildWeb()]);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(`InsureManager needs Node ${oldestNode.join('.')} or newer; this is ${process.version}.`);
}

/** Compares what is wanted with what npm recorded when it had installed everything. */
function dependenciesAreStale() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return true;
  return Object.entries(wantedPackages()).some(
    ([path, wanted]) =>
      !wanted.link &&
      !wanted.optional &&
      path.includes('node_modules/') &&
      installed[path]?.version !== wanted.version,
  );
}

const wantedPackages = () => readPackages(join(root, 'package-lock.json')) ?? {};

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installDependencies() {
  const expected = Object.entries(wantedPackages())
    .filter(([path, wanted]) => path.includes('node_modules/') && !wanted.optional && !wanted.link)
    .map(([path]) => path);
  say(`Installing ${expected.length} packages, which takes a minute or so …`);
  const startedAt = Date.now();
  const progress = setInterval(
    () => {
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      sayProgress(`  ${countInstalled(expected)} of ${expected.length} packages, ${seconds} s`);
    },
    process.stderr.isTTY ? 500 : 5_000,
  );
  // With the tools: the sources are compiled here. NODE_ENV=production would leave them out.
  const { code, output } = await npm(['ci', '--include=dev', '--loglevel=error']);
  clearInterval(progress);
  sayProgress('');
  if (code !== 0) {
    fail(
      `${output.trim()}\n\nThe dependencies could not be installed. ` +
        'Check the connection to the npm registry, then start again.',
    );
  }
  say(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function npm(args) {
  const npmProgram = process.env.npm_execpath;
  return npmProgram
    ? capture(process.execPath, [npmProgram, ...args])
    : capture(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}

/** npm makes all folders first; a package is there when its own description is. */
const countInstalled = (paths) =>
  paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;

/** The compiler itself knows what is stale. */
async function compile() {
  const isFirst = !existsSync(join(root, 'deploy', 'dist', '.tsbuildinfo'));
  if (isFirst) say('Compiling …');
  const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { code, output } = await capture(process.execPath, [compiler, '-b', 'deploy']);
  if (code !== 0) fail(`${output.trim()}\n\nThe sources do not compile; see above.`);
  await bundle();
}

const webStamp = join(root, 'web', 'dist', '.built');

function webIsStale() {
  if (!existsSync(webStamp)) return true;
  const builtAt = statSync(webStamp).mtimeMs;
  return ['web', 'contracts', 'package-lock.json'].some((path) =>
    isNewer(join(root, path), builtAt),
  );
}

/** A folder is newer, too, when a file of it was removed. */
function isNewer(path, than) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs > than;
  return readdirSync(path, { withFileTypes: true }).some((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name.startsWith('.')) {
      return false;
    }
    const inner = join(path, entry.name);
    return (entry.isDirectory() && statSync(inner).mtimeMs > than) || isNewer(inner, than);
  });
}

export async function buildWeb() {
  say('Building the web client …');
  const startedAt = Date.now();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await capture(process.execPath, [vite, 'build'], join(root, 'web'));
  if (code !== 0) fail(`${output.trim()}\n\nThe web client cannot be built; see above.`);
  // Dated from the beginning: what is changed during the build is built next time.
  writeFileSync(webStamp, new Date(startedAt).toISOString());
  utimesSync(webStamp, startedAt / 1000, startedAt / 1000);
}

/** Runs a program to its end. @returns {Promise<{ code: number, output: string }>} */
function capture(program, args, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** To the error stream: the standard output belongs to the command. */
export const say = (line) => process.stderr.write(`${line}\n`);

function sayProgress(line) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
  else if (line) say(line);
}

export function fail(message) {
  say(`\n${message}`);
  process.exit(1);
}
