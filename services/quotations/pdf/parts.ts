import { TYPE } from './look.js';
import type { Paper } from './paper.js';
import type { Addressee } from './sheets.js';
import { standingOf } from './wording.js';

/** A small heading in capitals over what follows, which begins on the same page. */
export function drawHeading(paper: Paper, words: string, room = 40): void {
  paper.need(TYPE.heading.leading + room);
  const { ink, left, width, y } = paper;
  const place = { x: left, y, width };
  paper.skip(ink.write(words.toUpperCase(), TYPE.heading, place, 'heading') + 3);
}

/** Name, address, and how to reach them, one below the other; the height of it all. */
export function drawAddressee(
  { ink }: Paper,
  addressee: Addressee,
  place: { x: number; y: number; width: number },
): number {
  let { y } = place;
  y += ink.write(addressee.name, TYPE.lead, { ...place, y });
  for (const line of addressee.address) y += ink.write(line, TYPE.body, { ...place, y });
  const contacts = [addressee.phone, addressee.email].filter(Boolean).join('  ·  ');
  if (contacts !== '') y += ink.write(contacts, TYPE.quiet, { ...place, y });
  return y - place.y;
}

/** How a quotation stands, as a word in a tinted box. Nothing while it is open. */
export function drawStanding(
  { ink, box }: Paper,
  quotation: Parameters<typeof standingOf>[0],
  { x, y }: { x: number; y: number },
): void {
  const standing = standingOf(quotation);
  if (!standing) return;
  const style = { ...TYPE.mark, size: 8.5, leading: 17, color: standing.color };
  const width = ink.widthOf(standing.word, style) + 16;
  box(standing.wash, { x, y, width, height: 17 });
  ink.write(standing.word, style, { x, y, width, align: 'center' });
}
