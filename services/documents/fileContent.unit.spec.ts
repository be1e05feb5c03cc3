import { deflateSync } from 'node:zlib';
import { LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { inspected } from './content/inspected.js';
import {
  compoundFile,
  pngChunk,
  SAMPLE_FILES,
  sampleDoc,
  sampleDocx,
  sampleJpg,
  samplePdf,
  samplePng,
  wordParts,
  zipOf,
} from './testing/sampleFiles.js';

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function passed(bytes: Buffer, size = 1000) {
  const file = inspected(inParts(bytes, size));
  const parts: Uint8Array[] = [];
  for await (const part of file.content) parts.push(part);
  return { kind: file.kind(), bytes: Buffer.concat(parts) };
}

async function refusalOf(bytes: Buffer, size?: number): Promise<string | undefined> {
  try {
    return `accepted as ${(await passed(bytes, size)).kind}`;
  } catch (error) {
    if (error instanceof Refusal) return error.fields[0]?.code;
    throw error;
  }
}

const kinds = Object.entries(SAMPLE_FILES);
const html = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>');
const behind = (first: Buffer, second: Buffer) => Buffer.concat([first, second]);
const zeros = (size: number) => Buffer.alloc(size);
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (type: string) => ({
  name: 'word/_rels/document.xml.rels',
  data: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/' +
      `package/2006/relationships"><Relationship Id="r1" Type="${type}" Target="https://example.org/a"/>` +
      '</Relationships>',
  ),
});
async function activeContentOf(bytes: Buffer, size = 1000) {
  const file = inspected(inParts(bytes, size));
  for await (const _part of file.content);
  return file.activeContent();
}

describe('a file of each kind', () => {
  it.each(kinds)('%s is recognised and passes unchanged', async (kind, bytes) => {
    expect(await passed(bytes)).toEqual({ kind, bytes });
  });

  it.each(kinds)('%s is recognised however it arrives', async (kind, bytes) => {
    expect((await passed(bytes, 1)).kind).toBe(kind);
    expect((await passed(bytes, 7)).kind).toBe(kind);
    expect((await passed(bytes, bytes.length)).kind).toBe(kind);
  });

  it.each(kinds)('%s is damaged when its end is missing', async (_, bytes) => {
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    expect(await refusalOf(half)).toBe('file-damaged');
    expect(await refusalOf(bytes.subarray(0, bytes.length - 8))).toBe('file-damaged');
  });
});

