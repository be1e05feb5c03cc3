import { describe, expect, it } from 'vitest';
import { comparisonPdf } from './comparisonPdf.js';
import { MARGIN } from './paper.js';
import { quotationPdf } from './quotationPdf.js';
import { hasPoppler, infoOf, marginsOf, pictureOf, textOf } from './testing/poppler.js';
import { addressee, forCar, forFamily, letterhead, sheet } from './testing/sampleSheets.js';
import { openTypefaces } from './typefaces.js';

const typefaces = openTypefaces();
const drawn = (...change: Parameters<typeof sheet>) => quotationPdf(sheet(...change), typefaces);

const compared = (...quotations: (typeof forCar)[]) =>
  comparisonPdf({ letterhead, addressee, quotations, day: '2026-11-21' }, typefaces);

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

describe.skipIf(!hasPoppler())('a quotation on paper', () => {
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
      'Page 1 of 1',
    ]) {
      expect(text).toContain(said);
    }
    expect(pagesOf(pdf)).toBe(1);
    expectInsideMargins(pdf);
  });

  it('leaves out what is not known, labels and all', async () => {
    const bare = { ...sheet(forFamily), letterhead: { name: 'Kaveri' } };
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
      typefaces,
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

  it('writes scripts of India beside each other', async () => {
    const pdf = await drawn(
      { insuranceCompany: 'स्टार हेल्थ Star Health' },
      { name: 'ശ്രീകുമാർ മേനോൻ', address: ['தமிழ் ஸ்ரீ, क्षत्रिय हिन्दी।', 'സ്ത്രീ ਪੰਜਾਬੀ శ్రీ'] },
    );
    const text = textOf(pdf);
    for (const word of ['ശ്രീകുമാർ', 'മേനോൻ', 'हेल्थ', 'தமிழ்', 'क्षत्रिय', 'സ്ത്രീ', 'ਪੰਜਾਬੀ']) {
      expect(text).toContain(word);
    }
    expectInsideMargins(pdf);
  });

  it('is not spoilt by what no font has, turns the writing, or piles up', async () => {
    const pdf = await drawn(
      { notes: `\u202edleiy\u202c \ud800 \u0000 中文 اردو a${'\u0301'.repeat(300)}` },
      { name: 'Asha 👨‍👩‍👧 Menon' },
    );
    expect(textOf(pdf)).toContain('dleiy');
    expect(pagesOf(pdf)).toBe(1);
    expectInsideMargins(pdf);
  });

  it('is the same, byte for byte, whenever it is drawn', async () => {
    const first = await drawn();
    await drawn({ notes: 'മലയാളം and another sheet in between' });
    expect((await quotationPdf(sheet(), openTypefaces())).equals(first)).toBe(true);
    expect((await drawn()).equals(first)).toBe(true);
  });

  it('tells programs its number and day, and nothing of its customer', async () => {
    const info = infoOf(await drawn());
    expect(info.get('Title')).toBe('QT-2026-27-15');
    expect([...info.values()].join()).not.toMatch(/Sreekumar|98470/);
  });
});

describe.skipIf(!hasPoppler())('a comparison on paper', () => {
  const dear = { ...forCar, quotationNumber: 'QT-2026-27-16', totalAmount: '1300000.00' };

  it('puts up to four side by side on one page, and marks the lowest total', async () => {
    const pdf = await compared(forCar, dear, { ...dear, status: 'accepted' }, forFamily);
    expect(pagesOf(pdf)).toBe(1);
    const text = textOf(pdf);
    expect(text).toContain('QT-2026-27-16');
    expect(text.match(/Lowest total/g)).toHaveLength(2);
    expect(text).not.toContain('Lowest premium');
    expectInsideMargins(pdf);
  });

  it('wraps long names in narrow columns', async () => {
    const long = { ...dear, insuranceCompany: 'W'.repeat(200) };
    expectInsideMargins(await compared(long, long, long, long));
  });
});
