import { Refusal } from '@insuremanager/services/platform/errors';

/** What a command came to. It is printed as text or, with `--json`, as one JSON document. */
export interface Answer {
  readonly document: object;
  readonly lines: readonly string[];
  /** Something is not as it should be: the exit code is 1. */
  readonly isBad?: boolean;
}

/** An answer in one sentence. */
export const said = (document: object, line: string): Answer => ({ document, lines: [line] });

export type Say = (line: string) => void;

/** Exit codes that scripts may rely on. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

interface Streams {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;
}

/** Answers go to stdout, everything else to stderr. */
export function createOutput({ stdout, stderr }: Streams) {
  return {
    /** The exit code. */
    answer({ document, lines, isBad }: Answer, isJson: boolean): number {
      if (isJson) stdout.write(`${JSON.stringify(document, asJson, 2)}\n`);
      else for (const line of lines) stdout.write(`${line}\n`);
      return isBad ? EXIT.failed : EXIT.done;
    },

    /** One sentence; with DEBUG the stack of what is no refusal. The exit code. */
    failure(error: unknown, isJson: boolean): number {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      const code = error instanceof Refusal ? error.code : 'failed';
      if (isJson) stdout.write(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
      const isStackWanted = process.env.DEBUG && !(error instanceof Refusal);
      stderr.write(`${isStackWanted ? (stack ?? message) : message}\n`);
      return EXIT.failed;
    },

    /** What is no answer: servers that start and stop, warnings. */
    remark: ((line) => void stderr.write(`${line}\n`)) as Say,

    /** As they are: help, and what is wrong with the arguments. */
    text: (text: string) => void stdout.write(text),
    errorText: (text: string) => void stderr.write(text),

    progress: () => progressLine(stderr),
  };
}

export type Output = ReturnType<typeof createOutput>;

/** 64-bit integers are texts, as in every answer of ours. */
const asJson = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

/** Where no terminal redraws a line, one is written this often, milliseconds. */
const LINE_EVERY_MS = 5_000;

/** Redrawn in place on a terminal; written now and then elsewhere. */
function progressLine(out: Streams['stderr']) {
  let shown = '';
  let written = '';
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = () => {
    writtenAt = performance.now();
    written = shown;
    out.write(`${shown}\n`);
  };
  return {
    show(text: string) {
      shown = text;
      if (out.isTTY) out.write(`\r\u001b[2K${text.slice(0, (out.columns || 120) - 1)}`);
      else if (performance.now() - writtenAt >= LINE_EVERY_MS) write();
    },
    end() {
      if (shown === '') return;
      if (out.isTTY) out.write('\n');
      else if (written !== shown) write();
    },
  };
}

/** How far a command is. */
export type ProgressLine = ReturnType<typeof progressLine>;
