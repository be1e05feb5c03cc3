import { ZoomIn, ZoomOut, ZoomToFit } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { IconButton } from '../../../ui/IconButton';
import { useElementSize } from '../../../ui/useElementSize';
import { PdfPage } from './PdfPage';
import { usePdf } from './usePdf';
import { useSteadySelection } from './useSteadySelection';
import './pdfPages.css';

interface PdfPagesProps {
  file: Blob;
  fileName: string;
  onFailed: () => void;
}

/** Widths of a page, as a multiple of the width there is. */
const ZOOMS = [1, 1.5, 2, 3] as const;

/** The pages of a PDF, one under another. */
export default function PdfPages({ file, fileName, onFailed }: PdfPagesProps) {
  const open = usePdf(file, onFailed);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementSize(scroller).width;
  useSteadySelection(scroller);
  const [zoom, setZoom] = useState(0);
  const pages = Array.from({ length: open?.pdf.numPages ?? 0 }, (_, index) => index + 1);
  return (
    <>
      <div className="pdf-tools">
        <span className="muted tabular" role="status">
          {open ? (pages.length === 1 ? '1 page' : `${pages.length} pages`) : 'Opening…'}
        </span>
        <Zoom zoom={zoom} onZoom={setZoom} />
      </div>
      <section
        ref={scroller}
        className="pdf-pages"
        aria-label={`Pages of ${fileName}`}
        aria-busy={!open}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        {open &&
          pages.map((number) => (
            <PdfPage
              key={number}
              pdf={open.pdf}
              number={number}
              expected={open.firstPage}
              width={Math.floor(width * (ZOOMS[zoom] ?? 1))}
            />
          ))}
      </section>
    </>
  );
}

/** `zoom` is an index of `ZOOMS`. */
const Zoom = ({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) => (
  <span>
    <IconButton
      text="Fit the width"
      icon={<ZoomToFit />}
      disabled={zoom === 0}
      onClick={() => onZoom(0)}
    />
    <IconButton
      text="Smaller"
      icon={<ZoomOut />}
      disabled={zoom === 0}
      onClick={() => onZoom(zoom - 1)}
    />
    <IconButton
      text="Larger"
      icon={<ZoomIn />}
      disabled={zoom === ZOOMS.length - 1}
      onClick={() => onZoom(zoom + 1)}
    />
  </span>
);
