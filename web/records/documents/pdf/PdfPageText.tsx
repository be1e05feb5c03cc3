import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface PdfPageTextProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Of the page, in CSS pixels; more than 0. */
  width: number;
}

interface LaidText {
  page: PDFPageProxy;
  layer: TextLayer;
}

const viewportOf = (page: PDFPageProxy, width: number) =>
  page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });

/** How many CSS pixels a unit of the page has, as the style sheet and pdf.js count on it. */
function scaleTo(container: HTMLElement, page: PDFPageProxy, width: number) {
  const scale = viewportOf(page, width).scale * page.userUnit;
  container.style.setProperty('--total-scale-factor', String(scale));
}

/**
 * What is written on a page, unseen over its drawing, letter over letter: to be read aloud,
 * selected, copied and found. A page that is a scan has nothing here. It stays when the page is
 * out of sight, so that the browser finds it there, and a selection is kept.
 */
export function PdfPageText({ pdf, number, width }: PdfPageTextProps) {
  const container = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<LaidText | null>(null);
  const lay = useEffectEvent((page: PDFPageProxy, target: HTMLElement): LaidText => {
    scaleTo(target, page, width);
    const viewport = viewportOf(page, width);
    const textContentSource = page.streamTextContent();
    return { page, layer: new TextLayer({ textContentSource, container: target, viewport }) };
  });

  useEffect(() => {
    const target = container.current;
    if (!target) return;
    let isLeft = false;
    let stop = () => {};
    const begin = async () => {
      const page = await pdf.getPage(number);
      if (isLeft) return;
      const laid = lay(page, target);
      stop = () => laid.layer.cancel();
      await laid.layer.render();
      if (!isLeft) setText(laid);
    };
    // The drawing is there without it, and tells of a page that cannot be read at all.
    begin().catch(() => {});
    return () => {
      isLeft = true;
      stop();
      target.replaceChildren();
      setText(null);
    };
  }, [pdf, number]);

  useEffect(() => {
    if (!text || !container.current) return;
    scaleTo(container.current, text.page, width);
    text.layer.update({ viewport: viewportOf(text.page, width) });
  }, [text, width]);

  return <div ref={container} className="pdf-page-text" data-state={text ? 'laid' : 'waiting'} />;
}
