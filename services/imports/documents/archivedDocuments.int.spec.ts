import { FILE_SENTENCES, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { samplePdf, samplePng } from '../../documents/testing/sampleFiles.js';
import { zipOf } from '../testing/workbooks.js';

const fixture = testFixture(openImportFixture);

const CUSTOMERS = csvOf([
  ['Ref', 'Name', 'Phone', 'City'],
  ['Z1', 'Devaki Amma', '9847071111', 'Kochi'],
  ['Z2', 'Gopalan Nair', '9847072222', 'Kollam'],
]);
const POLICIES = csvOf([
  [
    ...['Customer Ref', 'Policy No', 'Insurance Company', 'Policy Type', 'Sum Insured', 'Premium'],
    ...['Frequency', 'Start Date', 'End Date'],
  ],
  [
    ...['Z1', 'HZ-1', 'Star Health', 'family', '500000', '12000', 'yearly'],
    ...['01/04/2026', '31/03/2027'],
  ],
]);
/** The agency's own list of some of the files. */
const PAPERS = csvOf([
  ['Paper', 'Mobile', 'Kind'],
  ['scan 17.pdf', '9847072222', 'Claim document'],
  ['scan 99.pdf', '9847072222', 'KYC'],
]);

const ALL = { filter: {}, direction: 'asc', limit: 100 } as const;

const listed = async (): Promise<readonly DocumentView[]> =>
  (await fixture.documents.list({ ...ALL, sort: 'name' })).items;
const filesKept = async (): Promise<string[]> => {
  const found: string[] = [];
  const keys = fixture.platform.files.storedBefore('imports/', new Date(Date.now() + 60_000));
  for await (const key of keys) found.push(key);
  return found;
};
const sheetNamed = (sheets: readonly { name: string; index: number }[], name: string): number =>
  sheets.find((sheet) => sheet.name === name)?.index ?? -1;

describe('a ZIP of documents', () => {
  it('is listed with to whom each goes or why not, written, and taken back', async () => {
    const content = await zipOf({
      'customers.csv': CUSTOMERS,
      'policies.csv': POLICIES,
      'papers.csv': PAPERS,
      'old/scan 17.pdf': samplePdf('a claim'),
      'Z2/KYC/aadhaar.png': samplePng(),
      'HZ-1/schedule.pdf': samplePdf('a schedule'),
      'Z1/unknown.pdf': samplePdf('what is this'),
      'Nobody/pan.pdf': samplePdf('whose'),
      'Z1/kyc notes.txt': 'no document',
      'Z1/kyc big.pdf': Buffer.alloc(LARGEST_FILE + 1, 32),
      'Z1/kyc inner.zip': await zipOf({ 'a.pdf': samplePdf('inside') }),
      '__MACOSX/Z1/._kyc.pdf': 'left behind',
    });
    const { id, sheets } = await fixture.checked('papers.zip', content);
    const files = sheetNamed(sheets, 'Files');
    const rows = await fixture.rowsOf(id, { sheet: files });
    const said = rows.map(({ cells, outcome, problems, changes }) => [
      cells[0],
      outcome,
      problems[0]?.message ?? changes.map(({ after }) => after).join(' '),
    ]);
    expect(said).toEqual([
      ['Z2/KYC/aadhaar.png', 'new', 'Gopalan Nair'],
      ['HZ-1/schedule.pdf', 'new', 'HZ-1'],
      ['Z1/unknown.pdf', 'problem', 'Say what kind of document it is.'],
      ['Nobody/pan.pdf', 'problem', 'Neither a customer nor a policy is called like this folder.'],
      ['Z1/kyc notes.txt', 'problem', FILE_SENTENCES.wrongKind],
      ['Z1/kyc big.pdf', 'problem', FILE_SENTENCES.tooLarge],
      ['Z1/kyc inner.zip', 'problem', expect.stringMatching(/^This (?:file|is)/)],
    ]);
    const papers = sheets.find(({ columns }) => columns[0]?.header === 'Paper');
    expect(papers).toMatchObject({
      kind: 'documents',
      columns: [{ field: 'file' }, { field: 'customerPhone' }, { field: 'documentType' }],
    });
    expect(await fixture.rowsOf(id, { sheet: papers?.index ?? -1 })).toMatchObject([
      { outcome: 'new' },
      {
        outcome: 'problem',
        problems: [{ column: 0, message: 'The ZIP has no file of this name.' }],
      },
    ]);
    expect(await listed()).toEqual([]);

    await fixture.imports.repairCell(id, { sheet: files, row: 3, column: 2, text: 'KYC' });
    await fixture.becomes(id, 'checked');
    await fixture.write({ id });
    const [people, policies] = await Promise.all([
      fixture.customers.list({ ...ALL, sort: 'name' }),
      fixture.policies.list({ ...ALL, sort: 'added' }),
    ]);
    const idOf = (name: string) => people.items.find((one) => one.name === name)?.id;
    const [devaki, gopalan] = [idOf('Devaki Amma'), idOf('Gopalan Nair')];
    const [policy] = policies.items;
    const about = ({ fileName, customerId, documentType, policyId }: DocumentView) => [
      ...[fileName, customerId, documentType, policyId],
    ];
    const documents = await listed();
    expect(documents.map(about).sort()).toEqual([
      ['aadhaar.png', gopalan, 'kyc', null],
      ['scan 17.pdf', gopalan, 'claim_document', null],
      ['schedule.pdf', devaki, 'policy_document', policy?.id],
      ['unknown.pdf', devaki, 'kyc', null],
    ]);
    const [one] = documents;
    expect(await fixture.documents.history(one?.id ?? 0)).toMatchObject([{ ofImport: { id } }]);
    // The ZIP is of no use any more.
    expect(await filesKept()).toEqual([]);

    const { counts } = await fixture.undo({ id });
    expect(counts).toMatchObject({ undone: 7, kept: 0 });
    expect(await listed()).toEqual([]);
  });

  it('goes on where it was stopped, and stores each file once', async () => {
    await fixture.imported('ref.csv', 'Ref,Name,Phone\nY1,Madhavi Amma,9847073333');
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`Y1/kyc ${n}.pdf`, samplePdf(`page ${n}`)]),
    );
    const { id } = await fixture.checked('many.zip', await zipOf(files));
    await fixture.imports.start(id, fixture.context());
    const stored = async () => {
      const { rows } = await fixture.platform.pool.query(
        `SELECT count(DISTINCT stream)::int AS n FROM log.events WHERE type = 'DocumentUploaded'`,
      );
      return rows[0].n as number;
    };
    const before = await stored();
    await expect.poll(stored, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 2);
    await fixture.importer.stop();
    // As if it had been killed before it knew what it had written.
    await fixture.platform.pool.query(
      `UPDATE imports.rows SET result = NULL, record_id = NULL, written = NULL WHERE import_id = $1`,
      [id],
    );
    fixture.importer.start();
    const done = await fixture.becomes(id, 'done');
    expect(done.counts).toMatchObject({ created: 30, rejected: 0 });
    await fixture.caughtUp();
    const names = (await listed()).flatMap(({ fileName }) =>
      /^kyc \d/.test(fileName) ? fileName : [],
    );
    expect(names.sort()).toEqual(Array.from({ length: 30 }, (_, n) => `kyc ${n}.pdf`).sort());
  });

  it('is once when it comes twice, in other folders, too, or lists a file twice', async () => {
    await fixture.imported('twice.csv', 'Ref,Name,Phone\nW1,Sarada Menon,9847075555');
    const [aadhaar, claim] = [samplePng(), samplePdf('a claim of W1')];
    const { id } = await fixture.checked(
      'first.zip',
      await zipOf({ 'W1/w1 aadhaar.png': aadhaar, 'W1/w1 claim.pdf': claim }),
    );
    await fixture.write({ id });
    await fixture.caughtUp();
    const documents = (await listed()).filter(({ fileName }) => fileName.startsWith('w1 '));
    expect(documents).toHaveLength(2);
    const again = await fixture.checked(
      'again.zip',
      await zipOf({
        'W1/KYC/w1 aadhaar.png': aadhaar,
        'W1/w1 claim.pdf': samplePdf('another claim of W1'),
        'W1/w1 kyc.pdf': claim,
        'W1/KYC/w1 kyc.pdf': claim,
        'list.csv': csvOf([
          ['Paper', 'Customer Ref', 'Kind'],
          ['W1/w1 claim.pdf', 'W1', 'Claim document'],
          ['W1/w1 claim.pdf', 'W1', 'KYC'],
        ]),
      }),
    );
    const outcomes = await Promise.all(
      again.sheets.map(async ({ name, index }) => [
        name,
        (await fixture.rowsOf(again.id, { sheet: index })).map(({ outcome, record }) => [
          outcome,
          record?.id ?? null,
        ]),
      ]),
    );
    const idOf = (name: string) => documents.find(({ fileName }) => fileName === name)?.id;
    expect(Object.fromEntries(outcomes)).toEqual({
      '': [
        ['new', null],
        ['duplicate', null],
      ],
      // The name, or the content, is another one.
      Files: [
        ['same', idOf('w1 aadhaar.png')],
        ['new', null],
        ['duplicate', null],
      ],
    });
    const { counts } = await fixture.write({ id: again.id });
    expect(counts).toMatchObject({ created: 2, same: 1, duplicates: 2, rejected: 0 });
    expect((await fixture.undo({ id: again.id })).counts).toMatchObject({ undone: 2, kept: 0 });
    await fixture.caughtUp();
    expect(await fixture.documents.listByIds(documents.map((one) => one.id))).toHaveLength(2);
  });

  it('is forgotten while it waits when a person in it is erased', async () => {
    await fixture.imported('erased.csv', 'Ref,Name,Phone\nX1,Kamala Devi,9847074444');
    const { items } = await fixture.customers.list({ ...ALL, sort: 'name' });
    const customerId = items.find(({ name }) => name === 'Kamala Devi')?.id ?? 0;
    const { id } = await fixture.checked('x.zip', await zipOf({ 'X1/kyc.pdf': samplePdf('hers') }));
    expect(await filesKept()).toHaveLength(1);
    await fixture.imports.forgetPerson(customerId);
    expect(await filesKept()).toEqual([]);
    expect(await fixture.rowsOf(id)).toMatchObject([{ cells: [] }]);
  });
});
