import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type DocumentNode, print } from 'graphql';

/** From deploy/dist/harness to what the client sends. */
const OPERATIONS = new URL('../../../web/data/operations.generated.ts', import.meta.url);

/** One to a line: `export const CustomerListDocument = {…} as unknown as DocumentNode<…>;` */
const DOCUMENT = /^export const (\w+)Document = (\{.*\}) as unknown as /gm;

export type ClientDocuments = Readonly<Record<string, string>>;

/** What the web client sends, by the name of the operation, with the fragments that it needs. */
export async function clientDocuments(): Promise<ClientDocuments> {
  const source = await readFile(fileURLToPath(OPERATIONS), 'utf8');
  const found = [...source.matchAll(DOCUMENT)].map(
    ([, name = '', json = '']) => [name, print(JSON.parse(json) as DocumentNode)] as const,
  );
  if (found.length === 0) throw new Error(`No operation was found in ${OPERATIONS.pathname}`);
  return Object.fromEntries(found);
}
