import { randomBytes, randomUUID } from 'node:crypto';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import { openPdfPrinter, type QuotationPdfInput } from '@insuremanager/services/printing/index';
import { type Client, uploadForm } from '../harness/client.js';
import { type Figure, figuresOf, timed, timingsOf } from '../harness/figures.js';
import { residentMemory } from '../harness/processes.js';
import { keepLooking } from '../harness/waiting.js';
import { filesFolder } from '../roles/adapters.js';
import { measureManyPdfs } from './manyPdfsMeasures.js';
import type { Bench } from './part.js';

const MB = 1024 * 1024;
const UPLOADS = 200;
const UPLOAD_SIZE = 5 * MB;
const AT_ONCE = 8;
/** Memory goes up and down: it is looked at so often, in milliseconds. */
const LOOK_EVERY_MS = 50;
const DOWNLOADS = 60;
const PDFS = 100;
const PRINTED_ALONE = 60;

const h = figuresOf('h');

/** Uploads, downloads and PDFs, each against what they stand on in the same run. */
export async function measureFiles(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const { ids, figures } = await measureUploads(client);
  return [
    ...figures,
    ...(await measureDownloads(client, filesFolder(bench.settings.dataDir), ids)),
    ...(await measurePdfs(bench, client)),
  ];
}

/** A file of a size, which begins and ends as a PDF does. */
const pdfOf = (size: number): Buffer => {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([head, randomBytes(size - head.length - tail.length), tail]);
};

async function measureUploads(client: Client): Promise<{ ids: number[]; figures: Figure[] }> {
  // Put together once: that is no work of the product.
  const form = new Response(uploadForm(1, pdfOf(UPLOAD_SIZE)));
  const type = form.headers.get('content-type') ?? '';
  const body = Buffer.from(await form.arrayBuffer());
  const upload = async (): Promise<number> => {
    const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
    const sending = { method: 'POST', headers, body };
    return Number((await client.send('/api/documents/upload', 201, sending)).json.id);
  };
  await upload();
  const idle = await residentMemory('app');
  let peak = 0;
  const watch = keepLooking(LOOK_EVERY_MS, async () => {
    peak = Math.max(peak, await residentMemory('app'));
  });
  const ids: number[] = [];
  const durations: number[] = [];
  const { millis } = await timed(() =>
    forEachLimit([...Array(UPLOADS).keys()], { atOnce: AT_ONCE }, async () => {
      const { millis: took, result } = await timed(upload);
      durations.push(took);
      ids.push(result);
    }),
  );
  await watch.stop();
  const { p50, p99 } = timingsOf(durations);
  const what = `${UPLOADS} uploads of 5 MB, ${AT_ONCE} at once`;
  return {
    ids,
    figures: [
      h(`${what}, MB a second`, (UPLOADS * UPLOAD_SIZE) / MB / (millis / 1000), '/s'),
      h(`${what}, p50`, p50, 'ms'),
      h(`${what}, p99`, p99, 'ms'),
      h('memory of the app before', idle, 'MiB'),
      h(`${what}, memory above that`, peak - idle, 'MiB', { atMost: 200 }),
    ],
  };
}

/**
 * The same files through the gateway, and as they lie in the store: encrypted, and not asked for.
 */
async function measureDownloads(
  client: Client,
  folder: string,
  ids: readonly number[],
): Promise<Figure[]> {
  const some = ids.slice(0, DOWNLOADS);
  const byGateway: number[] = [];
  for (const id of some) {
    const { millis, bytes } = await client.send(`/api/documents/${id}/download`, 200);
    if (bytes.length !== UPLOAD_SIZE) throw new Error(`${id} came with ${bytes.length} bytes`);
    byGateway.push(millis);
  }
  const store = await openFolderFiles(folder);
  const bare: number[] = [];
  try {
    for await (const { key } of store.list('documents/')) {
      if (bare.length === some.length) break;
      const read = async () => {
        let size = 0;
        for await (const piece of await store.get(key)) size += (piece as Buffer).length;
        return size;
      };
      bare.push((await timed(read)).millis);
    }
  } finally {
    await store.close();
  }
  const [gateway, alone] = [timingsOf(byGateway), timingsOf(bare)];
  return [
    h('download of 5 MB, p50', gateway.p50, 'ms'),
    h('the same from the bare file store, p50', alone.p50, 'ms'),
    h('download against file store', gateway.p50 / alone.p50, '×'),
  ];
}

/** PDFs that nobody has asked for before, and again; and the printer alone. */
async function measurePdfs(bench: Bench, client: Client): Promise<Figure[]> {
  const { CreateQuotation = '' } = bench.documents;
  const ids: number[] = [];
  const amounts = { sumAssured: '500000', premiumAmount: '12500.50', serviceCharges: '250' };
  for (let made = 0; made < PDFS; made += 1) {
    const input = { customerId: 1 + made, insuranceCompany: 'Malabar General', ...amounts };
    const variables = { input, commandId: randomUUID() };
    type Created = { saved: { record: { id: number } } };
    const { data } = await client.ask<Created>(CreateQuotation, variables);
    ids.push(data.saved.record.id);
  }
  const openAll = () =>
    forEachLimit(ids, { atOnce: AT_ONCE }, async (id) => {
      await client.send(`/api/quotations/${id}/pdf`, 200);
    });
  const first = await timed(openAll);
  const again = await timed(openAll);

  const printer = openPdfPrinter();
  try {
    await printer.quotation(samplePdfInput(0));
    const alone = await timed(() =>
      forEachLimit([...Array(PRINTED_ALONE).keys()], { atOnce: AT_ONCE }, async (at) => {
        await printer.quotation(samplePdfInput(at));
      }),
    );
    const perSecond = (count: number, { millis }: { millis: number }) => (count / millis) * 1000;
    const made = perSecond(PDFS, first);
    const printed = perSecond(PRINTED_ALONE, alone);
    return [
      h('PDFs made, stored and sent', made, '/s'),
      h('PDFs by the printer alone', printed, '/s'),
      h('printer alone against all of it', printed / made, '×'),
      h('PDFs that were there', perSecond(PDFS, again), '/s'),
      ...(await measureManyPdfs(bench, ids[0] ?? 0)),
    ];
  } finally {
    await printer.close();
  }
}

/** What a quotation of the usual kind shows; another one for each number. */
const samplePdfInput = (at: number): QuotationPdfInput => ({
  letterhead: {
    ...{ name: 'Malabar Insurance Brokers', address: '12 MG Road, Kochi, Kerala 682016' },
    ...{ phone: '+91 484 400 0000', email: 'office@example.in' },
  },
  logo: null,
  addressee: {
    ...{ name: 'Lakshmi ശ്രീകുമാർ', phone: '+919876543210', email: 'lakshmi@example.com' },
    address: ['4 Temple Road', 'Thrissur 680001'],
  },
  day: '2026-11-21',
  quotation: {
    ...{ quotationNumber: `QT-2026-27-${at + 1}`, insuranceType: 'health', policyType: 'family' },
    ...{ vehicleType: null, vehicleNumber: null, insuranceCompany: 'Malabar General' },
    ...{ sumAssured: '500000.00', premiumAmount: '12500.50', serviceCharges: '250.00' },
    ...{ totalAmount: '12750.50', gstRate: 0, gstAmount: '0.00', validUntil: '2026-12-21' },
    ...{ isPastValidity: false, status: 'pending' },
    notes: 'Covers two adults and two children.',
  },
});
