import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import type { Client } from '../harness/client.js';
import type { ClientDocuments } from '../harness/clientDocuments.js';
import type { Acknowledged } from './report.js';

const AT_ONCE = 4;

/** Where it is looked for: the operation of the client, and the field that holds the mark. */
const RECORDS = {
  customer: { operation: 'CustomerDetails', field: 'name' },
  edit: { operation: 'CustomerDetails', field: 'version' },
  policy: { operation: 'PolicyDetails', field: 'policyNumber' },
  quotation: { operation: 'QuotationDetails', field: 'notes' },
  document: { operation: 'DocumentDetails', field: 'fileSize' },
  reminder: { operation: 'ReminderDetails', field: 'id' },
} as const;

/** Looks for everything that was acknowledged. Returns what is not there. */
export async function lostAmong(
  acknowledged: readonly Acknowledged[],
  client: Client,
  documents: ClientDocuments,
): Promise<Acknowledged[]> {
  const lost: Acknowledged[] = [];
  await forEachLimit(acknowledged, { atOnce: AT_ONCE }, async (one) => {
    if (!(await isThere(one, client, documents))) lost.push(one);
  });
  return lost;
}

async function isThere(
  one: Acknowledged,
  client: Client,
  documents: ClientDocuments,
): Promise<boolean> {
  const { operation, field } = RECORDS[one.kind];
  const { data } = await client.ask<{ record: Record<string, unknown> | null }>(
    documents[operation] ?? '',
    { id: one.id },
  );
  const value = data.record?.[field];
  switch (one.kind) {
    // Others may have edited it since.
    case 'edit':
      return Number(value) >= (one.version ?? 0);
    case 'document':
      return value === one.size && (await holds(one, client));
    case 'reminder':
      return value === one.id;
    default:
      return value === one.mark;
  }
}

/** Whether the file comes back with what was put into it. */
async function holds({ id, mark = '', size }: Acknowledged, client: Client) {
  const { bytes } = await client.send(`/api/documents/${id}/download`, 200);
  return bytes.length === size && bytes.includes(mark);
}
