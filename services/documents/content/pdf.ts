import { damagedFile } from './fileRefusals.js';
import { fileTail } from './fileTail.js';
import type { Inspector } from './inspector.js';

/** The mark of the end, and what scanners and mail servers leave behind it. */
const END_WITHIN_BYTES = 4096;

/** A PDF whose end is there. */
export function pdfInspector(): Inspector {
  const tail = fileTail(END_WITHIN_BYTES);
  return {
    look: tail.add,
    conclude() {
      if (!tail.bytes().includes('%%EOF')) throw damagedFile();
    },
  };
}
