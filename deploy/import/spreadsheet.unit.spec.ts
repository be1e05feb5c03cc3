import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSpreadsheet, type SheetRow } from './spreadsheet.js';

const columns = { required: ['Ref', 'Name'], optional: ['City'] };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (content: string | Buffer): Promise<string> => {
  const path = join(folder, `${Math.random()}.csv`);
  await writeFile(path, content);
  return path;
};
const rowsOf = async (content: string | Buffer): Promise<SheetRow[]> => {
  const sheet = await openSpreadsheet(await file(content), columns);
  const rows: SheetRow[] = [];
  for await (const row of sheet.read()) rows.push(row);
  return rows;
};
const refusalOf = async (content: string | Buffer): Promise<string> =>
  rowsOf(content).then(
    () => 'was not refused',
    (error: Error) => error.message,
  );

describe('a spreadsheet', () => {
  it('is read by its column names, whatever their order and letter case', async () => {
    expect(await rowsOf('\uFEFFname,REF,City\r\nAnil,C1,Kochi\r\n')).toEqual([
      { row: 2, cells: { Ref: 'C1', Name: 'Anil', City: 'Kochi' } },
    ]);
  });

  it('may be separated by semicolons or tabs, as some locales save it', async () => {
    expect((await rowsOf('Ref;Name\nC1;"Anil; Kumar"\n'))[0]?.cells.Name).toBe('Anil; Kumar');
    expect((await rowsOf('Ref\tName\nC1\tAnil\n'))[0]?.cells.Name).toBe('Anil');
  });

  it('keeps quoted commas, quotes and line breaks, and counts rows as the sheet does', async () => {
    const rows = await rowsOf('Ref,Name\nC1,"a, ""b""\nc"\nC2,d\n');
    expect(rows.map(({ row, cells }) => [row, cells.Name])).toEqual([
      [2, 'a, "b"\nc'],
      [3, 'd'],
    ]);
  });

  it('may have short rows and empty rows', async () => {
    const rows = await rowsOf('Ref,Name,City\nC1,Anil\n,,\n\nC2,Bina,Kochi\n');
    expect(rows.map(({ row, cells }) => [row, cells.City])).toEqual([
      [2, ''],
      [5, 'Kochi'],
    ]);
  });

  it('says which columns it lacks and which it will not use', async () => {
    const sheet = await openSpreadsheet(await file('Ref,Name,Shoe\nC1,A,9\n'), columns);
    expect(sheet).toMatchObject({ rows: 1, missing: ['City'], ignored: ['shoe'] });
  });
});

describe('a file that cannot be imported says so before any row is taken', () => {
  it('missing columns', async () =>
    expect(await refusalOf('Ref,City\nC1,Kochi\n')).toBe(
      'The file has no column “Name”. Its first row must name the columns: Ref, Name, City.',
    ));

  it('not UTF-8, naming the line', async () => {
    const latin1 = Buffer.from('Ref,Name\nC1,Anil\nC2,Jos\xe9\nC3,B\n', 'latin1');
    expect(await refusalOf(latin1)).toMatch(/not in UTF-8 .*CSV UTF-8/);
  });

  it('a PDF', async () =>
    expect(await refusalOf(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))).toMatch(
      /not a CSV file/,
    ));

  it('a workbook', async () =>
    expect(await refusalOf(Buffer.from('PK\u0003\u0004\u0000\u0000'))).toMatch(/not a CSV file/));

  it('quotes that do not match', async () =>
    expect(await refusalOf('Ref,Name\nC1,"Anil\nC2,B\n')).toMatch(/quotes do not match/));

  it('nothing in it', async () => {
    expect(await refusalOf('')).toBe('The file is empty.');
    expect(await refusalOf('Ref,Name\n')).toBe('The file has a header and no rows below it.');
  });

  it('no such file', async () =>
    expect(
      await openSpreadsheet(join(folder, 'none.csv'), columns).catch(
        (error: Error) => error.message,
      ),
    ).toMatch(/There is no file/));
});
