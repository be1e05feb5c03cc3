import { join } from 'node:path';
import { unusedPort } from '@insuremanager/services/platform/testing/unusedPorts';
import { makeInstallation } from '../../harness/testing/installationUnderTest.js';
import { brokerage } from './brokerage.js';

/**
 * Starts the built product as `npm start` does, on a fresh data folder and a free port, and names
 * its address in `E2E_URL` and its folder of emails in `E2E_MAIL`. An `E2E_URL` that is given is
 * used as it is. The address is by name: passkeys belong to names.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const port = await unusedPort();
  const url = `http://localhost:${port}`;
  const installation = await makeInstallation(
    {
      PUBLIC_URL: url,
      BROKERAGE_ADDRESS: brokerage.address,
      BROKERAGE_PHONE: brokerage.phone,
      BROKERAGE_EMAIL: brokerage.email,
      BROKERAGE_WEBSITE: brokerage.website,
      BROKERAGE_LICENCE: brokerage.licence,
      BROKERAGE_SOCIAL: brokerage.social.join(', '),
      // Their receivers are on this machine.
      WEBHOOKS_PRIVATE: 'true',
    },
    { port },
  );
  installation.start();
  try {
    await installation.announced();
  } catch (error) {
    await installation.remove();
    throw error;
  }
  process.env.E2E_URL = url;
  process.env.E2E_MAIL = join(installation.dataDir, 'mail');
  return async () => {
    await installation.stop();
    await installation.remove();
  };
}
