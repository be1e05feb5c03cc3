import { describe, expect, it } from 'vitest';
import { SAMPLE_JPEG, samplePng } from '../agency/testing/sampleLogo.js';
import { comparisonPdf } from './comparisonPdf.js';
import { openFonts } from './fonts.js';
import { MARGIN } from './pdfBuilder.js';
import type { ComparedQuotation } from './pdfInputs.js';
import { quotationPdf } from './quotationPdf.js';
import { TYPE } from './styles.js';
import {
  hasPoppler,
  infoOf,
  marginsOf,
  pictureOf,
  structureOf,
  textOf,
  wordsOf,
} from './testing/poppler.js';
import {
  addressee,
  forCar,
  forFamily,
  input,
  letterhead,
  offered,
} from './testing/samplePdfInputs.js';

const fonts = openFonts();
const drawn = (...change: Parameters<typeof input>) => quotationPdf(input(...change), fonts);

const compared = (...quotations: ComparedQuotation[]) =>
  comparisonPdf({ letterhead, logo: null, addressee, quotations, day: '2026-11-21' }, fonts);

const pagesOf = (pdf: Buffer): number => Number(infoOf(pdf).get('Pages'));

/** Anti-aliased edges may reach one pixel out. */
const expectInsideMargins = (pdf: Buffer): void => {
  for (let page = 1; page <= pagesOf(pdf); page += 1) {
    const { left, right, top, bottom } = marginsOf(pictureOf(pdf, page));
    expect(Math.min(left, right)).toBeGreaterThanOrEqual(MARGIN.side - 2);
    expect(top).toBeGreaterThanOrEqual(MARGIN.top - 2);
    expect(bottom).toBeGreaterThanOrEqual(MARGIN.bottom - 2);
  }
};

it('no text of a PDF is smaller than 9 points', () => {
  for (const [name, { size }] of Object.entries(TYPE)) {
    expect(size, name).toBeGreaterThanOrEqual(9);
  }
});

