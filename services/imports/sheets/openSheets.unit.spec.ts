import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cell, odsOf, type Tab, xlsxOf, zipOf } from '../testing/workbooks.js';
import { openSheets } from './openSheets.js';
import { LIMITS, type Sheet, UnusableFile } from './sheet.js';
import { tableOf } from './table.js';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function opened(content: string | Buffer, fileName = 'list.csv'): Promise<readonly Sheet[]> {
  count += 1;
  const path = join(folder, String(count));
  await writeFile(path, content);
  return openSheets(path, fileName);
}

async function rowsOf(sheet: Sheet | undefined): Promise<[row: number, ...cells: string[]][]> {
  const rows: [number, ...string[]][] = [];
  for await (const { row, cells } of sheet?.read() ?? []) rows.push([row, ...cells]);
  return rows;
}

/** The header of the first sheet and what is below it. */
async function read(content: string | Buffer, fileName?: string) {
  const [sheet] = await opened(content, fileName);
  return { header: sheet?.header, rows: await rowsOf(sheet) };
}

const refused = async (content: string | Buffer, fileName?: string): Promise<string> => {
  const error = await read(content, fileName).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnusableFile);
  return (error as UnusableFile).message;
};

const WORKBOOKS = [
  ['xlsx', xlsxOf],
  ['ods', odsOf],
] as const;

describe('a text of rows', () => {
  const expected = {
    header: ['Name', 'Phone', 'City'],
    rows: [
      [2, 'Anitha', '9876543210', 'Kochi'],
      [3, 'Biju', '9846012345', 'Kollam'],
    ],
  };

  it.each([',', ';', '\t', '|'])('is parted by %j, whatever it is called', async (delimiter) => {
    const lines = ['Name,Phone,City', 'Anitha,9876543210,Kochi', 'Biju,9846012345,Kollam'];
    const text = lines.join('\n').replaceAll(',', delimiter);
    expect(await read(text, 'list.txt')).toEqual(expected);
  });

  it('is parted by what parts it evenly, not by what stands in its cells most', async () => {
    const { header, rows } = await read(
      'Name;Address\nAnitha;12, MG Road, Kochi\nBiju;7, Kollam, 691001\n',
    );
    expect(header).toEqual(['Name', 'Address']);
    expect(rows).toEqual([
      [2, 'Anitha', '12, MG Road, Kochi'],
      [3, 'Biju', '7, Kollam, 691001'],
    ]);
  });

  it('may tell Excel its delimiter in a line that is no row', async () => {
    expect(await read('sep=;\r\nName;Phone\r\nAnitha;9876543210\r\n')).toEqual({
      header: ['Name', 'Phone'],
      rows: [[2, 'Anitha', '9876543210']],
    });
  });

  it('has quotes around what holds a delimiter, a line end or a quote', async () => {
    const { rows } = await read(
      'Name,Address\n"Anitha ""Ani""","12, MG Road\nKochi"\nBiju,5" pipe\n',
    );
    expect(rows).toEqual([
      [2, 'Anitha "Ani"', '12, MG Road\nKochi'],
      [3, 'Biju', '5" pipe'],
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('ends its rows with %j', async (end) => {
    expect((await read(`Name,City${end}Anitha,Kochi${end}`)).rows).toEqual([
      [2, 'Anitha', 'Kochi'],
    ]);
  });

  const text = 'Name,City\nകൊച്ചി,Café\n';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 the other way round without a mark', Buffer.from(text, 'utf16le').swap16()],
  ])('may be in %s', async (_name, bytes) => {
    expect(await read(bytes)).toEqual({ header: ['Name', 'City'], rows: [[2, 'കൊച്ചി', 'Café']] });
  });

  it('is Windows-1252 where it is not UTF-8', async () => {
    const bytes = Buffer.from('Name,Premium\nCaf\xe9 \x96 Kochi,\x80500\n', 'latin1');
    expect((await read(bytes)).rows).toEqual([[2, 'Café – Kochi', '€500']]);
  });

  it('stays UTF-8 where one character of many is damaged', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`Name,City\n${'അനിത,കൊച്ചി\n'.repeat(20)}`),
      Buffer.from([0xe0, 0xb4]),
      Buffer.from(',Kochi\n'),
    ]);
    const { rows } = await read(bytes);
    expect(rows[0]).toEqual([2, 'അനിത', 'കൊച്ചി']);
  });
});

