import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { PdfPageText } from './PdfPageText';
import type { PageSize } from './usePdf';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** What it is taken for until it is drawn. */
  expected: PageSize;
  /** In CSS pixels. */
  width: number;
  /** Over it, such as a mark. */
  children?: ReactNode;
}

/** How far from sight a page is drawn, so that it is there when it comes. */
const AHEAD = '600px';

/** So many pages can be read and searched without having been in sight; of more, the memory counts. */
const READ_AT_ONCE = 100;

function useIsNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { root: ref.current.closest('.pdf-pages'), rootMargin: AHEAD },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}

/** One page, drawn as it comes near; what is out of sight holds its place and its text, no drawing. */
export function PdfPage({ pdf, number, expected, width, children }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(frame);
  const [isRead, setRead] = useState(number <= READ_AT_ONCE);
  if (isNear && !isRead) setRead(true);
  const [size, setSize] = useState(expected);
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');

  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !target || width <= 0) return;
    let stop = () => {};
    let isLeft = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (isLeft) return;
      const natural = page.getViewport({ scale: 1 });
      setSize({ width: natural.width, height: natural.height });
      const scale = (width / natural.width) * window.devicePixelRatio;
      const viewport = page.getViewport({ scale });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (!isLeft) setState('drawn');
    };
    draw().catch(() => {
      if (!isLeft) setState('failed');
    });
    return () => {
      isLeft = true;
      stop();
      target.width = 0;
      target.height = 0;
      setState('waiting');
    };
  }, [pdf, number, width, isNear]);

  return (
    <div
      ref={frame}
      className="pdf-page"
      data-page={number}
      data-state={state}
      style={{ width, height: (width * size.height) / size.width }}
    >
      <canvas
        ref={canvas}
        width={0}
        height={0}
        role="img"
        aria-label={`Page ${number} of ${pdf.numPages}`}
      />
      {isRead && width > 0 && <PdfPageText pdf={pdf} number={number} width={width} />}
      {children}
      {state === 'failed' && <p className="muted">This page cannot be shown.</p>}
    </div>
  );
}