describe.skipIf(!hasPoppler())('the PDF of a quotation', () => {
  it('says all that was quoted, on one page', async () => {
    const pdf = await drawn();
    const text = textOf(pdf).replace(/ +/g, ' ').replaceAll('\u00a0', ' ');
    for (const said of [
      ...Object.values(letterhead).slice(2),
      ...Object.values(addressee).flat(),
      'QT-2026-27-15',
      'Date 21 Nov 2026',
      'Valid until 21 Dec 2026',
      'Vehicle insurance',
      'KL 07 AB 1234',
      'Malabar General Insurance Company Limited',
      'Insured declared value (IDV) ₹6,50,000',
      'Premium before tax ₹10,46,243.64',
      'GST at 18 % (included in the premium) ₹1,88,323.86',
      'Premium ₹12,34,567.50',
      'Service charges ₹250.50',
      'Total ₹12,34,818.00',
      'Rupees Twelve Lakh Thirty-Four Thousand Eight Hundred Eighteen Only',
      'Zero depreciation and roadside assistance are included.',
      'This is a quotation, not a policy',
      'Insurance is the subject matter of solicitation',
      'Authorised signatory',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(said);
    }
    expect(pagesOf(pdf)).toBe(1);
    expectInsideMargins(pdf);
  });

  it.each([
    ['wide PNG', 600, 60, samplePng({ width: 600, height: 60, color: [13, 118, 110, 128] })],
    ['tall PNG', 40, 200, samplePng({ width: 40, height: 200 })],
    ['JPEG', 1, 1, SAMPLE_JPEG],
  ])('begins with the logo, a %s, within the margins', async (_, width, height, bytes) => {
    const logo = { sha256: 'a1', width, height, bytes };
    const pdf = await quotationPdf({ ...input(), logo }, fonts);
    expect(pdf.includes('/Subtype /Image')).toBe(true);
    expect(textOf(pdf)).toContain(letterhead.name.split(' ')[0]);
    expect(pagesOf(pdf)).toBe(1);
    expectInsideMargins(pdf);
  });

  it('has the notes in the lines in which they were typed', async () => {
    const notes = 'Zero depreciation.\n\n1. Roadside assistance\n2. Key replacement';
    const pdf = await drawn({ ...forCar, notes });
    const lines = textOf(pdf)
      .split('\n')
      .map((line) => line.trim());
    const at = lines.indexOf('Zero depreciation.');
    expect(lines.slice(at).filter(Boolean).slice(0, 3)).toEqual([
      'Zero depreciation.',
      '1. Roadside assistance',
      '2. Key replacement',
    ]);
    expect(lines[at + 1]).toBe('');
  });

  it('leaves out what is not known, labels and all', async () => {
    const bare = { ...input(forFamily), letterhead: { name: 'Kaveri' } };
    const pdf = await quotationPdf(
      {
        ...bare,
        addressee: { name: 'Asha', phone: '100', email: null, address: [] },
        quotation: {
          ...bare.quotation,
          policyType: null,
          insuranceCompany: null,
          sumAssured: '0.00',
          notes: null,
        },
      },
      fonts,
    );
    expect(textOf(pdf)).not.toMatch(
      /Licence|GSTIN|Policy type|Insurance company|Sum assured|NOTES|null|undefined/,
    );
  });

  it.each([
    [{ status: 'accepted' }, 'Accepted'],
    [{ status: 'rejected' }, 'Rejected'],
    [{ status: 'expired' }, 'Expired'],
    [{ isPastValidity: true }, 'Expired'],
  ] as const)('says how it stands: %o', async (change, word) =>
    expect(textOf(await drawn(change))).toMatch(new RegExp(`Quotation +${word}`)),
  );

  it('goes on on a second page under a head of its own, inside the margins', async () => {
    const pdf = await drawn({ notes: 'Please read every line of this. '.repeat(60) });
    expect(pagesOf(pdf)).toBe(2);
    expect(textOf(pdf)).toContain('QT-2026-27-15, continued');
    expect(textOf(pdf)).toContain('Page 2 of 2');
    expectInsideMargins(pdf);
  });

  it('wraps long names, and amounts as large as they can be', async () => {
    const pdf = await drawn(
      {
        insuranceCompany: 'W'.repeat(200),
        premiumAmount: '9999999999.99',
        serviceCharges: '9999999999.99',
        totalAmount: '19999999999.98',
        notes: 'm'.repeat(500),
      },
      { name: 'N'.repeat(200), address: ['x'.repeat(300), 'A long street '.repeat(20)] },
    );
    expect(textOf(pdf).match(/N/g)?.length).toBeGreaterThanOrEqual(200);
    expectInsideMargins(pdf);
  });

  it('writes the scripts of India beside each other', async () => {
    const pdf = await drawn(
      { insuranceCompany: 'स्टार हेल्थ Star Health', notes: 'ᱥᱟᱱᱛᱟᱲᱤ ᱑᱒ Santali 12, ꯃꯅꯤꯄꯨꯔꯤ ꯂꯣꯟ 34' },
      { name: 'ശ്രീകുമാർ മേനോൻ', address: ['தமிழ் ஸ்ரீ, क्षत्रिय हिन्दी।', 'സ്ത്രീ ਪੰਜਾਬੀ శ్రీ'] },
    );
    const text = textOf(pdf);
    for (const word of [
      ...['ശ്രീകുമാർ', 'മേനോൻ', 'हेल्थ', 'தமிழ்', 'क्षत्रिय', 'സ്ത്രീ', 'ਪੰਜਾਬੀ'],
      ...['ᱥᱟᱱᱛᱟᱲᱤ ᱑᱒ Santali 12', 'ꯃꯅꯤꯄꯨꯔꯤ ꯂꯣꯟ 34'],
    ]) {
      expect(text).toContain(word);
    }
    expectInsideMargins(pdf);
  });

  it('writes Urdu, Kashmiri and Sindhi from right to left', async () => {
    const pdf = await drawn(
      { insuranceCompany: 'اسٹار ہیلتھ Star Health' },
      { name: 'محمد رشید', address: ['گاندھی نگر', 'کوچی', 'کٲشِر زبان', 'سنڌي ٻولي'] },
    );
    // Poppler marks where the direction changes.
    const text = textOf(pdf).replace(/\p{Cf}/gu, '');
    for (const words of [
      ...['محمد رشید', 'گاندھی نگر', 'کوچی', 'زبان', 'سنڌي ٻولي'],
      'اسٹار ہیلتھ',
    ]) {
      expect(text).toContain(words);
    }
    expectInsideMargins(pdf);
  });

  it('puts words of both directions into visual order', async () => {
    const words = wordsOf(await drawn({}, { name: 'Mr محمد رشید (Kochi) 45' }));
    const { top } = words.find(({ seen }) => seen === 'Mr') ?? { top: Number.NaN };
    const line = words
      .filter((word) => Math.abs(word.top - top) < 5 && word.left < 300)
      .sort((one, other) => one.left - other.left);
    expect(line.map(({ seen }) => seen)).toEqual(['Mr', 'دیشر', 'دمحم', '(Kochi)', '45']);
  });

  it('begins notes at the right whose first letters do, line by line', async () => {
    const notes = `${'پالیسی میں حادثے کی صورت '.repeat(9)}4,500.00 روپے`;
    const words = wordsOf(await drawn({ notes }));
    const [first] = words.filter(({ seen }) => seen === 'یسیلاپ').sort((a, b) => b.right - a.right);
    expect(first?.right).toBeGreaterThan(595 - MARGIN.side - 1);
    // The end is on the last line, and further left the later it is read.
    const amount = words.find(({ seen }) => seen === '4,500.00');
    const rupees = words.find(({ seen }) => seen === 'ےپور');
    expect(amount?.top).toBeGreaterThan((first?.top ?? 0) + 10);
    expect(rupees?.right).toBeLessThan(amount?.left ?? 0);
  });

  it('is not spoilt by what no font has, turns the writing, or piles up', async () => {
    const pdf = await drawn(
      { notes: `\u202edleiy\u202c \ud800 \u0000 中文 a${'\u0301'.repeat(300)} משה 👍🏽!` },
      { name: 'Asha 👨‍👩‍👧 Menon' },
    );
    const text = textOf(pdf);
    expect(text).toContain('dleiy');
    expect(text).toContain('Asha Menon');
    // A letter is a dot to the eye, and still itself to who copies it.
    expect(text).toContain('中文');
    expect(pagesOf(pdf)).toBe(1);
    expectInsideMargins(pdf);
  });

  it('tells screen readers what each part is, in reading order', async () => {
    const pdf = await drawn({ notes: 'Please read every line of this. '.repeat(60) });
    const info = infoOf(pdf);
    expect(info.get('Tagged')).toBe('yes');
    expect(info.get('PDF version')).toBe('1.7');
    expect(pdf.includes('/Lang (en-IN)')).toBe(true);
    expect(pdf.includes('/DisplayDocTitle true')).toBe(true);
    const said = structureOf(pdf);
    const from = (start: string, count: number) => {
      const index = said.indexOf(start);
      return said.slice(index, index + count);
    };
    expect(said.slice(0, 3)).toEqual(['Document', 'P', '"Kaveri Insurance Brokers Pvt Ltd"']);
    expect(from('H1', 8)).toEqual([
      'H1',
      '"Quotation"',
      'Table',
      'TR',
      'TH',
      '/Scope /Row',
      '"Number"',
      'TD',
    ]);
    expect(from('"WHAT IT COSTS"', 7).concat(from('"Total"', 4))).toEqual([
      ...['"WHAT IT COSTS"', 'Table', 'TR', 'TH', '/Scope /Row', '"Premium before tax"', 'TD'],
      ...['"Total"', 'TD', 'P', '"₹12,34,818.00"'],
    ]);
    expect(from('L', 6)).toEqual(['L', '/ListNumbering /Decimal', 'LI', 'Lbl', '"1."', 'LBody']);
    expect(said.filter((line) => line === 'H2')).toHaveLength(5);
    // A paragraph over two pages is one, its words parted at the ends of lines; what every page
    // repeats is none of it.
    expect(
      said.filter((line) => /read every .* $|read every .* "$/.test(line)).length,
    ).toBeGreaterThan(9);
    expect(said.join()).not.toMatch(/continued|Page \d/);
  });

  it('gives whole words to screen readers, with their language', async () => {
    const pdf = await drawn({}, { name: 'محمد رشید' });
    for (const word of ['محمد', 'رشید']) {
      expect(pdf.includes(Buffer.from(word, 'utf16le').swap16())).toBe(true);
    }
    expect(pdf.includes('/Lang (ur)')).toBe(true);
  });

  it('is the same, byte for byte, whenever it is drawn', async () => {
    const first = await drawn();
    await drawn({ notes: 'മലയാളം اردو and another PDF in between' });
    expect((await quotationPdf(input(), openFonts())).equals(first)).toBe(true);
    expect((await drawn()).equals(first)).toBe(true);
  });

  it('has metadata of its number and day, and nothing of its customer', async () => {
    const info = infoOf(await drawn());
    expect(info.get('Title')).toBe('QT-2026-27-15');
    expect([...info.values()].join()).not.toMatch(/Sreekumar|98470/);
  });
});

describe.skipIf(!hasPoppler())('the PDF of a comparison', () => {
  const cheap = offered();
  const dear = offered({ quotationNumber: 'QT-2026-27-16', totalAmount: '1300000.00' });

  it('puts up to four side by side on one page, and marks the lowest total', async () => {
    const pdf = await compared(cheap, dear, { ...dear, status: 'accepted' }, cheap);
    expect(pagesOf(pdf)).toBe(1);
    const text = textOf(pdf);
    expect(text).toContain('QT-2026-27-16');
    expect(text.match(/Lowest total/g)).toHaveLength(2);
    expect(text).not.toContain('Lowest premium');
    expectInsideMargins(pdf);
  });

  it('marks none that has no premium as the lowest', async () => {
    const unpriced = { ...dear, premiumAmount: '0.00', totalAmount: '500.00' };
    const said = structureOf(await compared(cheap, dear, unpriced)).join(' ');
    expect(said).toContain(
      '"Total" TD P "₹12,34,818.00" P "Lowest total" TD P "₹13,00,000.00" TD P "Not quoted" TR',
    );
    expect(said).not.toContain('Lowest premium');
    expect(textOf(await compared(cheap, unpriced))).not.toContain('Lowest');
  });

  it('ranks none that has expired or became a policy', async () => {
    const over = { ...cheap, totalAmount: '1.00', premiumAmount: '1.00', sumAssured: '9900000.00' };
    for (const change of [{ isPastValidity: true }, { policyId: 7, status: 'accepted' as const }]) {
      const said = structureOf(await compared(cheap, { ...over, ...change }, dear)).join(' ');
      expect(said).toContain(
        '"Total" TD P "₹12,34,818.00" P "Lowest total" TD P "₹1.00" TD P "₹13,00,000.00" TR',
      );
      expect(said).not.toMatch(/Lowest premium|Highest cover/);
    }
  });

  it('says of a sum and a premium of zero that they were not quoted', async () => {
    const open = { ...dear, sumAssured: '0.00', premiumAmount: '0.00', gstAmount: '0.00' };
    const said = structureOf(await compared(cheap, open)).join(' ');
    expect(said.match(/"Not quoted"/g)).toHaveLength(3);
    expect(said).not.toContain('₹0.00');
  });

  it('tells screen readers to which quotation and row a figure belongs', async () => {
    const said = structureOf(await compared(cheap, dear)).join(' ');
    const head = (text: string) => `TH /Scope /Column "${text}"`;
    expect(said).toContain(
      `Table TR TD ${head('QT-2026-27-15')} ${head('QT-2026-27-16')} TR TH /Scope /Row`,
    );
    expect(said).toContain(
      'TH /Scope /Row "Total" TD P "₹12,34,818.00" P "Lowest total" TD P "₹13,00,000.00" TR',
    );
  });

  it('wraps long names in narrow columns', async () => {
    const long = { ...dear, insuranceCompany: 'W'.repeat(200) };
    expectInsideMargins(await compared(long, long, long, long));
  });
});
