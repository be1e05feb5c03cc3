import { Readable } from 'node:stream';
import {
  IMPORT_ROWS_KEPT_DAYS,
  type ImportView,
  UNSTARTED_IMPORT_DAYS,
} from '@insuremanager/contracts/imports/importViews';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { SHEET_FILES } from './createImports.js';
import { person } from './testing/people.js';

const fixture = testFixture(openImportFixture);

const HEADER = ['Ref', 'Name', 'Phone', 'City', 'KYC'];
const sheetOf = (...numbers: readonly number[]) =>
  csvOf([
    HEADER,
    ...numbers.map((n) => [
      ...[person.ref(n), person.name(n), person.phone(n), person.city(n), 'verified'],
    ]),
  ]);
const rowsRemoved = expect.objectContaining({ code: 'import-rows-removed' });
const examplesOf = async ({ id }: Pick<ImportView, 'id'>) =>
  (await fixture.imports.require(id)).sheets.flatMap(({ columns }) =>
    columns.flatMap(({ examples }) => examples),
  );
/** What is left of an import that could name somebody, as it lies in the database. */
const sealedOf = async ({ id }: Pick<ImportView, 'id'>) => {
  const { rows } = await fixture.platform.pool.query(
    `SELECT count(content) + count(details) AS left FROM imports.rows WHERE import_id = $1
     UNION ALL SELECT count(examples) + count(found) + count(said) FROM imports.sheets
       WHERE import_id = $1
     UNION ALL SELECT count(*) FROM imports.keys WHERE import_id = $1
     UNION ALL SELECT count(file_name) FROM imports.imports WHERE id = $1`,
    [id],
  );
  return rows.map(({ left }) => Number(left));
};
const storedSheets = async () => {
  const keys: string[] = [];
  const ever = new Date('2999-01-01');
  for await (const key of fixture.platform.files.storedBefore(SHEET_FILES, ever)) keys.push(key);
  return keys;
};

describe('rows of an import', () => {
  it('are kept so many days after its end, with its examples, and it can be undone afterwards', async () => {
    const done = await fixture.imported('done.csv', sheetOf(1, 2));
    const [first] = await fixture.rowsOf(done.id);
    const recordId = first?.record?.id ?? 0;
    fixture.pass(IMPORT_ROWS_KEPT_DAYS - 1);
    await fixture.imports.expire();
    expect(await fixture.rowsOf(done.id)).toHaveLength(2);
    expect(await examplesOf(done)).toContain(person.name(1));

    fixture.pass(2);
    await fixture.imports.expire();
    await expect(fixture.rowsOf(done.id)).rejects.toEqual(rowsRemoved);
    expect(await examplesOf(done)).toEqual([]);
    expect(await sealedOf(done)).toEqual([0, 0, 0, 0]);
    const now = await fixture.imports.require(done.id);
    expect(now).toMatchObject({ hasRows: false, fileName: `Import ${done.id}`, state: 'done' });
    expect(await fixture.customers.find(recordId)).toMatchObject({ name: person.name(1) });

    const undone = await fixture.undo(done);
    expect(undone.counts).toMatchObject({ undone: 2, kept: 0 });
    expect(await fixture.customers.find(recordId)).toBeNull();
  });

  it('of one that is paused go after so many days from its start; what it wrote can be undone', async () => {
    const numbers = Array.from({ length: 40 }, (_, nth) => 100 + nth);
    const checked = await fixture.checked('paused.csv', sheetOf(...numbers));
    const { id } = checked;
    await fixture.importer.stop();
    await fixture.imports.start(id, fixture.context());
    await fixture.imports.pause(id);
    fixture.importer.start();
    fixture.pass(IMPORT_ROWS_KEPT_DAYS - 1);
    await fixture.imports.expire();
    expect(await fixture.rowsOf(id)).toHaveLength(40);
    fixture.pass(2);
    await fixture.imports.expire();
    expect(await sealedOf(checked)).toEqual([0, 0, 0, 0]);
    await expect(fixture.imports.resume(id)).rejects.toEqual(rowsRemoved);
    const undone = await fixture.undo(checked);
    expect(undone.counts).toMatchObject({ undone: 0, kept: 0 });
  });

  it('that nobody started go with the import and its file', async () => {
    const mapped = await fixture.upload('mapped.csv', sheetOf(200));
    const checked = await fixture.checked('checked.csv', sheetOf(201));
    await fixture.importer.stop();
    const received = await fixture.imports.receive(
      'unread.csv',
      Readable.from([Buffer.from(sheetOf(202))]),
    );
    const unread = await fixture.imports.begin(received, fixture.context());
    expect(await storedSheets()).toEqual([received.fileKey]);
    fixture.pass(UNSTARTED_IMPORT_DAYS - 1);
    await fixture.imports.expire();
    expect((await fixture.imports.list()).map(({ id }) => id)).toEqual(
      expect.arrayContaining([mapped.id, checked.id, unread.id]),
    );
    fixture.pass(2);
    await fixture.imports.expire();
    for (const { id } of [mapped, checked, unread]) {
      expect(await fixture.imports.find(id)).toBeNull();
    }
    expect(await storedSheets()).toEqual([]);
    fixture.importer.start();
  });

  it('forget who is erased, with the examples of their sheet, and leave others theirs', async () => {
    const done = await fixture.imported('erased.csv', sheetOf(300, 301));
    const other = await fixture.imported('other.csv', sheetOf(302));
    const [row] = await fixture.rowsOf(done.id);
    expect(await examplesOf(done)).toContain(person.name(300));
    await fixture.imports.forgetPerson(row?.record?.id ?? 0);
    const [gone, stays] = await fixture.rowsOf(done.id);
    expect(gone).toMatchObject({ row: 2, cells: [], problems: [], changes: [] });
    expect(stays?.cells).toContain(person.name(301));
    expect(await examplesOf(done)).toEqual([]);
    expect(await examplesOf(other)).toContain(person.name(302));
    // A later import does not know them by their reference any more.
    const again = await fixture.checked(
      'again.csv',
      sheetOf(300).replace(/98\d{8}|\d{10}/, '9847012345'),
    );
    expect(again.counts).toMatchObject({ created: 1, same: 0, changed: 0 });
  });

  it('that were to change somebody who is erased before the start leave the others to be written', async () => {
    const known = await fixture.imported('before.csv', sheetOf(310));
    const sheet = sheetOf(310, 311).replace(person.city(310), 'Elsewhere');
    const [written, checkedAgain] = [
      await fixture.checked('started.csv', sheet),
      await fixture.checked('checked again.csv', sheet),
    ];
    expect(written.counts).toMatchObject({ created: 1, changed: 1 });
    const [row] = await fixture.rowsOf(known.id);
    await fixture.imports.forgetPerson(row?.record?.id ?? 0);
    expect((await fixture.check(checkedAgain)).counts).toMatchObject({ created: 1, rejected: 1 });
    const done = await fixture.write(written);
    expect(done.counts).toMatchObject({ created: 1, changed: 0, rejected: 1 });
    const [gone] = await fixture.rowsOf(done.id);
    expect(gone).toMatchObject({ outcome: 'rejected', cells: [] });
    expect(gone?.problems).toMatchObject([{ code: 'row-forgotten' }]);
  });
});
