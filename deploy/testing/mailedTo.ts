import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { TestGateway } from './testGateway.js';

/** The texts of the emails to an address so far, in no order, once they are on their way. */
export async function mailedTo(
  { identity, dataDir }: Pick<TestGateway, 'identity' | 'dataDir'>,
  address: string,
): Promise<string[]> {
  await identity.close();
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const emails = await Promise.all(
    names.map(async (name) => simpleParser(await readFile(join(folder, name)))),
  );
  return emails
    .filter(({ to }) => [to ?? []].flat().some(({ text }) => text === address))
    .map(({ text }) => text ?? '');
}
