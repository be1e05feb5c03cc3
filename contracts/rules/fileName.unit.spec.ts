import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_NAME_BYTES, safeFileName } from './fileName.js';

const pdf = (raw: string) => safeFileName(raw, ['pdf']);
const jpg = (raw: string) => safeFileName(raw, ['jpg', 'jpeg']);

describe('the name of an uploaded file', () => {
  it.each([
    ['Policy 2026.pdf', 'Policy 2026.pdf'],
    ['SCAN.PDF', 'SCAN.PDF'],
    ['ആധാർ കാർഡ്.pdf', 'ആധാർ കാർഡ്.pdf'],
    ['पॉलिसी.pdf', 'पॉलिसी.pdf'],
    ['C:\\Users\\Anitha\\My documents\\kyc.pdf', 'kyc.pdf'],
    ['/etc/passwd', 'passwd.pdf'],
    ['../../secret.pdf', 'secret.pdf'],
    ['..', 'document.pdf'],
    ['', 'document.pdf'],
    ['   ', 'document.pdf'],
    ['folder/', 'document.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['.pdf', 'document.pdf'],
    ['\u3164.pdf', 'document.pdf'],
    ['invoice.pdf.exe', 'invoice.pdf.exe.pdf'],
    ['a"b\r\nSet-Cookie: x.pdf', 'a_b Set-Cookie_ x.pdf'],
    ['bill\u202efdp.exe', 'billfdp.exe.pdf'],
    ['zero\u200bwidth\ufeff.pdf', 'zerowidth.pdf'],
    ['CON', '_CON.pdf'],
    ['con.pdf', '_con.pdf'],
    ['con .pdf', '_con.pdf'],
    ['con .2026.pdf', '_con .2026.pdf'],
    ['LPT1.report.pdf', '_LPT1.report.pdf'],
    ['console.pdf', 'console.pdf'],
    ['half \ud800 of a character.pdf', 'half \ufffd of a character.pdf'],
  ])('%j is stored as %j', (raw, name) => {
    expect(pdf(raw)).toBe(name);
  });

  it('keeps any ending of its kind, and gets the usual one otherwise', () => {
    expect(jpg('one.JPEG')).toBe('one.JPEG');
    expect(jpg('two.jpg')).toBe('two.jpg');
    expect(jpg('three.png')).toBe('three.png.jpg');
    expect(jpg('jpg')).toBe('jpg.jpg');
  });

  it('keeps the joiners that scripts of India are written with', () => {
    expect(pdf('ശ്രീ\u200dമതി\u200c.pdf')).toBe('ശ്രീ\u200dമതി\u200c.pdf');
  });

  it('is cut between letters, its ending kept', () => {
    expect(pdf(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(FILE_NAME_BYTES - 4)}.pdf`);
    const syllable = 'ക്ഷി';
    const cut = pdf(`${syllable.repeat(100)}.pdf`);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(FILE_NAME_BYTES);
    expect(cut.slice(0, -'.pdf'.length).replaceAll(syllable, '')).toBe('');
  });
});

describe('whatever a file was called', () => {
  const hostile = fc.constantFrom(
    ...['/', '\\', '..', '.', '"', "'", '\r\n', '\0', '\u202e', '\u2066', '\u200f', '%2f', ';'],
    ...['con', 'AUX', 'com1', '.pdf', '.exe', ' ', '\u00a0', '\ud800', '\u{e0041}', '😀', 'ക്ഷ'],
  );
  const any = fc.string({ unit: 'binary', maxLength: 40 });
  const names = fc
    .array(fc.oneof(hostile, any, fc.string({ unit: 'grapheme' })), { maxLength: 60 })
    .map((parts) => parts.join(''));

  it('its name is safe to keep, to show and to send', () => {
    fc.assert(
      fc.property(names, (raw) => {
        const name = pdf(raw);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(FILE_NAME_BYTES);
        expect(name).toMatch(/^[^.\s].*\.pdf$/isu);
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}<>:"|?*\\/\u2028\u2029]/u);
        expect(name).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\s*(?:\.|$)/iu);
        expect(name.normalize('NFC')).toBe(name);
        expect(pdf(name)).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });
});
