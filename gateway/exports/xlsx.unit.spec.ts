import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cellsOf, partsOf } from '../testing/workbook.js';
import type { CellKind, CellValue, Column } from './exportColumns.js';
import { xlsxFile } from './xlsx.js';

type Row = readonly CellValue[];

const columnsOf = (...kinds: CellKind[]): Column<Row>[] =>
  kinds.map((kind, index) => ({
    name: `column${index}`,
    heading: `Column & ${index}`,
    kind,
    cellOf: (row) => row[index] ?? null,
  }));

async function* inPages(...pages: (readonly Row[])[]) {
  yield* pages;
}

const fileOf = (kinds: CellKind[], ...rows: Row[]): Promise<Buffer> =>
  buffer(xlsxFile(columnsOf(...kinds), inPages(rows), { sheet: 'test' }));
const cellOf = async (kind: CellKind, value: CellValue): Promise<string> =>
  (await cellsOf(await fileOf([kind], [value])))[1]?.[0] ?? '';

describe('a workbook', () => {
  it('is a package with one sheet, its headings first and in sight', async () => {
    const file = xlsxFile(columnsOf('text', 'number'), inPages([['a', 1]], [['b', 2]]), {
      sheet: 'health-policies',
    });
    const made = await buffer(file);
    const parts = await partsOf(made);
    expect([...parts.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(parts.get('xl/workbook.xml')).toContain('name="health-policies"');
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('state="frozen"');
    const cells = await cellsOf(made);
    expect(cells).toHaveLength(3);
    expect(cells[0]?.[1]).toContain('r="B1"');
    expect(cells[0]?.[1]).toContain('Column &amp; 1');
    expect(cells[2]?.[1]).toBe('<c r="B3" s="0"><v>2</v></c>');
  });

  it.each<[CellKind, CellValue, string]>([
    ['number', 7, '<v>7</v>'],
    ['amount', '1234567.50', '<v>1234567.50</v>'],
    ['day', '2026-06-15', '<v>46188</v>'],
    ['day', '1900-03-01', '<v>61</v>'],
    // 18:30 UTC is midnight in Kolkata.
    ['instant', '2026-06-14T18:30:00.000Z', '<v>46188</v>'],
    ['instant', '2026-06-15T06:30:00.000Z', '<v>46188.5</v>'],
  ])('holds a %s %j as a number', async (kind, value, cell) => {
    expect(await cellOf(kind, value)).toContain(cell);
  });

  it.each<[CellKind, CellValue]>([
    ['text', '=HYPERLINK("http://x")'],
    ['text', '+919876512345'],
    ['text', '-1'],
    ['text', '007'],
    ['amount', '=1+1'],
    ['day', '1984'],
    ['day', '1850-01-01'],
  ])('holds a %s %j as a text, which is no formula', async (kind, value) => {
    const cell = await cellOf(kind, value);
    expect(cell).toContain('t="inlineStr"');
    expect(cell).toContain(`>${value}</t>`);
    expect(cell).not.toContain('<f>');
  });

  it('has no cell where there is nothing', async () => {
    expect(await cellOf('text', null)).toBe('');
    expect(await cellOf('text', '')).toBe('');
  });

  it.each([
    ['a <b> & "c"', 'a &lt;b&gt; &amp; "c"'],
    ['\u0000a\u0008b\ud800c\uffff', 'abc'],
    ['_x0041_', '_x005F_x0041_'],
    ['two\r\nlines', 'two&#13;\nlines'],
    ['രവി 😀', 'രവി 😀'],
  ])('holds %j as XML can', async (value, written) => {
    expect(await cellOf('text', value)).toContain(`>${written}</t>`);
  });

  it('names columns beyond the 26th', async () => {
    const made = await fileOf(
      Array.from({ length: 28 }, () => 'number' as const),
      Array.from({ length: 28 }, (_, n) => n),
    );
    expect((await cellsOf(made))[1]?.at(-1)).toBe('<c r="AB2" s="0"><v>27</v></c>');
  });

  it('fails with its rows, and where they are too many', async () => {
    async function* failing(): AsyncGenerator<readonly Row[]> {
      yield [['a']];
      throw new Error('The database is away');
    }
    const broken = xlsxFile(columnsOf('text'), failing(), { sheet: 'test' });
    await expect(buffer(broken)).rejects.toThrow('The database is away');
    const long = xlsxFile(columnsOf('text'), inPages([['a'], ['b']]), {
      sheet: 'test',
      mostRows: 2,
    });
    await expect(buffer(long)).rejects.toMatchObject({ code: 'too-many-rows' });
  });

  it('is not read on once nobody takes it', async () => {
    let isBegun = false;
    let isEnded = false;
    async function* endless(): AsyncGenerator<readonly Row[]> {
      try {
        isBegun = true;
        for (let n = 0; ; n += 1) yield [[String(n)]];
      } finally {
        isEnded = true;
      }
    }
    const file = xlsxFile(columnsOf('text'), endless(), { sheet: 'test' });
    for await (const _ of file) if (isBegun) break;
    await expect.poll(() => isEnded).toBe(true);
  });
});
