/**
 * What the runs of Vitest and Playwright ended with, added up for the last lines of `npm test`: how
 * long each part took, what was left out and why, what failed with its first words, and at last
 * `N passed, N failed`, with `, N skipped` behind where some were.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ALL, durations, durationsFile } from './exhaustive.mjs';
import { root } from './prepare.mjs';

const EXHAUSTIVE = 'exhaustive, of another share';
const BEYOND_BUDGET =
  'exhaustive, of what has changed, but beyond what a run takes (`npm test -- changed` takes them)';

export function createResults() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const parts = [];
  const remarks = [];
  const leftOut = [];
  /** How many tests were skipped, by file, by reason. */
  const skipped = new Map();
  /** Seconds by the path of a spec file. */
  const measured = {};

  function count(passed = 0, failed = 0, code = 0) {
    totals.passed += passed;
    // An error outside of any test (a setup, a crash) must not pass for success.
    totals.failed += failed || (code === 0 ? 0 : 1);
  }

  function addSkipped(file, reason) {
    totals.skipped += 1;
    const files = skipped.get(reason) ?? new Map();
    skipped.set(reason, files.set(file, (files.get(file) ?? 0) + 1));
  }

  const add = (file, seconds) => {
    measured[file] = (measured[file] ?? 0) + seconds;
  };

  return {
    fail(name, message) {
      totals.failed += 1;
      failures.push(entry(name, message));
    },

    /** A sentence before all that is left out. */
    remark(sentence) {
      remarks.push(sentence);
    },

    leaveOut(sentence) {
      leftOut.push(sentence);
    },

    async timed(name, work) {
      const began = Date.now();
      try {
        return await work();
      } finally {
        parts.push([name, clock(began)]);
      }
    },

    /** @param report the file of a `TestSummary`, see deploy/testing/summaryReporter.ts */
    addVitest(report, code, exhaustive) {
      const { passed, failures: failed = [], skipped: left = [], seconds = {} } = read(report);
      count(passed, failed.length, code);
      for (const { name, message } of failed) failures.push(entry(name, message));
      if (code !== 0 && failed.length === 0) failures.push(entry('vitest', endedBadly(code)));
      for (const { file, note } of left) addSkipped(file, note ?? reasonOf(file, exhaustive));
      for (const [file, taken] of Object.entries(seconds)) add(file, taken);
    },

    /** @param report the file of Playwright's JSON reporter */
    addPlaywright(report, code, exhaustive) {
      const { suites = [], errors = [] } = read(report);
      let [passed, failed] = [0, 0];
      for (const { file, title, tests } of suites.flatMap(specsOf)) {
        for (const { status, results, annotations = [] } of tests) {
          for (const { duration } of results) add(file, duration / 1000);
          if (status === 'skipped') {
            const note = annotations.find(({ type }) => type === 'skip')?.description;
            addSkipped(file, note ?? reasonOf(file, exhaustive));
          } else if (status === 'expected') passed += 1;
          else {
            failed += 1;
            const messages = results.at(-1)?.errors?.map(({ message }) => message) ?? [];
            failures.push(entry(`${file} > ${title}`, messages.join('\n')));
          }
        }
      }
      for (const error of errors) failures.push(entry('playwright', error.message));
      if (code !== 0 && failed + errors.length === 0) {
        failures.push(entry('playwright', endedBadly(code)));
      }
      count(passed, failed, code);
    },

    /** Into the repository, for the order of the next runs. */
    recordDurations(exhaustive) {
      const all = { ...durations };
      for (const [file, seconds] of Object.entries(measured)) {
        all[exhaustive.includes(file) ? file + ALL : file] = Math.round(seconds * 10) / 10;
      }
      const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(join(root, durationsFile), `${JSON.stringify(sorted, null, 2)}\n`);
    },

    /** @returns {number} the exit code of the whole */
    print() {
      const lines = parts.map(([name, taken]) => `${name.padEnd(10)}${taken.padStart(6)} min`);
      for (const [reason, files] of skipped) {
        const names = [...files].map(([file, tests]) => `${file} (${tests})`).sort();
        const sum = [...files.values()].reduce((all, tests) => all + tests, 0);
        leftOut.push(`${sum} tests, ${reason}: ${names.join(', ')}`);
      }
      const section = (title, entries) =>
        entries.length > 0 ? [`${title}:\n${entries.join('\n')}`] : [];
      const left = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
      const sections = [
        lines.join('\n'),
        ...remarks,
        ...section(
          'Left out',
          leftOut.map((one) => `- ${one}`),
        ),
        ...section('Failed', failures),
        `${totals.passed} passed, ${totals.failed} failed${left}`,
      ];
      process.stdout.write(`\n${sections.join('\n\n')}\n`);
      return totals.failed === 0 ? 0 : 1;
    },
  };

  function reasonOf(file, exhaustive) {
    const { files, listed, due } = exhaustive;
    if (!listed.includes(file) || files.includes(file)) return 'skipped by the spec';
    return due.includes(file) ? BEYOND_BUDGET : EXHAUSTIVE;
  }
}

const endedBadly = (code) => `ended with code ${code}, by an error outside of any test: see above.`;

/** The specs of a suite of Playwright's report, and of the suites within it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** A name, and below it the first words of what went wrong. */
function entry(name, message = '') {
  const lines = stripVTControlCharacters(String(message)).split('\n');
  const words = lines.filter((line) => line.trim()).slice(0, 80);
  return [`- ${name}`, ...words.map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}

function clock(began) {
  const seconds = Math.round((Date.now() - began) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}
