import type PDFDocument from 'pdfkit';

/** What each part is to a reader, and the element of a tagged PDF that says so (ISO 32000-1, 14.8.4). */
const ELEMENTS = {
  title: { type: 'H1' },
  heading: { type: 'H2' },
  paragraph: { type: 'P' },
  table: { type: 'Table' },
  row: { type: 'TR' },
  rowHead: { type: 'TH', attributes: { O: 'Table', Scope: 'Row' } },
  columnHead: { type: 'TH', attributes: { O: 'Table', Scope: 'Column' } },
  cell: { type: 'TD' },
  list: { type: 'L', attributes: { O: 'List', ListNumbering: 'Decimal' } },
  item: { type: 'LI' },
  itemNumber: { type: 'Lbl' },
  itemText: { type: 'LBody' },
} as const;
export type Role = keyof typeof ELEMENTS;

/** What glyphs alone would not tell, and its language (BCP 47), where that is not the paper's. */
export interface Saying {
  readonly says: string;
  readonly language: string | null;
}

/**
 * What a paper says, part by part in the order in which it is read, beside how it looks: for screen
 * readers, and for programs that reflow or copy it.
 */
export interface Structure {
  /** What is drawn meanwhile, on however many pages, is in a part of its own of the one around it. */
  within(role: Role, draw: () => void): void;
  /** What is drawn meanwhile says this as a whole, in whichever order it is drawn. */
  asWhole(saying: Saying, draw: () => void): void;
  /**
   * What is drawn meanwhile, on one page, is what the part around it says: as its glyphs tell, or in
   * these words.
   */
  content(saying: Saying | null, draw: () => void): void;
  /** What is drawn meanwhile, on one page, says nothing: lines, and what is repeated on each page. */
  decoration(kind: 'Layout' | 'Pagination', draw: () => void): void;
  /** No part can be added any more. */
  finish(): void;
}

type Element = PDFKit.PDFStructureElement & {
  // What pdfkit's types do not tell.
  readonly dictionary: { readonly data: Record<string, unknown> };
};

const spanOf = ({ says, language }: Saying) => ({
  actual: says,
  ...(language === null ? {} : { lang: language }),
});

export function structureOf(doc: typeof PDFDocument.prototype): Structure {
  const whole = doc.struct('Document');
  let around = whole;
  let isDecoration = false;

  const inside = (element: PDFKit.PDFStructureElement, draw: () => void): void => {
    const outer = around;
    outer.add(element);
    around = element;
    draw();
    around = outer;
  };

  return {
    within(role, draw) {
      if (isDecoration) return draw();
      const { type, ...more } = ELEMENTS[role];
      const element = doc.struct(type) as Element;
      if ('attributes' in more) element.dictionary.data.A = more.attributes;
      inside(element, draw);
    },
    asWhole(saying, draw) {
      if (isDecoration) return draw();
      inside(doc.struct('Span', spanOf(saying)), draw);
    },
    content(saying, draw) {
      const options = saying ? spanOf(saying) : {};
      if (!isDecoration) {
        const tag = saying ? 'Span' : ((around as Element).dictionary.data.S as string);
        around.add(doc.markStructureContent(tag, options));
      } else if (saying) {
        doc.markContent('Span', options);
      }
      draw();
      if (!isDecoration || saying) doc.endMarkedContent();
    },
    decoration(kind, draw) {
      if (isDecoration) return draw();
      isDecoration = true;
      doc.markContent('Artifact', { type: kind });
      draw();
      doc.endMarkedContent();
      isDecoration = false;
    },
    finish() {
      doc.addStructure(whole);
    },
  };
}
