/**
 * The event node in EventStoreDB's place. It listens on loopback only, so what comes from other
 * containers is passed on to it: without credentials, as in this setting the real server takes it.
 */
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** Where the image of the application has it. */
const EVENT_NODE = '/app/deploy/dist/embedded/eventNode/eventNode.js';

const { startEventNode } = await import(EVENT_NODE);

const node = await startEventNode({
  databaseUrl: readFileSync('/secrets/app/database-url', 'utf8'),
  port: 2114,
  credentials: 'anyone',
});
node.lost.then((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
process.on('SIGTERM', () => node.stop().then(() => process.exit(0)));

const door = createServer({ allowHalfOpen: true }, (outer) => {
  const inner = connect({ host: '127.0.0.1', port: node.port, allowHalfOpen: true });
  outer.setNoDelay(true);
  inner.setNoDelay(true);
  outer.pipe(inner).pipe(outer);
  outer.on('error', () => inner.destroy());
  inner.on('error', () => outer.destroy());
  outer.on('close', () => inner.destroy());
  inner.on('close', () => outer.destroy());
});
door.listen(2113);
