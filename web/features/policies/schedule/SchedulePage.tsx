import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import type { ScheduleField } from '@insuremanager/contracts/schedules/scheduleViews';
import { useEffect, useRef, useState } from 'react';
import type { useFileContent } from '../../../data/useFileContent';
import { PdfPage } from '../../../records/documents/pdf/PdfPage';
import { type OpenPdf, usePdf } from '../../../records/documents/pdf/usePdf';
import { IconButton } from '../../../ui/IconButton';
import { ErrorPanel } from '../../../ui/list/ErrorPanel';
import { useElementSize } from '../../../ui/useElementSize';
import { PHONE, useMediaQuery } from '../../../ui/useMediaQuery';
import '../../../records/documents/pdf/pdfPages.css';

type Place = Pick<ScheduleField, 'page' | 'left' | 'top' | 'width' | 'height'>;

interface SchedulePageProps {
  file: ReturnType<typeof useFileContent>;
  fileName: string;
  /** So many of its pages were read. */
  pages: number;
  /** What is looked at; undefined: nothing in particular. */
  place: Place | undefined;
}

/** The page of a schedule on which a field stands, which is marked there. */
export function SchedulePage({ file, ...page }: SchedulePageProps) {
  const { content, failure, retry, fail } = file;
  return (
    <aside className="schedule-page" aria-label="Schedule">
      {failure !== null ? (
        <ErrorPanel title="Failed to load the preview" message={failure} onRetry={retry} />
      ) : (
        content && <Opened content={content} onFailed={fail} {...page} />
      )}
    </aside>
  );
}

interface OpenedProps extends Omit<SchedulePageProps, 'file'> {
  content: Blob;
  onFailed: () => void;
}

function Opened({ content, onFailed, ...page }: OpenedProps) {
  const open = usePdf(content, onFailed);
  return open && <Pages {...page} open={open} />;
}

/** On a phone an excerpt is shown, which has to be read there. */
const PHONE_ZOOM = 2;

/** Places are told in parts of a page's width and height. */
const WHOLE = 10_000;
const share = (part: number) => `${(part / WHOLE) * 100}%`;

function Pages({
  fileName,
  pages,
  place,
  open,
}: Omit<OpenedProps, 'content' | 'onFailed'> & { open: OpenPdf }) {
  const scroller = useRef<HTMLElement>(null);
  const zoom = useMediaQuery(PHONE) ? PHONE_ZOOM : 1;
  const width = Math.floor(useElementSize(scroller).width * zoom);
  const [number, setNumber] = useState(place?.page ?? 1);
  const [shownPlace, setShownPlace] = useState(place);
  if (place !== shownPlace) {
    setShownPlace(place);
    if (place) setNumber(place.page);
  }

  useEffect(() => {
    const area = scroller.current;
    const page = area?.querySelector<HTMLElement>('.pdf-page');
    if (!area || !page || place?.page !== number) return;
    const middle = (begin: number, length: number, whole: number, seen: number) =>
      ((begin + length / 2) / WHOLE) * whole - seen / 2;
    // Once the page has its size, and again when that changes.
    const observer = new ResizeObserver(() =>
      area.scrollTo({
        left: middle(place.left, place.width, page.offsetWidth, area.clientWidth),
        top: middle(place.top, place.height, page.offsetHeight, area.clientHeight),
      }),
    );
    observer.observe(page);
    return () => observer.disconnect();
  }, [place, number]);

  return (
    <>
      {pages > 1 && (
        <div className="pdf-tools">
          <span className="muted tabular" role="status">
            Page {number} of {pages}
          </span>
          <span>
            <IconButton
              text="Previous page"
              icon={<ChevronLeft />}
              disabled={number === 1}
              onClick={() => setNumber(number - 1)}
            />
            <IconButton
              text="Next page"
              icon={<ChevronRight />}
              disabled={number === pages}
              onClick={() => setNumber(number + 1)}
            />
          </span>
        </div>
      )}
      <section
        ref={scroller}
        className="pdf-pages"
        aria-label={`Page ${number} of ${fileName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        <PdfPage
          key={number}
          pdf={open.pdf}
          number={number}
          expected={open.firstPage}
          width={width}
        >
          {place?.page === number && (
            <div
              className="schedule-mark"
              style={{
                left: share(place.left),
                top: share(place.top),
                width: share(place.width),
                height: share(place.height),
              }}
            />
          )}
        </PdfPage>
      </section>
    </>
  );
}