describe('the header of a sheet', () => {
  it('stands below titles', async () => {
    const text =
      'SREE INSURANCE POINT\nKochi,,Printed on 12/03/2026\n\nName,Phone,City\nAnitha,9876543210,Kochi\n';
    expect(await read(text)).toEqual({
      header: ['Name', 'Phone', 'City'],
      rows: [[5, 'Anitha', '9876543210', 'Kochi']],
    });
  });

  it('is the first wide row where no name is known', async () => {
    const { header } = await read('Stock\nItem,Shelf,Box\nbolt,one,two\nnut,one,four\n');
    expect(header).toEqual(['Item', 'Shelf', 'Box']);
  });

  it('is missing where the first row holds values', async () => {
    expect(await read('Anitha,9876543210\nBiju,9846012345\n')).toEqual({
      header: ['', ''],
      rows: [
        [1, 'Anitha', '9876543210'],
        [2, 'Biju', '9846012345'],
      ],
    });
  });

  it('goes as far as the rows below it, and no further', async () => {
    const { header, rows } = await read(
      'Name,Phone,,,\nAnitha,9876543210,x,,\nBiju,9846012345,,,\n',
    );
    expect(header).toEqual(['Name', 'Phone', '']);
    expect(rows).toEqual([
      [2, 'Anitha', '9876543210', 'x'],
      [3, 'Biju', '9846012345', ''],
    ]);
  });
});

describe('rows that are none', () => {
  const below = async (...lines: string[]) =>
    (await read(['Name,Phone,City,Policy No,Premium,Expiry', ...lines].join('\n'))).rows.map(
      ([row]) => row,
    );
  const data = 'Anitha,9876543210,Kochi,P/1,500,12/03/2026';

  it('are those that are empty, repeat the header or say that they add up', async () => {
    expect(
      await below(
        data,
        ',,,,,',
        data,
        'Name,Phone,City,Policy No,Premium,Expiry',
        data,
        'Grand Total:,,,,1500.00,',
      ),
    ).toEqual([2, 4, 6]);
  });

  it('are at the end those that only add up, without a word', async () => {
    expect(await below(data, data, ',,,,"1,000.00",')).toEqual([2, 3]);
  });

  it('are not those of a customer who is called so, nor sparse ones between others', async () => {
    expect(await below('Total Solutions,9876543210,Kochi,P/1,500,', ',,,,500,', data)).toEqual([
      2, 3, 4,
    ]);
    expect(await below('Total,9876543210,Kochi,P/1,500,12/03/2026', data)).toEqual([2, 3]);
  });
});

