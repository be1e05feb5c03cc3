import { BREAK, type DocumentNode, visit } from 'graphql';

/** Our client has some 100 operations. */
const MOST_DOCUMENTS = 300;

/**
 * Operations that were parsed and found valid, as clients ask for the same again and again; the
 * oldest makes room. None with a text in it: somebody may have typed what is personal, and it would
 * stay in memory.
 */
export function createDocumentStore() {
  const documents = new Map<string, DocumentNode>();
  return {
    async get(key: string): Promise<DocumentNode | undefined> {
      return documents.get(key);
    },
    async set(key: string, document: DocumentNode): Promise<void> {
      if (holdsText(document)) return;
      const [oldest] = documents.keys();
      if (documents.size === MOST_DOCUMENTS && oldest !== undefined) documents.delete(oldest);
      documents.set(key, document);
    },
    async delete(key: string): Promise<boolean> {
      return documents.delete(key);
    },
  };
}

function holdsText(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    StringValue() {
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}
