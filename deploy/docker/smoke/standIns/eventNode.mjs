/**
 * The event node in EventStoreDB's place. It listens on loopback only, so what comes from other
 * containers is passed on to it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const DATABASE_URL = readFileSync('/secrets/app/database-url', 'utf8');
const PORT = 2114;
const node = spawn(process.execPath, ['/app/deploy/dist/embedded/eventNode/main.js'], {
  env: { ...process.env, DATABASE_URL, HOST: '127.0.0.1', PORT: String(PORT) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
node.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => node.kill('SIGTERM'));

const door = createServer({ allowHalfOpen: true }, (outer) => {
  const inner = connect({ host: '127.0.0.1', port: PORT, allowHalfOpen: true });
  outer.setNoDelay(true);
  inner.setNoDelay(true);
  outer.pipe(inner).pipe(outer);
  outer.on('error', () => inner.destroy());
  inner.on('error', () => outer.destroy());
  outer.on('close', () => inner.destroy());
  inner.on('close', () => outer.destroy());
});
// It says one line once it serves.
node.stdout.once('data', () => door.listen(2113));