describe('what is none of ours', () => {
  it.each([
    ['a web page', html],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a text', Buffer.from('Dear customer,')],
    ['a program', behind(Buffer.from('MZ\x90\0'), zeros(5000))],
    ['a GIF', Buffer.from('GIF89a')],
    ['a TIFF', Buffer.from('II*\0')],
    ['zeros', zeros(5000)],
    ['a ZIP', zipOf([{ name: 'notes.txt', data: Buffer.from('notes') }])],
    ['a workbook of today', zipOf([{ name: 'xl/workbook.xml', data: html }])],
    [
      'a document with macros',
      zipOf([
        ...wordParts(
          'Sample',
          '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
        ),
        { name: 'word/theme.bin', data: html },
      ]),
    ],
    [
      'a document whose main part takes macros',
      zipOf(
        wordParts().map(({ name, data }) => ({
          name,
          data: Buffer.from(
            data
              .toString()
              .replace(
                /application[^"]*document.main/,
                'application/vnd.ms-word.document.macroEnabled.main',
              ),
          ),
        })),
      ),
    ],
    [
      'a document with macros by its relationships alone',
      zipOf([
        ...wordParts(),
        relationship('http://schemas.microsoft.com/office/2006/relationships/vbaProject'),
      ]),
    ],
    ['an old workbook', compoundFile(['Workbook'], '2008020000000000c000000000000046')],
    ['an old workbook that does not say so', compoundFile(['Workbook', 'WordDocument'], '')],
    ['an installer', compoundFile(['Property'], '84100c0000000000c000000000000046')],
    ['an encrypted package', compoundFile(['EncryptionInfo'], '')],
    ['a PDF behind a web page', behind(html, samplePdf())],
    ['a PDF behind a program', behind(Buffer.from('MZ'), samplePdf())],
    ['a picture behind a text', behind(Buffer.from('hello'), samplePng())],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('file-kind');
  });

  it('refuses an empty file', async () => {
    expect(await refusalOf(Buffer.alloc(0))).toBe('file-empty');
  });
});

describe('a PDF', () => {
  it('may begin with a byte order mark or white space, and end with what a scanner adds', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff\r\n \0'), samplePdf(), zeros(2000)]);
    expect(await passed(bytes)).toEqual({ kind: 'pdf', bytes });
  });

  const withObject = (object: Buffer | string) => {
    const [head = '', ...rest] = samplePdf().toString('latin1').split('trailer');
    const body = typeof object === 'string' ? object : object.toString('latin1');
    return Buffer.from([`${head}9 0 obj\n${body}\nendobj\n`, ...rest].join('trailer'), 'latin1');
  };
  const objectStream = (objects: string, packed = deflateSync(Buffer.from(objects))) =>
    Buffer.concat([
      Buffer.from(
        `<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} /Filter /FlateDecode >>`,
      ),
      Buffer.from('\nstream\r\n'),
      packed,
      Buffer.from('\nendstream'),
    ]);
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const padded = (dictionary: string): Buffer => {
    const [, ...stream] = objectStream(`9 0 ${script}`).toString('latin1').split('/Type /ObjStm');
    return Buffer.from(`${dictionary}${stream.join('')}`, 'latin1');
  };
  const dictionary = (...entries: string[]) =>
    `<< /Type /ObjStm /N 1 /First 4 /Length 90 ${entries.join(' ')} >>`;
  const streamOf = (head: string, packed: Buffer) =>
    Buffer.concat([Buffer.from(`${head}\nstream\n`, 'latin1'), packed, Buffer.from('\nendstream')]);
  const packedScript = deflateSync(Buffer.from(`9 0 ${script}`));
  /** Each row of 4 bytes behind a byte that says how it was told from the row before. */
  const predicted = (text: string): Buffer => {
    const rows = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
    const up = (row: number) =>
      Array.from({ length: 4 }, (_, i) => {
        const above = row === 0 ? 0 : (rows[row * 4 - 4 + i] ?? 0);
        return ((rows[row * 4 + i] ?? 0) - above + 256) % 256;
      });
    return Buffer.from(
      Array.from({ length: rows.length / 4 }, (_, row) => [row === 0 ? 0 : 2, ...up(row)]).flat(),
    );
  };

  it.each([
    ['a script', script],
    ['a script, its name in numbers', '<< /S /J#61va#53cript /JS (app.alert(1)) >>'],
    ['a program to start', '<< /S /Launch /F (cmd.exe) >>'],
    ['a file', '<< /Names << /EmbeddedFiles 7 0 R >> >>'],
    ['a form of programs', '<< /AcroForm << /XFA [ (a) 7 0 R ] >> >>'],
    ['a form to be sent', '<< /S/SubmitForm/F(https://example.org) >>'],
    ['a script within packed objects', objectStream(`9 0 ${script}`)],
    ['a script within packed objects, by numbers', objectStream('9 0 << /S /#4aavaScript >>')],
    [
      'a script within packed objects, long after they say so',
      padded(`<< /Type /ObjStm /Note (${'x'.repeat(600_000)})`),
    ],
    ['a script within packed objects, called so by numbers', padded('<< /Type /#4FbjStm')],
  ])('is marked where it carries %s', async (_, object) => {
    const bytes = withObject(object);
    expect((await passed(bytes)).kind).toBe('pdf');
    expect(await activeContentOf(bytes)).toBe('found');
    expect(await activeContentOf(bytes, 1)).toBe('found');
  });

  it('lets others go on while it is looked through, however large', async () => {
    const file = inspected(inParts(withObject(`(${'/J#61'.repeat(500_000)})`), LARGEST_FILE));
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    for await (const _part of file.content);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(5);
  });

  it('unpacks no more of packed objects than is bounded', async () => {
    const bomb = objectStream('', deflateSync(Buffer.alloc(9 * 1024 * 1024)));
    expect(await activeContentOf(withObject(bomb))).toBe('unknown');
  });

  it('is not marked for links, and for text that speaks of scripts', async () => {
    expect(await activeContentOf(samplePdf('What JavaScript is'))).toBe('none');
    expect(await activeContentOf(withObject('<< /S /URI /URI (https://example.org) >>'))).toBe(
      'none',
    );
    expect(await activeContentOf(withObject(objectStream('9 0 << /A 1 >>')))).toBe('none');
    expect(await activeContentOf(samplePng())).toBe('none');
  });

  it.each([
    ['encrypted', objectStream('', Buffer.from('8f1c'.repeat(40), 'hex'))],
    ['too large', objectStream(' '.repeat(9_000_000))],
  ])('says so where its objects cannot be looked into, as they are %s', async (_, object) => {
    expect(await activeContentOf(withObject(object), 65_536)).toBe('unknown');
  });

  it.each([
    [
      'twice',
      streamOf(dictionary('/Filter [/FlateDecode /FlateDecode]'), deflateSync(packedScript)),
    ],
    [
      'row by row as a picture',
      streamOf(
        dictionary('/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>'),
        deflateSync(predicted(`9 0 ${script}`)),
      ),
    ],
    [
      'behind a stream that is a text of its dictionary',
      Buffer.concat([
        Buffer.from(
          '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Note (stream\n',
          'latin1',
        ),
        deflateSync(Buffer.from('1 0 << >>')),
        streamOf(') >>', packedScript),
      ]),
    ],
    [
      'in letters of two digits each',
      streamOf(
        dictionary('/Filter /ASCIIHexDecode'),
        Buffer.from(Buffer.from(script).toString('hex')),
      ),
    ],
    [
      'behind a name that only some readers ask for',
      streamOf(
        '<< /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] >>',
        deflateSync(packedScript),
      ),
    ],
  ])('is not said to hold none where its objects are packed %s', async (_, object) => {
    expect(await activeContentOf(withObject(object))).toBe('unknown');
  });

  it.each([
    '<</Filter/FlateDecode/First 4/Length 9/N 1/Type/ObjStm>>',
    '<<\n/Type /ObjStm\n/N 1\n/First 4\n/Length 9 0 R\n/Filter [ /FlateDecode ]\n>>',
    '<</Type/ObjStm/N 1/First 4/Extends 7 0 R/Filter/FlateDecode/Length 9>>',
  ])('is known where its objects are packed as PDFs have them: %s', async (written) => {
    const harmless = streamOf(written, deflateSync(Buffer.from('9 0 << /A 1 >>')));
    expect(await activeContentOf(withObject(harmless))).toBe('none');
    expect(await activeContentOf(withObject(streamOf(written, packedScript)))).toBe('found');
  });

  it('is damaged when its end is far from its end', async () => {
    expect(await refusalOf(behind(samplePdf(), zeros(20_000)))).toBe('file-damaged');
  });
});

