import { readFile } from 'node:fs/promises';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { importing } from '@insuremanager/deploy/testing/importing';
import { signInEachRole } from '@insuremanager/deploy/testing/roles';
import { beforeAll, describe, expect, it } from 'vitest';

const calls = gatewayFixture();
const { fixture, send, ask } = calls;
const { upload, becomes, mutate, checked, imported, undo, caughtUp } = importing(calls);
type Entry = Pick<HistoryEntry, 'ofImport'>;
const SAMPLES = new URL('../../../shared/samples/', import.meta.url);
const sample = (name: string) => readFile(new URL(name, SAMPLES)).catch(() => null);

beforeAll(() => fixture.gateway.importer.start());

const customersNamed = async (name: string) =>
  (await send('GET', `/api/customers?search=${encodeURIComponent(name)}`)).json as unknown as {
    id: number;
    city: string | null;
    name: string;
  }[];

/** Of each entry, by REST, GraphQL and replay. */
async function importsInHistory(id: number | undefined): Promise<unknown[]> {
  const history = (await send('GET', `/api/customers/${id}/history`)).json as unknown as Entry[];
  const asked = '{ ofImport { id day isUndo } }';
  const { json } = await ask(
    `{ customerHistory(id: ${id}) ${asked} replay(record: customer, id: ${id}) { events ${asked} } }`,
  );
  const entries = history.map(({ ofImport }) => ({ ofImport }));
  expect(json.data).toEqual({ customerHistory: entries, replay: { events: entries } });
  return entries.map(({ ofImport }) => ofImport);
}

const PEOPLE = [
  'Ref,Name,Phone,City,Pincode',
  'I1,Devaki Amma,9847011111,Kochi,682001',
  'I2,Gopalan Nair,9847022222,Thrissur,6800012',
  'I3,Thankam Pillai,9847033333,Palakkad,678001',
].join('\n');

