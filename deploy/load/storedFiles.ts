import { randomUUID } from 'node:crypto';
import type { GraphqlClient } from '../bench/graphqlClient.js';

/** A file that agents download. */
export interface StoredFile {
  readonly id: number;
  /** Bytes. */
  readonly size: number;
}

/** Of a scan of one page. */
const SIZE = 200_000;

/** Stores some files: those of the population are events only. */
export async function storeFiles(
  clients: readonly GraphqlClient[],
  count: number,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = clients[at % clients.length];
    if (client) stored.push(await store(client, at + 1));
  }
  return stored;
}

async function store(client: GraphqlClient, customerId: number): Promise<StoredFile> {
  const file = Buffer.from(`%PDF-1.7\n${'.'.repeat(SIZE)}\n%%EOF\n`);
  const form = new FormData();
  form.set('customerId', String(customerId));
  form.set('documentType', 'kyc');
  form.set('file', new Blob([file], { type: 'application/pdf' }), 'scan.pdf');
  const request = new Request(`${client.url}/api/documents/upload`, { method: 'POST', body: form });
  const { body } = await client.send({
    path: '/api/documents/upload',
    method: 'POST',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'idempotency-key': randomUUID(),
    },
    body: [Buffer.from(await request.arrayBuffer())],
    expected: 201,
  });
  return { id: (JSON.parse(body.toString('utf8')) as { id: number }).id, size: file.length };
}
