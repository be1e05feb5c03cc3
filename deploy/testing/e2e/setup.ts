import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../embedded/postgres/freePort.js';
import { makeDataFolder } from '../../harness/processes.js';
import { brokerage } from './brokerage.js';
import { admin } from './signIn.js';

const root = join(import.meta.dirname, '../../..');
const readyForm = /is ready at (\S+)/;

/**
 * Starts the built product as `npm start` does, on a fresh data folder and a free port, and names
 * its address in `E2E_URL` and its folder of emails in `E2E_MAIL`. An `E2E_URL` that is given is
 * used as it is. The address is by name: passkeys belong to names.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const dataDir = await makeDataFolder('e2e');
  const port = await freePort();
  const product = spawn(process.execPath, [join(root, 'deploy/dist/start/main.js')], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      BROKERAGE_ADDRESS: brokerage.address,
      BROKERAGE_PHONE: brokerage.phone,
      BROKERAGE_EMAIL: brokerage.email,
      BROKERAGE_WEBSITE: brokerage.website,
      BROKERAGE_LICENCE: brokerage.licence,
      BROKERAGE_SOCIAL: brokerage.social.join(', '),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      // As under npm: it stops when the process that started it is killed.
      npm_lifecycle_event: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(product, 'exit');
  const stop = async () => {
    product.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };

  let said = '';
  const ready = new Promise<string>((resolve) => {
    product.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = readyForm.exec(said)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([ready, exited.then(() => undefined)]);
  if (url === undefined) {
    await stop();
    throw new Error(`The product did not start:\n${said}`);
  }
  process.env.E2E_URL = url;
  process.env.E2E_MAIL = join(dataDir, 'mail');
  return stop;
}
