import { describe, expect, it } from 'vitest';
import { contentDisposition } from './contentDisposition.js';

describe('how a file is to be saved', () => {
  it('keeps a plain name as it is', () => {
    expect(contentDisposition('attachment', 'PAN card (1).pdf')).toBe(
      `attachment; filename="PAN card (1).pdf"; filename*=UTF-8''PAN%20card%20%281%29.pdf`,
    );
  });

  it('gives a name in any script, and plain letters beside it', () => {
    expect(contentDisposition('inline', 'ആധാർ é.pdf')).toBe(
      `inline; filename="_ e.pdf"; filename*=UTF-8''${encodeURIComponent('ആധാർ é.pdf')}`,
    );
  });

  it.each([
    'a"; filename="b.exe',
    'a\r\nSet-Cookie: x=1',
    "a'b*c!.pdf",
    'a\\b.pdf',
    'a%22b;.pdf',
    '\u202Efdp.exe',
    'half \ud800 of a character',
    '',
  ])('holds %j', (fileName) => {
    const header = contentDisposition('attachment', fileName);
    expect(header).toMatch(/^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w.~%-]*$/);
    const [, encoded = ''] = header.split("UTF-8''");
    expect(decodeURIComponent(encoded)).toBe(fileName.replace('\ud800', '\ufffd'));
  });
});
