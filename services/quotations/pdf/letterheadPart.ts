import { COLORS, TYPE } from './look.js';
import type { Paper } from './paper.js';
import type { Letterhead } from './sheets.js';

const present = (lines: readonly (string | undefined)[]): string[] =>
  lines.filter((line): line is string => line !== undefined && line.trim() !== '');

/** What the brokerage is registered as: `Licence IRDAI/DB 123/45`, `GSTIN 32…`. */
export const registrations = ({ licence, gstin }: Letterhead): string[] =>
  present([licence && `Licence ${licence}`, gstin && `GSTIN ${gstin}`]);

/** The head of the first page: who sends it on the left, how to reach them on the right. */
export function drawLetterhead(paper: Paper, letterhead: Letterhead): void {
  const { ink, left, width, y: top } = paper;
  const contacts = present([letterhead.phone, letterhead.email, letterhead.website]);
  const right = contacts.length > 0 ? 190 : 0;
  const nameWidth = width - right - (right > 0 ? 24 : 0);

  let y = top;
  y += ink.write(letterhead.name, TYPE.brand, { x: left, y, width: nameWidth }) + 2;
  const below = present([letterhead.address, registrations(letterhead).join('  ·  ')]);
  for (const line of below) y += ink.write(line, TYPE.small, { x: left, y, width: nameWidth });

  let beside = top + (TYPE.brand.leading - TYPE.small.leading) / 2;
  for (const line of contacts) {
    const place = { x: left + width - right, y: beside, width: right, align: 'right' } as const;
    beside += ink.write(line, TYPE.small, place);
  }

  paper.moveTo(Math.max(y, beside) + 9);
  paper.rule(COLORS.brand, 1.4);
  paper.skip(18);
}
