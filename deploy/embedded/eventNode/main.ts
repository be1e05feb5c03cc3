/**
 * The event node as a process of its own. The supervisor that forks it sends its settings, as the
 * environment of a process can be read by others. Prints one line, `ready <port>`, when it serves.
 *
 * Exit codes: 0 after a stop that was asked for, 1 when it could not start or lost Postgres.
 */
import { z } from 'zod';
import { isLoopback, startEventNode } from './eventNode.js';

const settingsSchema = z.object({
  databaseUrl: z.url({ protocol: /^postgres(ql)?$/ }),
  /** What every call has to carry. */
  credentials: z.object({
    username: z.string().regex(/^[\w-]+$/),
    password: z.string().regex(/^[\w-]{32,}$/, 'must have 32 letters and digits or more'),
  }),
  host: z.string().refine(isLoopback, 'must be a loopback address').default('127.0.0.1'),
  port: z.int().min(0).max(65_535),
  schema: z.string().default('event_log'),
  /** How long to wait for a predecessor that is just going, in milliseconds. */
  lockWaitMs: z.int().min(0).default(10_000),
});

/** What the supervisor sends, once. */
export type EventNodeSettings = z.input<typeof settingsSchema>;

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

const run = async (sent: unknown): Promise<void> => {
  const settings = settingsSchema.safeParse(sent);
  if (!settings.success) return giveUp(z.prettifyError(settings.error));
  const node = await startEventNode(settings.data);
  stopNode = node.stop;
  void node.lost.then((error) => giveUp(error.message));
  process.stdout.write(`ready ${node.port}\n`);
};

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// A supervisor that dies takes its channel with it: never outlive it.
process.on('disconnect', stop);
if (process.send === undefined) giveUp('it is started by a supervisor, which sends its settings');
else if (!process.connected) void stop();
else process.once('message', (sent) => run(sent).catch((error) => giveUp(messageOf(error))));