describe.each(WORKBOOKS)('a workbook (%s)', (extension, workbookOf) => {
  const file = `list.${extension}`;

  it('has one sheet for each tab that is shown and not empty', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Anitha', '9876543210'],
    ];
    const sheets = await opened(
      await workbookOf([
        { name: 'Customers & others', rows },
        { name: 'Old', rows, isHidden: true },
        { name: 'Empty', rows: [] },
        { name: 'Only a header', rows: [['Name', 'Phone']] },
        {
          name: 'More',
          rows: [
            ['Policy No', 'Premium'],
            ['P/1', 500],
          ],
        },
      ]),
      file,
    );
    expect(sheets.map(({ name }) => name)).toEqual(['Customers & others', 'More']);
    expect(await rowsOf(sheets[1])).toEqual([[2, 'P/1', '500']]);
    expect(await rowsOf(sheets[0])).toEqual([[2, 'Anitha', '9876543210']]);
    // Again, as a dry run and a run do.
    expect(await rowsOf(sheets[0])).toEqual([[2, 'Anitha', '9876543210']]);
  });

  it('holds days, numbers, formulas and texts as a person would type them', async () => {
    const cells: [Cell, string][] = [
      ['  two  blanks ', '  two  blanks '],
      ['one\ntwo', 'one\ntwo'],
      [{ day: '2024-03-12' }, '2024-03-12'],
      [{ day: '1962-12-05' }, '1962-12-05'],
      [9_876_543_210, '9876543210'],
      [12_500.5, '12500.5'],
      [0.1 + 0.2, '0.3'],
      [123_456_789_012, '123456789012'],
      [{ number: 682_001, format: '000000' }, '682001'],
      [{ number: 1234, format: '000000' }, '001234'],
      [{ number: 0.2, format: '0%' }, '20%'],
      [{ formula: 'A1*2', value: 1_000 }, '1000'],
      [{ formula: 'A1&B1', value: 'Anitha Menon' }, 'Anitha Menon'],
      [{ inline: 'rich text' }, 'rich text'],
      [{ isTrue: true }, 'TRUE'],
      [{ error: '#N/A' }, '#N/A'],
      ['<&> "x"', '<&> "x"'],
      ['കൊച്ചി', 'കൊച്ചി'],
    ];
    const header = cells.map((_cell, at) => `Column ${String.fromCharCode(65 + at)}`);
    const tab: Tab = {
      name: 'x',
      rows: [
        ['Name', ...header],
        ['Anitha', ...cells.map(([cell]) => cell)],
      ],
    };
    const { rows } = await read(await workbookOf([tab]), file);
    expect(rows).toEqual([[2, 'Anitha', ...cells.map(([, text]) => text)]]);
  });

  it('keeps the numbers of rows and the places of cells over what is empty', async () => {
    const rows: Cell[][] = [
      ['CUSTOMERS'],
      [],
      ['Name', 'Phone', 'City'],
      ['Anitha', null, 'Kochi'],
      [],
      [null, '9846012345'],
    ];
    expect(await read(await workbookOf([{ name: 'x', rows }]), file)).toEqual({
      header: ['Name', 'Phone', 'City'],
      rows: [
        [4, 'Anitha', '', 'Kochi'],
        [6, '', '9846012345', ''],
      ],
    });
  });

  it('is refused where its end is missing', async () => {
    const whole = await workbookOf([
      {
        name: 'x',
        rows: [
          ['Name', 'Phone'],
          ['Anitha', '9876543210'],
        ],
      },
    ]);
    expect(await refused(whole.subarray(0, whole.length - 100), file)).toMatch(
      /damaged, or its end is missing/,
    );
  });

  it('is refused where it has more columns than a list', async () => {
    const wide = Array.from({ length: LIMITS.columns + 1 }, (_, at) => `Column ${at}`);
    expect(await refused(await workbookOf([{ name: 'x', rows: [wide, wide] }]), file)).toMatch(
      /more than 500 columns/,
    );
  });

  it('is refused where nothing is in it', async () => {
    expect(await refused(await workbookOf([{ name: 'x', rows: [] }]), file)).toBe(
      'The file has no rows below a header.',
    );
  });

  it('reads back as it was written', async () => {
    // What XML holds, without the line ends that it makes one of.
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
      .map((raw) => raw.replace(/[\x00-\x1f\u0085\u2028\ufffe\uffff]|\p{Cs}|_x/gu, ''))
      .filter((cell) => cell.trim() !== '' && !cell.includes('  '));
    const cell = fc.oneof(
      text,
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc
        .date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((date) => ({
          day: date.toISOString().slice(0, 10),
        })),
    );
    const shown = (value: Cell): string =>
      value !== null && typeof value === 'object' && 'day' in value ? value.day : String(value);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
        async (data) => {
          const marked = data.map((cells) => [...cells, 'end']);
          const rows = [['Name', 'Phone', 'Email', 'City', 'State'], ...marked];
          const sheet = await read(await workbookOf([{ name: 'x', rows }]), file);
          expect(sheet.rows).toEqual(marked.map((cells, at) => [at + 2, ...cells.map(shown)]));
        },
      ),
      { numRuns: 20 },
    );
  });
});

it('reads a text of rows back as it was written', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((raw) => raw.replace(/\0|\p{Cs}|\r/gu, ''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t', '|'),
      async (data, delimiter) => {
        const rows = [
          ['Name', 'Phone', 'Email', 'City'],
          ...data.map((cells) => [...cells, 'end']),
        ];
        const quoted = rows.map((cells) =>
          cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter),
        );
        const sheet = await read(quoted.join('\r\n'));
        expect(sheet.rows).toEqual(rows.slice(1).map((cells, at) => [at + 2, ...cells]));
      },
    ),
    { numRuns: 50 },
  );
});

