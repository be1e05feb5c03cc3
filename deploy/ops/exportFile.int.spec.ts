import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditList } from '@insuremanager/contracts/audit/auditViews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, signIn, startTestGateway, type TestGateway } from '../testing/testGateway.js';
import { type ExportedThing, exportFile } from './exportFile.js';

let gateway: TestGateway;
let folder: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-export-'));
  const cookie = await signIn(gateway.url);
  const person = { name: 'Asha Menon', phone: '9876543210', panNumber: 'AAPPV1234K' };
  const headers = { Origin: 'http://localhost:4000' };
  const added = await call(gateway.url, '/api/customers', {
    ...{ method: 'POST', headers, cookie, body: person },
  });
  expect(added.status).toBe(201);
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

const exported = (what: ExportedThing, name: string, ended = new AbortController().signal) => {
  const line = { show: () => undefined, end: () => undefined };
  return exportFile(gateway.services, { what, target: join(folder, name), line, ended });
};
const contentOf = (name: string) => readFile(join(folder, name), 'utf8');

describe('an export by whoever runs the installation', () => {
  it('of a list is the CSV that administrators get, for its owner only', async () => {
    const { document } = await exported('customers', 'customers.csv');
    expect(document).toMatchObject({ what: 'customers', records: 1 });
    const text = await contentOf('customers.csv');
    expect(text).toContain('Asha Menon');
    expect(text).toContain('AAPPVXXXXK');
    expect(text).not.toContain('AAPPV1234K');
    expect((await stat(join(folder, 'customers.csv'))).mode & 0o777).toBe(0o600);
  });

  it('of all events has one on each line, without what is personal', async () => {
    const { document } = await exported('events', 'events.ndjson');
    const text = await contentOf('events.ndjson');
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(document).toMatchObject({ records: events.length });
    expect(events.find(({ type }) => type === 'CustomerRegistered')).toMatchObject({
      ...{ stream: 'customer-1', revision: '0', data: { personal: null } },
    });
    expect(text).not.toMatch(/Asha|98765|AAPPV/);
  });

  it('is in the audit log first, as one of operations', async () => {
    await exported('quotations', 'quotations.csv');
    const newest = async () => {
      const filter = { kinds: ['export' as const] };
      const sort = auditList.usualSort;
      const page = await gateway.services.audit.list({ filter, sort, direction: 'desc', limit: 1 });
      return page.items[0];
    };
    const summary = 'Exported quotations, by an operations command';
    await expect.poll(newest).toMatchObject({ summary, recordId: null });
  });

  it('is read by nobody else, also where somebody has laid its draft open before', async () => {
    const draft = join(folder, 'laid.csv.unfinished');
    await writeFile(draft, 'left');
    await chmod(draft, 0o666);
    await exported('customers', 'laid.csv');
    expect((await stat(join(folder, 'laid.csv'))).mode & 0o777).toBe(0o600);
    expect(await contentOf('laid.csv')).not.toContain('left');
  });

  it('replaces no file, and leaves none when it is ended', async () => {
    await exported('customers', 'twice.csv');
    await expect(exported('customers', 'twice.csv')).rejects.toMatchObject({ code: 'file-exists' });
    const ending = exported('events', 'ended.ndjson', AbortSignal.abort());
    await expect(ending).rejects.toMatchObject({ code: 'export-ended' });
    expect((await readdir(folder)).filter((name) => name.startsWith('ended'))).toEqual([]);
  });
});
