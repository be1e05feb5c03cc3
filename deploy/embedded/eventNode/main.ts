/**
 * The event node as a process of its own. Prints one line, `ready <port>`, when it serves.
 *
 * Exit codes: 0 after a stop that was asked for, 1 when it could not start or lost Postgres.
 */
import { z } from 'zod';
import { isLoopback, startEventNode } from './eventNode.js';

const settingsSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  HOST: z.string().refine(isLoopback, 'must be a loopback address').default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(2113),
  SCHEMA: z.string().default('event_log'),
  /** How long to wait for a predecessor that is just going, in milliseconds. */
  LOCK_WAIT_MS: z.coerce.number().int().min(0).default(10_000),
});

const giveUp = (reason: string): never => {
  process.stderr.write(`event node: ${reason}\n`);
  process.exit(1);
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Nothing to stop yet while the node is still waiting for the log. */
let stopNode: () => Promise<void> = async () => undefined;
let isStopping = false;

const stop = async (): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  try {
    await stopNode();
    process.exit(0);
  } catch (error) {
    giveUp(messageOf(error));
  }
};

const run = async (): Promise<void> => {
  const settings = settingsSchema.safeParse(process.env);
  if (!settings.success) return giveUp(z.prettifyError(settings.error));
  const { DATABASE_URL, HOST, PORT, SCHEMA, LOCK_WAIT_MS } = settings.data;
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A supervisor that dies takes its channel with it: never outlive it.
  process.on('disconnect', stop);
  if (process.connected === false) return stop();

  const node = await startEventNode({
    databaseUrl: DATABASE_URL,
    host: HOST,
    port: PORT,
    schema: SCHEMA,
    lockWaitMs: LOCK_WAIT_MS,
  });
  stopNode = node.stop;
  void node.lost.then((error) => giveUp(error.message));
  process.stdout.write(`ready ${node.port}\n`);
};

run().catch((error: unknown) => giveUp(messageOf(error)));
