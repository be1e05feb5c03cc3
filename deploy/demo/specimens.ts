/** What the demo's people hand in: small files that any program opens, and nobody takes for real. */
import { crc32, deflateSync } from 'node:zlib';

/** A page with a few lines of Latin text: a heading and what stands below it. */
export function specimenPdf(lines: readonly string[]): Buffer {
  const escaped = lines.map((line) => line.replace(/[\\()]/g, '\\$&'));
  const drawn = escaped.map((line, at) =>
    at === 0
      ? `BT /F1 20 Tf 56 760 Td (${line}) Tj ET`
      : `BT /F1 11 Tf 56 ${740 - at * 18} Td (${line}) Tj ET`,
  );
  const frame = '0.06 0.46 0.43 RG 1 w 40 400 515 410 re S';
  const page = [frame, ...drawn].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const WIDTH = 480;
const HEIGHT = 300;

/** A card of a colour of its own, with the place of a photo and of some lines on it. */
export function specimenCard(seed: number): Buffer {
  const base = [200 + (seed % 40), 214 + (seed % 30), 210 + (seed % 45)];
  const photo = [150 - (seed % 40), 165 - (seed % 30), 175 - (seed % 20)];
  const ink = [60, 84, 88];
  const colorAt = (x: number, y: number): readonly number[] => {
    if (y < 44) return [15, 118 + (seed % 12), 110];
    if (x > 28 && x < 148 && y > 80 && y < 236) return photo;
    const isLine = x > 180 && x < 420 - ((y * seed) % 120) && (y - 96) % 34 < 10 && y > 90;
    return isLine && y < 250 ? ink : base;
  };
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      for (const [channel, value] of colorAt(x, y).entries()) rows[at + channel] = value;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
