import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePdf, type ZipPart, zipOf } from '../../documents/testing/sampleFiles.js';
import { odsOf, xlsxOf } from '../testing/workbooks.js';
import { openArchive } from './archive.js';
import { filesByName } from './archivedFiles.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

const opened = async (content: Buffer) => {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  return openArchive(path);
};
const zipped = (...parts: readonly ZipPart[]) => opened(zipOf(parts));
const file = (name: string): ZipPart => ({ name, data: samplePdf(name) });

describe('a ZIP that is opened', () => {
  it('has its files, without folders and what systems leave in it', async () => {
    const archive = await zipped(
      { name: 'R1/', data: Buffer.alloc(0) },
      file('R1/kyc.pdf'),
      file('__MACOSX/R1/._kyc.pdf'),
      file('R1/.DS_Store'),
      file('Thumbs.db'),
    );
    expect([...(archive?.sizes.keys() ?? [])]).toEqual(['R1/kyc.pdf']);
    const stream = await archive?.read('R1/kyc.pdf');
    expect(stream && (await text(stream))).toMatch(/^%PDF/);
    archive?.close();
  });

  it('is none where it is a workbook, or no ZIP', async () => {
    const tabs = [{ name: 'A', rows: [['Name'], ['Meera']] }];
    expect(await opened(await xlsxOf(tabs))).toBeNull();
    expect(await opened(await odsOf(tabs))).toBeNull();
    expect(await opened(Buffer.from('Name,Phone'))).toBeNull();
  });

  it.each([
    ['is cut off', zipOf([file('a.pdf')]).subarray(0, 90), /damaged, or its end is missing/],
    ['leads out of it', zipOf([file('../a.pdf')]), /damaged/],
    ['begins at the root', zipOf([file('/etc/passwd')]), /damaged/],
    ['has no files', zipOf([{ name: 'R1/', data: Buffer.alloc(0) }]), /no files/],
    [
      'has too many files',
      zipOf(Array.from({ length: 5_001 }, (_, n) => ({ name: `${n}`, data: Buffer.alloc(0) }))),
      /more than 5,000 files/,
    ],
    [
      'unpacks to far more than it is',
      zipOf([{ name: 'a.pdf', data: Buffer.alloc(65 * 1024 ** 2), isPacked: true }]),
      /unpacks to far more/,
    ],
  ])('is refused where it %s', async (_what, content, sentence) => {
    await expect(opened(content)).rejects.toThrow(sentence);
  });

  it('gives no more of a file than its directory says', async () => {
    const data = Buffer.alloc(5 * 1024 ** 2, 'x');
    const archive = await zipped({ name: 'a.pdf', data, isPacked: true, declaredSize: 1_000 });
    const stream = await archive?.read('a.pdf');
    await expect(stream && text(stream)).rejects.toThrow();
    archive?.close();
  });
});

describe('a file is known', () => {
  const files = filesByName(
    ['R1/kyc.pdf', 'R2/kyc.pdf', 'R2/Pan Card.PDF'].map((path) => ({
      path,
      fault: null,
      identity: null,
    })),
  );
  it.each([
    ['R1/kyc.pdf', 'R1/kyc.pdf'],
    ['.\\r1\\KYC.pdf', 'R1/kyc.pdf'],
    [' pan card.pdf ', 'R2/Pan Card.PDF'],
  ])('by %s', (name, path) => expect(files.require(name).path).toBe(path));

  it('not where it is none, or could be several', () => {
    expect(() => files.require('aadhaar.pdf')).toThrow('The ZIP has no file of this name.');
    expect(() => files.require('kyc.pdf')).toThrow('Write the folder before it.');
    expect(() => filesByName([]).require('kyc.pdf')).toThrow('into one ZIP');
  });
});
