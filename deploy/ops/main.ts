/**
 * `npm run ops -- …`, and `insuremanager ops …` in the image: an installation, looked at and looked
 * after, on the servers that it runs on, or on its own for as long as the command takes.
 */
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parseSettings, withSecretFiles } from '../settings.js';
import { createOutput } from './answer.js';
import { operationsOn } from './operationsOn.js';
import { runProgram } from './program.js';

/** After the first Ctrl-C a command ends what it is at; after the second one it is just ended. */
function endRequest(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ended.signal.aborted) process.exit(1);
      ended.abort();
    });
  }
  return ended.signal;
}

async function main(args: string[]): Promise<number> {
  const output = createOutput(process);
  const logger = createLogger('warn', { part: 'ops' }, process.stderr);
  const operations = operationsOn({
    settings: () => parseSettings(withSecretFiles(process.env)),
    ...{ logger, output, clock: systemClock, ended: endRequest() },
  });
  return runProgram(args, operations, output);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
