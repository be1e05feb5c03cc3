import { mailFolder } from '../roles/adapters.js';
import { emailsTo } from './e2e/emails.js';
import type { TestGateway } from './testGateway.js';

/** The texts of the emails to an address so far, once they are on their way. */
export async function mailedTo(
  { identity, dataDir }: Pick<TestGateway, 'identity' | 'dataDir'>,
  address: string,
): Promise<string[]> {
  await identity.close();
  return (await emailsTo(address, mailFolder(dataDir))).map(({ text }) => text);
}
