import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

/** A test, a suite or a file, and what went wrong in it. */
interface Trouble {
  readonly name: string;
  readonly message: string;
}

/** What `deploy/bin/test.mjs` reads of a run of Vitest. */
export interface TestSummary {
  readonly passed: number;
  /** The note says why, where the spec tells. */
  readonly skipped: readonly { readonly file: string; readonly note?: string }[];
  /** Also hooks, files that could not be loaded, and errors outside of any test. */
  readonly failures: readonly Trouble[];
  /** How long each file took, by its path. */
  readonly seconds: Readonly<Record<string, number>>;
}

interface Failure {
  readonly message: string;
  readonly stack?: string;
  /** What was expected beside what was received, where the assertion compares. */
  readonly diff?: string;
}
type Errors = readonly Failure[] | undefined;

/** The difference comes before the stack, since the summary of a run shows the first lines only. */
const messageOf = (errors: Errors): string =>
  (errors ?? [])
    .flatMap(({ message, stack, diff }) => [...(diff ? [message, diff] : []), stack || message])
    .join('\n');

/** Writes a `TestSummary` to the file that `TEST_SUMMARY` names; without a name, nothing. */
export default class SummaryReporter implements Reporter {
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const file = process.env.TEST_SUMMARY;
    if (file) writeFileSync(file, JSON.stringify(this.#summaryOf(modules, unhandled)));
  }

  #summaryOf(modules: readonly TestModule[], unhandled: Errors): TestSummary {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const ofTest = (test: TestCase): Trouble => ({
      name: `${this.#path(test.module)} > ${test.fullName}`,
      message: messageOf(test.result().errors),
    });
    // A hook that fails, as `beforeAll` may, fails its suite, and no test.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0);
    return {
      passed: inState('passed').length,
      skipped: inState('skipped').map((test) => {
        const result = test.result();
        return {
          file: this.#path(test.module),
          note: result.state === 'skipped' ? result.note : undefined,
        };
      }),
      failures: [
        ...inState('failed').map(ofTest),
        ...broken.map((suite) => ({
          name: this.#nameOf(suite),
          message: messageOf(suite.errors()),
        })),
        ...(unhandled ?? []).map((error) => ({
          name: 'outside of any test',
          message: messageOf([error]),
        })),
      ],
      seconds: Object.fromEntries(
        modules.map((module) => {
          const { collectDuration, duration } = module.diagnostic();
          return [this.#path(module), (collectDuration + duration) / 1000];
        }),
      ),
    };
  }

  #nameOf(suite: TestModule | TestSuite): string {
    if (suite.type === 'module') return this.#path(suite);
    return `${this.#path(suite.module)} > ${suite.fullName}`;
  }

  #path({ moduleId }: TestModule): string {
    return relative(this.#root, moduleId);
  }
}
