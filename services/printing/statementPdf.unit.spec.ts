import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFonts } from './fonts.js';
import { type StatementPdfInput, statementPdf } from './statementPdf.js';
import {
  hasPoppler,
  infoOf,
  marginsOf,
  pictureOf,
  structureOf,
  textOf,
} from './testing/poppler.js';
import { letterhead } from './testing/samplePdfInputs.js';

const fonts = openFonts();
const draw = (change: Partial<StatementPdfInput> = {}): Promise<Buffer> =>
  statementPdf(
    {
      ...{ letterhead, logo: null, title: 'What we hold', lines: ['Made for you'] },
      ...{ addressee: null, day: '2026-11-27', parts: [], attachment: null },
      ...change,
    },
    fonts,
  );
const facts = (title: string, ...rows: [string, string][]) =>
  ({ kind: 'facts', title, facts: rows }) as const;

describe.skipIf(!hasPoppler())('a statement', () => {
  it('says its parts in order, to a screen reader, too', async () => {
    const pdf = await draw({
      parts: [
        { kind: 'heading', text: 'Policies', note: 'To serve them.' },
        facts('Health policy', ['Policy number', 'H/1'], ['Premium', '₹12,34,567.50']),
        { kind: 'table', headings: ['Who'], shares: [1], rows: [['Star Health']] },
      ],
    });
    expect(structureOf(pdf).join(' ')).toMatch(
      /H1 "What we hold".* H2 "Policies" P "To serve them\." H3 "Health policy" Table TR .*"Policy number" TD P "H\/1" .*"Premium" TD P "₹12,34,567\.50" Table TR .*"Who" TR TD P "Star Health"/,
    );
    expect(infoOf(pdf).get('Page size')).toContain('A4');
  });

  it('marks what is in no list any more', async () => {
    const part = { ...facts('Vehicle policy', ['Number', 'M/1']), mark: 'Deleted' };
    expect(textOf(await draw({ parts: [part] }))).toMatch(/Vehicle policy\s+Deleted/);
  });

  it('writes names in the scripts of the country', async () => {
    const names = ['ശ്രീദേവി നായർ', 'लक्ष्मी देवी'];
    const parts = names.map((name) => facts(name, ['Name', name]));
    const text = textOf(await draw({ parts }));
    for (const name of names) expect(text).toContain(name);
  });

  it('goes on on the next page, where a table begins with its head, within the margins', async () => {
    const rows = Array.from({ length: 120 }, (_, nth) => [`${nth}. change`, 'Phone\nchanged']);
    const parts = [{ kind: 'table', headings: ['When', 'What'], shares: [1, 3], rows }] as const;
    const pdf = await draw({ parts });
    const pages = Number(infoOf(pdf).get('Pages'));
    expect(pages).toBeGreaterThan(3);
    const text = textOf(pdf);
    expect(text.match(/When\s+What/g)).toHaveLength(pages);
    for (const nth of [0, 60, 119]) expect(text).toContain(`${nth}. change`);
    expect(text).toContain(`Page ${pages} of ${pages}`);
    for (const page of [1, pages]) {
      const { left, right, top, bottom } = marginsOf(pictureOf(pdf, page));
      expect(Math.min(left, right, top, bottom)).toBeGreaterThan(30);
    }
  });

  it('wraps what is long, and keeps the lines of what has several', async () => {
    const long = 'Knee operation in 2020, and what was said about it '.repeat(6).trim();
    const text = textOf(await draw({ parts: [facts('Notes', ['Note', `${long}\nSecond line`])] }));
    expect(text.replace(/\s+/g, ' ')).toContain(`${long} Second line`);
  });

  it('carries a file, and is the same each time', async () => {
    const content = JSON.stringify({ name: 'ശ്രീദേവി', path: ['='.repeat(500)] });
    const attachment = {
      ...{
        name: 'dossier.json',
        description: 'The dossier',
        mimeType: 'application/json',
        content,
      },
    };
    const pdf = await draw({ attachment });
    expect(pdf.equals(await draw({ attachment }))).toBe(true);
    const folder = await mkdtemp(join(tmpdir(), 'insuremanager-statement-'));
    try {
      await writeFile(join(folder, 'a.pdf'), pdf);
      execFileSync('pdfdetach', ['-saveall', '-o', folder, join(folder, 'a.pdf')]);
      expect(await readFile(join(folder, 'dossier.json'), 'utf8')).toBe(content);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
