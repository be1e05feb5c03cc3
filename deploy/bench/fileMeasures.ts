import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { openPdfPrinter, type QuotationPdfInput } from '@insuremanager/services/quotations/index';
import { filesFolder } from '../roles/adapters.js';
import { type Figure, figuresOf, timed, timingsOf, together } from './figures.js';
import type { GraphqlClient } from './graphqlClient.js';
import { residentMemory } from './processes.js';

interface Subject {
  readonly client: GraphqlClient;
  readonly dataDir: string;
}

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
export async function measureFiles({ client, dataDir }: Subject): Promise<Figure[]> {
  const { ids, figures } = await measureUploads(client);
  return [
    ...figures,
    ...(await measureDownloads({ client, dataDir }, ids)),
    ...(await measurePdfs(client)),
  ];
}

/** A file of a size, which begins and ends as a PDF does. */
const pdfOf = (size: number): Buffer => {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([head, randomBytes(size - head.length - tail.length), tail]);
};

async function upload(client: GraphqlClient, file: Buffer): Promise<number> {
  const boundary = randomUUID();
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head =
    field('customerId', '1') +
    field('documentType', 'kyc') +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="scan.pdf"\r\n` +
    'Content-Type: application/pdf\r\n\r\n';
  const { body } = await client.send({
    path: '/api/documents/upload',
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': randomUUID(),
    },
    body: [Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)],
    expected: 201,
  });
  return (JSON.parse(body.toString('utf8')) as { id: number }).id;
}

async function measureUploads(
  client: GraphqlClient,
): Promise<{ ids: number[]; figures: Figure[] }> {
  const file = pdfOf(UPLOAD_SIZE);
  await upload(client, file);
  const idle = await residentMemory('app');
  const watch = watchPeak();
  const ids: number[] = [];
  const durations: number[] = [];
  const { millis } = await timed(() =>
    together(UPLOADS, AT_ONCE, async () => {
      const { millis: took, result } = await timed(() => upload(client, file));
      durations.push(took);
      ids.push(result);
    }),
  );
  const peak = await watch.end();
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
  { client, dataDir }: Subject,
  ids: readonly number[],
): Promise<Figure[]> {
  const some = ids.slice(0, DOWNLOADS);
  const byGateway: number[] = [];
  for (const id of some) {
    const { millis, body } = await client.send({
      path: `/api/documents/${id}/download`,
      expected: 200,
    });
    if (body.length !== UPLOAD_SIZE)
      throw new Error(`Document ${id} came with ${body.length} bytes`);
    byGateway.push(millis);
  }
  const store = await openFolderFiles(filesFolder(dataDir));
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
  const [gateway, folder] = [timingsOf(byGateway), timingsOf(bare)];
  return [
    h('download of 5 MB, p50', gateway.p50, 'ms'),
    h('the same from the bare file store, p50', folder.p50, 'ms'),
    h('download against file store', gateway.p50 / folder.p50, '×'),
  ];
}

const CREATE_QUOTATION = `mutation Create($input: QuotationInput!, $commandId: ID!) {
  createQuotation(input: $input, commandId: $commandId) { quotation { id } }
}`;

/** PDFs that nobody has asked for before, and again; and the printer alone. */
async function measurePdfs(client: GraphqlClient): Promise<Figure[]> {
  const ids: number[] = [];
  for (let made = 0; made < PDFS; made += 1) {
    const input = {
      customerId: 1 + made,
      insuranceCompany: 'Malabar General',
      sumAssured: '500000',
      premiumAmount: '12500.50',
      serviceCharges: '250',
    };
    const { data } = await client.ask<{ createQuotation: { quotation: { id: number } } }>(
      CREATE_QUOTATION,
      { input, commandId: randomUUID() },
    );
    ids.push(data.createQuotation.quotation.id);
  }
  const openAll = () =>
    together(PDFS, AT_ONCE, async (at) => {
      await client.send({ path: `/api/quotations/${ids[at]}/pdf`, expected: 200 });
    });
  const first = await timed(openAll);
  const again = await timed(openAll);

  const printer = openPdfPrinter();
  try {
    await printer.quotation(samplePdfInput(0));
    const alone = await timed(() =>
      together(PRINTED_ALONE, AT_ONCE, async (at) => {
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
    ];
  } finally {
    await printer.close();
  }
}

/** What a quotation of the usual kind shows; another one for each number. */
const samplePdfInput = (at: number): QuotationPdfInput => ({
  letterhead: {
    name: 'Malabar Insurance Brokers',
    address: '12 MG Road, Kochi, Kerala 682016',
    phone: '+91 484 400 0000',
    email: 'office@example.in',
  },
  logo: null,
  addressee: {
    name: 'Lakshmi ശ്രീകുമാർ',
    phone: '+919876543210',
    email: 'lakshmi@example.com',
    address: ['4 Temple Road', 'Thrissur 680001'],
  },
  day: '2026-11-21',
  quotation: {
    quotationNumber: `QT-2026-27-${at + 1}`,
    insuranceType: 'health',
    policyType: 'family',
    vehicleType: null,
    vehicleNumber: null,
    insuranceCompany: 'Malabar General',
    sumAssured: '500000.00',
    premiumAmount: '12500.50',
    serviceCharges: '250.00',
    totalAmount: '12750.50',
    gstRate: 0,
    gstAmount: '0.00',
    validUntil: '2026-12-21',
    isPastValidity: false,
    status: 'pending',
    notes: 'Covers two adults and two children.',
  },
});

/** Looks at the app's memory until it ends; the highest of all looks, MiB. */
function watchPeak(): { end(): Promise<number> } {
  let peak = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMemory('app'));
      await pause(LOOK_EVERY_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await looking;
      return peak;
    },
  };
}