describe('a file that cannot be imported', () => {
  const compound = (stream: string): Buffer => {
    const file = Buffer.alloc(2048);
    file.write('d0cf11e0a1b11ae1', 0, 'hex');
    file.writeUInt16LE(9, 30);
    file.writeUInt32LE(1, 48);
    file.write(stream, 1024, 'utf16le');
    return file;
  };

  it.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /^The file is empty\.$/],
    ['blanks', ' \n\n ', /^The file is empty\.$/],
    ['a header only', 'Name,Phone\n', /no rows below a header/],
    ['a PDF', '%PDF-1.7\n…', /^This is a PDF\. Ask for the same list/],
    ['an old workbook', compound('Workbook'), /old format \(\.xls\).*save it as “Excel Workbook/],
    ['a workbook with a password', compound('EncryptedPackage'), /protected with a password/],
    ['a web page that is called .xls', '<html><table><tr><td>Name</td></tr></table>', /web page/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /picture/],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), /no spreadsheet/],
    [
      'a quote that is not closed',
      'Name,City\nAnitha,Kochi\n"Biju,Kollam\n',
      /after row 2: a quote is opened/,
    ],
  ])('%s', async (_what, content, sentence) => {
    expect(await refused(content)).toMatch(sentence);
  });

  it('is an archive of something else, and is told what it is', async () => {
    expect(await refused(await zipOf({ 'list.csv': 'Name' }))).toMatch(
      /ZIP archive and no workbook/,
    );
    expect(await refused(await zipOf({ 'word/document.xml': '<w/>' }))).toMatch(/Word document/);
    expect(await refused(await zipOf({ 'xl/workbook.bin': 'x' }))).toMatch(
      /binary workbook \(\.xlsb\)/,
    );
  });

  it('is a workbook of OpenDocument that is encrypted', async () => {
    const manifest =
      '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
    const content = await zipOf({ 'content.xml': 'secret', 'META-INF/manifest.xml': manifest });
    expect(await refused(content)).toMatch(/protected with a password/);
  });

  it('has a cell that is longer than cells are', async () => {
    expect(await refused(`Name,City\nAnitha,${'x'.repeat(LIMITS.cell + 1)}\n`)).toMatch(
      /^Row 2 has a cell of more than 32,767 characters/,
    );
  });

  it('has more rows than can be imported at once, which is said as they are read', async () => {
    const lines = async function* (count: number) {
      yield { row: 1, cells: ['Name', 'City'] };
      for (let row = 2; row < count + 2; row += 1) yield { row, cells: ['Anitha', 'Kochi'] };
    };
    const read = async (count: number) => {
      const sheet = await tableOf({ name: 'x', read: () => lines(count) });
      let rows = 0;
      for await (const _ of sheet?.read() ?? []) rows += 1;
      return rows;
    };
    expect(await read(LIMITS.rows)).toBe(LIMITS.rows);
    await expect(read(LIMITS.rows + 1)).rejects.toThrow(/more than 3,00,000 rows. Split it/);
  });

  it('unpacks to far more than it is', async () => {
    const bomb = await zipOf({
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': Buffer.alloc(65 * 1024 * 1024, ' '),
    });
    expect(await refused(bomb, 'x.xlsx')).toMatch(/unpacks to far more/);
  });

  it('defines entities that multiply', async () => {
    const workbook = await xlsxOf([
      {
        name: 'x',
        rows: [
          ['Name', 'City'],
          ['Anitha', 'Kochi'],
        ],
      },
    ]);
    expect(await read(workbook, 'x.xlsx')).toMatchObject({ header: ['Name', 'City'] });
    const xml =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><office:document-content xmlns:office="o">&b;</office:document-content>';
    expect(await refused(await zipOf({ 'content.xml': xml }), 'x.ods')).toMatch(/damaged/);
  });

  it('has a text without an end in it', async () => {
    const xml = `<office:document-content xmlns:office="o">${'x'.repeat(3 * 1024 * 1024)}</office:document-content>`;
    expect(await refused(await zipOf({ 'content.xml': xml }), 'x.ods')).toMatch(
      /unpacks to far more/,
    );
  });
});
