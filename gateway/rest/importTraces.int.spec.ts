import { randomUUID } from 'node:crypto';
import { userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { importSubject } from '@insuremanager/services/imports/index';
import { query } from '@insuremanager/services/platform/postgres/postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORM_TYPE, filePart, formOf } from '../testing/uploading.js';

const { fixture, gateway, send, ask } = gatewayFixture();

beforeAll(() => gateway.importer.start());

const view = async (id: number) =>
  (await send('GET', `/api/imports/${id}`)).json as unknown as {
    state: string;
    fileName: string;
    counts: Record<string, number>;
  };
const becomes = (id: number, state: string) =>
  expect.poll(async () => (await view(id)).state).toBe(state);
const mutate = async (name: string, args: string) => {
  const { json } = await ask(`mutation { ${name}(${args}) { state } }`);
  expect(json.errors).toBeUndefined();
};
async function read(name: string, lines: readonly string[]): Promise<number> {
  const response = await fetch(`${gateway.url}/api/imports`, {
    method: 'POST',
    headers: {
      ...{ cookie: fixture.cookie, 'content-type': FORM_TYPE },
      'sec-fetch-site': 'same-origin',
    },
    body: new Uint8Array(formOf([filePart(Buffer.from(lines.join('\n')), name)])),
  });
  const { id } = (await response.json()) as { id: number };
  await becomes(id, 'mapping');
  return id;
}
async function checked(name: string, lines: readonly string[]): Promise<number> {
  const id = await read(name, lines);
  await mutate('checkImport', `id: ${id}`);
  await becomes(id, 'checked');
  return id;
}
const start = (id: number) => mutate('startImport', `id: ${id}, commandId: "${randomUUID()}"`);
const typesOf = async (importId: number): Promise<string[]> => {
  const { commands } = gateway.platform;
  const events = await commands.readHistory<never>(userAccessStream(1));
  return (events as { type: string; data: { importId?: number } }[])
    .filter(({ data }) => data.importId === importId)
    .map(({ type }) => type);
};
const pool = () => gateway.platform.pool;

const HEADER = 'Name,Phone,Email,Pincode';

describe('what an import keeps', () => {
  it('is counted with every write of its rows, as it would be by counting them', async () => {
    const counted = async (id: number) => {
      const by = 'GROUP BY 1, 2, 3 ORDER BY 1, 2, 3';
      const [rows, kept] = await Promise.all([
        query(
          pool(),
          `SELECT sheet, plan, result, count(*)::int AS n FROM imports.rows WHERE import_id = $1 ${by}`,
          [id],
        ),
        query(
          pool(),
          `SELECT sheet, plan, result, sum(rows)::int AS n FROM imports.counts
           WHERE import_id = $1 AND rows <> 0 ${by}`,
          [id],
        ),
      ]);
      expect(kept).toEqual(rows);
      return rows.length;
    };
    const id = await read('counted.csv', [
      HEADER,
      ...['Unni Menon,9847100001,,682001', 'Unni Menon,9847100001,,682001'],
      ...['Sara Joseph,9847100002,,6820012', 'Latha Pillai,9847100003,,682003'],
    ]);
    expect(await counted(id)).toBe(1);
    await mutate('checkImport', `id: ${id}`);
    await becomes(id, 'checked');
    expect(await counted(id)).toBe(3);
    await mutate('repairImportCell', `id: ${id}, sheet: 0, row: 4, column: 3, text: "682002"`);
    await becomes(id, 'checked');
    await mutate('takeImportDuplicates', `id: ${id}, sheet: 0, areTaken: true`);
    await becomes(id, 'checked');
    expect(await counted(id)).toBe(1);
    await start(id);
    await becomes(id, 'done');
    await counted(id);
    expect((await view(id)).counts).toMatchObject({ rows: 4, created: 4 });
    await mutate('undoImport', `id: ${id}, commandId: "${randomUUID()}"`);
    await becomes(id, 'undone');
    await counted(id);
    expect((await view(id)).counts).toMatchObject({ undone: 4 });

    const other = await checked('discarded.csv', [HEADER, 'Biju Nair,9847100009,,682001']);
    expect((await ask(`mutation { discardImport(id: ${other}) }`)).json.errors).toBeUndefined();
    expect(await counted(other)).toBe(0);
  });

  it('was started once, however many start it at once, and its downloads are recorded', async () => {
    const id = await checked('raced.csv', [
      HEADER,
      ...['Omana Kurup,9847200001,,682001', 'Rajan Nair,9847200002,,6820012'],
    ]);
    await Promise.all(Array.from({ length: 5 }, () => start(id)));
    await becomes(id, 'done');
    expect(await typesOf(id)).toEqual(['ImportStarted', 'ImportEnded']);
    const { text } = await send('GET', `/api/imports/${id}/rejected.csv`);
    expect(text).toContain('Rajan Nair');
    expect((await typesOf(id)).at(-1)).toBe('RejectedRowsDownloaded');
    await expect
      .poll(async () => (await ask('{ auditLog(first: 1) { items { summary } } }')).json.data)
      .toMatchObject({
        auditLog: { items: [{ summary: `Downloaded the rows that import ${id} rejected: 1` }] },
      });
  });
});

describe('an erased person', () => {
  const PERSON = /Zubaida R|Z\. R|98473 ?00001|(?<!not\.)zubaida@/i;
  /** All that imports hold in a form that can be read. */
  const held = async (): Promise<string> => {
    const { vault } = gateway.platform;
    const rows = await query<{ import_id: number; sealed: string }>(
      pool(),
      `SELECT import_id, unnest(ARRAY[content, details]) AS sealed FROM imports.rows
       UNION ALL SELECT import_id, unnest(ARRAY[examples, found, said]) FROM imports.sheets
       UNION ALL SELECT id, file_name FROM imports.imports`,
    );
    const sealed = rows.filter((row) => row.sealed !== null);
    await vault.loadKeys(sealed.map((row) => importSubject(row.import_id)));
    return JSON.stringify(
      sealed.map((row) => vault.unseal(importSubject(row.import_id), row.sealed)),
    );
  };

  it('is found and removed also where a row never became a record', async () => {
    const written = await checked('first.csv', [
      HEADER,
      'Zubaida Rahman,9847300001,zubaida@example.com,682001',
      'Other Person,9847300009,,682001',
    ]);
    await start(written);
    await becomes(written, 'done');
    const rejected = await checked('Zubaida Rahman.csv', [
      HEADER,
      'Zubaida R.,98473 00001,,6820012',
      'Another Person,9847300010,,682001',
    ]);
    await start(rejected);
    await becomes(rejected, 'done');
    const waiting = await checked('waiting.csv', [
      HEADER,
      'Z. Rahman,9847399999,Zubaida@Example.com,682001',
      'Third Person,9847300011,,682001',
      'Fourth Person,9847300012,not.zubaida@example.com,682001',
    ]);
    const head = await gateway.platform.eventLog.head();
    if (head) await gateway.readModels.waitFor(head, 60_000);
    const { json: found } = await send('GET', '/api/customers?search=Zubaida');
    const [{ id } = { id: 0 }] = found as unknown as { id: number }[];
    const { json: report } = await send('GET', `/api/privacy/people/${id}/held.json`);
    const { holdings } = report as unknown as {
      holdings: { kind: string; items: { title: string; facts: { text: string }[] }[] }[];
    };
    const rows = holdings.find(({ kind }) => kind === 'importedRow')?.items ?? [];
    expect(rows.map(({ facts }) => facts[0]?.text)).toEqual([
      ...['Became a record', 'Became no record', 'Became no record'],
    ]);
    expect(await held()).toMatch(PERSON);

    const { services } = gateway;
    const erased = await services.erasures.erase(
      id,
      { reason: 'asked for it', overridesRetention: true },
      {
        commandId: randomUUID(),
        actor: { userId: 1, username: 'admin', role: 'admin' },
        correlationId: 'test',
      },
    );
    expect(erased).toMatchObject({ isComplete: true });
    const left = await held();
    expect(left).not.toMatch(PERSON);
    expect(left).toContain('Another Person');
    expect(left).toContain('Fourth Person');
    expect((await view(rejected)).fileName).toBe(`Import ${rejected}`);
    // The others of it are written as if the row had never been there.
    await start(waiting);
    await becomes(waiting, 'done');
    expect((await view(waiting)).counts).toMatchObject({ rows: 2, created: 2, rejected: 0 });
  });
});