describe('a picture', () => {
  it('has its own end behind that of its thumbnail, and may have a film behind it', async () => {
    const thumbnail = sampleJpg();
    const camera = sampleJpg(thumbnail);
    expect((await passed(behind(camera, zeros(50_000)))).kind).toBe('jpg');
    const cut = camera.subarray(0, camera.length - 2);
    expect(cut.includes(Buffer.from('ffd9', 'hex'))).toBe(true);
    expect(await refusalOf(cut)).toBe('file-damaged');
  });

  it('is damaged when its first part is not its header, or it shows nothing', async () => {
    const signature = samplePng().subarray(0, 8);
    const end = pngChunk('IEND', zeros(0));
    const header = pngChunk('IHDR', zeros(13));
    expect(await refusalOf(Buffer.concat([signature, end]))).toBe('file-damaged');
    expect(await refusalOf(Buffer.concat([signature, header, end]))).toBe('file-damaged');
    expect(await refusalOf(Buffer.from('ffd8ffd9', 'hex'))).toBe('file-damaged');
  });
});

describe('a picture that says how large it is', () => {
  const pngOf = (width: number, height: number) => {
    const bytes = Buffer.from(samplePng());
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const jpgOf = (width: number, height: number) => {
    const bytes = Buffer.from(sampleJpg());
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };

  it.each([1, 1000])('has at most a hundred million pixels, in parts of %d bytes', async (size) => {
    expect(await refusalOf(pngOf(10_000, 10_000), size)).toBe('accepted as png');
    expect(await refusalOf(pngOf(10_000, 10_001), size)).toBe('file-too-many-pixels');
    expect(await refusalOf(pngOf(0xffffffff, 0xffffffff), size)).toBe('file-too-many-pixels');
    expect(await refusalOf(jpgOf(10_000, 10_000), size)).toBe('accepted as jpg');
    expect(await refusalOf(jpgOf(65_500, 65_500), size)).toBe('file-too-many-pixels');
  });
});

describe('a binary Word document', () => {
  it('is marked where it carries macros', async () => {
    const withMacros = compoundFile(['WordDocument', '_VBA_PROJECT']);
    expect(await activeContentOf(withMacros)).toBe('found');
    expect(await activeContentOf(sampleDoc())).toBe('none');
  });

  it('may hold a workbook, and may not say by whom it was written', async () => {
    expect((await passed(compoundFile(['Workbook', 'WordDocument']))).kind).toBe('doc');
    expect((await passed(compoundFile(['WordDocument', 'Workbook'], ''))).kind).toBe('doc');
  });

  it('is damaged when its stream or its directory is not there', async () => {
    expect(await refusalOf(compoundFile(['1Table']))).toBe('file-damaged');
    const elsewhere = compoundFile(['WordDocument']);
    elsewhere.writeUInt32LE(40_000, 48);
    expect(await refusalOf(elsewhere)).toBe('file-damaged');
  });
});

describe('a Word package', () => {
  const blank = (name: string, declaredSize: number) => ({
    name,
    data: zeros(1000),
    declaredSize,
  });

  it.each([
    ['a template from elsewhere', 'attachedTemplate'],
    ['an object of another program', 'oleObject'],
    ['a file', 'package'],
    ['a control', 'control'],
    ['a page in another format', 'aFChunk'],
  ])('is marked where it brings %s', async (_, type) => {
    const bytes = zipOf([...wordParts(), relationship(`${OFFICE}/${type}`)]);
    expect((await passed(bytes)).kind).toBe('docx');
    expect(await activeContentOf(bytes)).toBe('found');
  });

  it('is not known to bring nothing where its relationships are written to be overlooked', async () => {
    const type = `${OFFICE}/ole&#79;bject`;
    expect(await activeContentOf(zipOf([...wordParts(), relationship(type)]))).toBe('unknown');
    const { name, data } = relationship(`${OFFICE}/oleObject`);
    const wide = { name, data: Buffer.from(`\ufeff${data}`, 'utf16le') };
    expect(await activeContentOf(zipOf([...wordParts(), wide]))).toBe('unknown');
  });

  it('is not marked for links and pictures, whatever its parts are called', async () => {
    const parts = [
      ...wordParts(),
      relationship(`${OFFICE}/hyperlink`),
      { name: 'word/vbaProject.bin', data: samplePng() },
    ];
    expect(await activeContentOf(zipOf(parts))).toBe('none');
    expect(await activeContentOf(sampleDocx())).toBe('none');
  });

  it('may have parts that compress well', async () => {
    const picture = { name: 'word/media/1.bmp', data: zeros(100_000), isPacked: true };
    const parts = [...wordParts(), picture];
    expect((await passed(zipOf(parts))).kind).toBe('docx');
  });

  it.each([
    ['a hundred times its size', [...wordParts(), blank('a', 10_000_000)]],
    ['gigabytes', [...wordParts(), blank('a', 3_000_000_000), blank('b', 3_000_000_000)]],
    [
      'the same data again and again',
      [
        ...wordParts(),
        ...Array.from({ length: 50 }, (_, i) => ({ ...blank(`${i}`, 2000), declaredAt: 0 })),
      ],
    ],
    [
      'more parts than a document has',
      [
        ...wordParts(),
        ...Array.from({ length: 5000 }, (_, i) => ({ name: `${i}`, data: zeros(0) })),
      ],
    ],
  ])('is unsafe when it declares %s', async (_, parts) => {
    expect(await refusalOf(zipOf(parts), 65_536)).toBe('file-unsafe');
  });

  it('is unsafe when more comes out of a part than it declares', async () => {
    const bomb = { name: 'word/media/1.bmp', data: zeros(80_000_000), isPacked: true };
    const zip = zipOf([...wordParts(), { ...bomb, declaredSize: 10 }]);
    expect(zip.length).toBeLessThan(100_000);
    expect(await refusalOf(zip, 65_536)).toBe('file-unsafe');
  });

  it('is damaged when a part cannot be unpacked', async () => {
    const broken = { name: 'word/media/1.bmp', data: Buffer.alloc(100, 0xff), declaredSize: 2000 };
    expect(await refusalOf(zipOf([...wordParts(), broken]))).toBe('file-damaged');
  });

  it('is unsafe when its directory is larger than a document’s', async () => {
    const long = Array.from({ length: 4000 }, (_, i) => ({
      name: `${i}`.padStart(400, 'x'),
      data: zeros(0),
    }));
    expect(await refusalOf(zipOf([...wordParts(), ...long]), 65_536)).toBe('file-unsafe');
  });

  it('is read with a note behind its directory, and damaged with anything else there', async () => {
    expect((await passed(zipOf(wordParts(), 'made by hand'))).kind).toBe('docx');
    expect(await refusalOf(behind(sampleDocx(), zeros(10)))).toBe('file-damaged');
  });
});

describe('the size of a file', () => {
  const ofSize = (size: number) => {
    const pdf = samplePdf();
    const filler = Buffer.alloc(size - pdf.length, '%');
    const head = pdf.subarray(0, 9);
    return Buffer.concat([head, filler, pdf.subarray(9)]);
  };

  it('is 10 MB at most, to the byte', async () => {
    expect((await passed(ofSize(LARGEST_FILE), 65_536)).kind).toBe('pdf');
    expect(await refusalOf(ofSize(LARGEST_FILE + 1), 65_536)).toBe('file-too-large');
  });

  it.each([
    ['what is too large', behind(samplePdf().subarray(0, 20), zeros(4096)), LARGEST_FILE],
    ['what is of no kind', zeros(4096), 4096],
  ])('stops reading %s', async (_, first, limit) => {
    let given = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (let part: Buffer = first; ; part = zeros(4096)) {
          given += part.length;
          yield part;
        }
      } finally {
        isClosed = true;
      }
    }
    const reading = (async () => {
      for await (const _part of inspected(endless()).content);
    })();
    await expect(reading).rejects.toBeInstanceOf(Refusal);
    expect(given).toBeLessThanOrEqual(limit + 8192);
    expect(isClosed).toBe(true);
  });
});

it('hands on what broke the stream', async () => {
  const broken = new Error('The line went away');
  async function* breaking() {
    yield samplePdf();
    throw broken;
  }
  const reading = (async () => {
    for await (const _part of inspected(breaking()).content);
  })();
  await expect(reading).rejects.toBe(broken);
});

it.each(kinds)(
  'whatever became of a %s, it is taken or refused, and nothing breaks',
  async (_, bytes) => {
    const change = fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255) });
    const damage = fc.record({
      changes: fc.array(change, { minLength: 1, maxLength: 8 }),
      length: fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length)),
      partSize: fc.integer({ min: 1, max: bytes.length }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ changes, length, partSize }) => {
        const changed = Buffer.from(bytes);
        for (const { at, to } of changes) changed[at] = to;
        const outcome = await refusalOf(changed.subarray(0, length), partSize);
        expect(outcome).toMatch(/^(accepted as|file-(empty|kind|damaged|unsafe|too-many-pixels)$)/);
      }),
      { numRuns: 300 },
    );
  },
);