describe('an import of a spreadsheet', () => {
  it('is mapped, checked, repaired, written, and undone', async () => {
    const { id, counts, sheets } = await checked('people.csv', PEOPLE);
    expect(sheets[0]?.kind).toBe('customers');
    expect(counts).toMatchObject({ rows: 3, created: 2, rejected: 1 });
    expect(await customersNamed('Devaki Amma')).toEqual([]);
    const { json } = await ask(
      `{ importProblems(id: ${id}) { column message rows }
         importRows(id: ${id}, sheet: 0, only: "problem") { count items { row outcome cells } } }`,
    );
    expect(json.data).toMatchObject({
      importProblems: [{ column: 4, rows: 1 }],
      importRows: { count: 1, items: [{ row: 3, outcome: 'problem' }] },
    });
    const rejected = await send('GET', `/api/imports/${id}/rejected.csv`);
    expect(rejected.text).toContain('Gopalan Nair');

    await mutate('repairImportCell', `id: ${id}, sheet: 0, row: 3, column: 4, text: "680001"`);
    await becomes(id, 'checked');
    await mutate('startImport', `id: ${id}, commandId: "start-${id}"`);
    const done = await becomes(id, 'done');
    expect(done.counts).toMatchObject({ created: 3, rejected: 0 });
    await caughtUp();
    expect(await customersNamed('Gopalan Nair')).toMatchObject([{ city: 'Thrissur' }]);

    const again = await checked('people again.csv', PEOPLE.replace('6800012', '680001'));
    expect(again.counts).toMatchObject({ same: 3, created: 0, changed: 0 });

    const [devaki] = await customersNamed('Devaki Amma');
    const [thankam] = await customersNamed('Thankam Pillai');
    await send('PUT', `/api/customers/${thankam?.id}`, { body: { city: 'Ottapalam' } });
    const undone = await undo(id);
    expect(undone.counts).toMatchObject({ undone: 2, kept: 1 });
    await caughtUp();
    expect(await customersNamed('Devaki Amma')).toEqual([]);
    expect(await customersNamed('Thankam Pillai')).toMatchObject([{ city: 'Ottapalam' }]);

    const day = kolkataDay(new Date(done.startedAt ?? ''));
    const [written, undoneBy] = [false, true].map((isUndo) => ({ id, day, isUndo }));
    expect(await importsInHistory(devaki?.id)).toEqual([written, undoneBy]);
    expect(await importsInHistory(thankam?.id)).toEqual([written, null]);
  });

  it('knows whom a customer of an earlier import was merged into', async () => {
    const TWICE = [
      'Ref,Name,Phone,City',
      'M1,Madhavi Amma,9847055551,Kochi',
      'M2,മാധവി അമ്മ,9847055552,Kollam',
    ].join('\n');
    await imported('twice.csv', TWICE);
    await caughtUp();
    const [into] = await customersNamed('Madhavi Amma');
    const [gone] = await customersNamed('മാധവി അമ്മ');
    const merged = await send('POST', `/api/customers/${into?.id}/merge`, {
      body: { duplicateId: gone?.id, version: 0, duplicateVersion: 0 },
    });
    expect(merged.status, merged.text).toBe(200);
    const again = await checked('twice again.csv', TWICE);
    expect(again.counts).toMatchObject({ same: 1, duplicates: 1, created: 0, changed: 0 });
    const policy = await imported(
      'of the merged.csv',
      [
        'CustomerRef,PolicyNumber,InsuranceCompany,PolicyType,SumAssured,Premium,Frequency,StartDate,EndDate',
        'M2,H/88/1,Star Health,family,500000,12000,yearly,01/04/2026,31/03/2027',
      ].join('\n'),
    );
    expect(policy.counts).toMatchObject({ created: 1, rejected: 0 });
    await caughtUp();
    const { text } = await send('GET', `/api/health-policies?customerId=${into?.id}`);
    expect(JSON.parse(text)).toMatchObject([{ policyNumber: 'H/88/1', customerId: into?.id }]);
  });

  it('links policies to customers of an earlier import, and sets changes back', async () => {
    await imported('linked.csv', 'Ref,Name,Phone,City\nL1,Lakshmi Menon,9847044444,Kochi');
    const POLICIES = [
      'CustomerRef,PolicyNumber,InsuranceCompany,PolicyType,SumAssured,Premium,Frequency,StartDate,EndDate',
      'L1,H/77/1,Star Health,family,500000,12000,yearly,01/04/2026,31/03/2027',
      'L9,H/77/2,Star Health,family,500000,12000,yearly,01/04/2026,31/03/2027',
      'L1,H/77/1,Star Health,family,500000,12000,yearly,01/04/2026,31/03/2027',
    ].join('\n');
    const policies = await imported('policies.csv', POLICIES);
    expect(policies.counts).toMatchObject({ created: 1, rejected: 2 });
    await caughtUp();
    const changed = await imported(
      'moved.csv',
      'Ref,Name,Phone,City\nL1,Lakshmi Menon,9847044444,Aluva',
    );
    expect(changed.counts).toMatchObject({ changed: 1, created: 0 });
    await caughtUp();
    expect(await customersNamed('Lakshmi Menon')).toMatchObject([{ city: 'Aluva' }]);
    await undo(changed.id);
    await caughtUp();
    expect(await customersNamed('Lakshmi Menon')).toMatchObject([{ city: 'Kochi' }]);
  });

  it('is for managers and admins', async () => {
    const cookies = await signInEachRole(fixture.gateway);
    const statuses = await Promise.all(
      (['agent', 'auditor', 'analyst', 'manager'] as const).map(
        async (role) => (await upload('one.csv', PEOPLE, cookies[role])).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 403, 202]);
  });

  it('makes of the samples what they are expected to become', async (context) => {
    const [customers, policies, expected] = await Promise.all(
      ['customers.csv', 'policies.csv', 'expected.json'].map(sample),
    );
    if (!customers || !policies || !expected) return context.skip();
    const wanted = JSON.parse(expected.toString());
    const sheets = [
      ['customers', customers],
      ['policies', policies],
    ] as const;
    // That what was checked is written, row by row, is proved above and by importCycles.int.
    const whole = isExhaustive(import.meta.url);
    for (const [name, content] of whole ? sheets : sheets.slice(0, 1)) {
      const { counts } = await (whole ? imported : checked)(`${name}.csv`, content);
      const { rows, accepted, rejected } = wanted[name];
      expect(counts).toMatchObject({ rows, created: accepted, rejected });
      await caughtUp();
    }
  });
});
