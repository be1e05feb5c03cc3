import type PDFDocument from 'pdfkit';

/** The roles of texts, and the elements of a tagged PDF for them (ISO 32000-1, 14.8.4). */
const ELEMENTS = {
  title: { type: 'H1' },
  heading: { type: 'H2' },
  subheading: { type: 'H3' },
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

/** A text that glyphs alone do not show, and its language (BCP 47) if not the document's. */
export interface ActualText {
  readonly text: string;
  readonly language: string | null;
}

/**
 * The logical structure of a tagged PDF: what it says, element by element in reading order, for
 * screen readers, and for programs that reflow or copy it. Each method takes what is drawn inside.
 */
export interface Structure {
  /** An element inside the current one, on however many pages. */
  element(role: Role, draw: () => void): void;
  /** An element that says this as a whole, in whichever order it is drawn. */
  span(actualText: ActualText, draw: () => void): void;
  /** Content of the current element, on one page: as its glyphs show, or with an actual text. */
  content(actualText: ActualText | null, draw: () => void): void;
  /** No content, on one page: lines, and what is repeated on each page. */
  artifact(kind: 'Layout' | 'Pagination', draw: () => void): void;
  /** Nothing can be added any more. */
  finish(): void;
}

type Element = PDFKit.PDFStructureElement & {
  // What pdfkit's types leave out.
  readonly dictionary: { readonly data: Record<string, unknown> };
};

const spanOf = ({ text, language }: ActualText) => ({
  actual: text,
  ...(language === null ? {} : { lang: language }),
});

export function structureOf(doc: typeof PDFDocument.prototype): Structure {
  const root = doc.struct('Document');
  let current = root;
  let isArtifact = false;

  const inside = (element: PDFKit.PDFStructureElement, draw: () => void): void => {
    const outer = current;
    outer.add(element);
    current = element;
    draw();
    current = outer;
  };

  return {
    element(role, draw) {
      if (isArtifact) return draw();
      const { type, ...more } = ELEMENTS[role];
      const element = doc.struct(type) as Element;
      if ('attributes' in more) element.dictionary.data.A = more.attributes;
      inside(element, draw);
    },
    span(actualText, draw) {
      if (isArtifact) return draw();
      inside(doc.struct('Span', spanOf(actualText)), draw);
    },
    content(actualText, draw) {
      const options = actualText ? spanOf(actualText) : {};
      if (!isArtifact) {
        const tag = actualText ? 'Span' : ((current as Element).dictionary.data.S as string);
        current.add(doc.markStructureContent(tag, options));
      } else if (actualText) {
        doc.markContent('Span', options);
      }
      draw();
      if (!isArtifact || actualText) doc.endMarkedContent();
    },
    artifact(kind, draw) {
      if (isArtifact) return draw();
      isArtifact = true;
      doc.markContent('Artifact', { type: kind });
      draw();
      doc.endMarkedContent();
      isArtifact = false;
    },
    finish() {
      doc.addStructure(root);
    },
  };
}
