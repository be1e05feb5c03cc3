import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useEffectEvent, useState } from 'react';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Where `pdfFiles` of vite.config.ts has put what some PDFs need: letters of Asia, usual fonts. */
const FILES = `/assets/pdfjs-${version}`;

/** Reads a PDF in a worker of our own origin: nothing of it is run, nothing comes from elsewhere. */
const readPdf = (data: ArrayBuffer): PDFDocumentLoadingTask =>
  getDocument({
    data,
    cMapUrl: `${FILES}/cmaps/`,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    wasmUrl: `${FILES}/wasm/`,
    // The page's policy allows neither.
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
  });

/** A page's size at 100%, in CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

export interface OpenPdf {
  pdf: PDFDocumentProxy;
  /** Of the first page: what every page is taken for until it has been seen. */
  firstPage: PageSize;
}

async function opened(pdf: PDFDocumentProxy): Promise<OpenPdf> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return { pdf, firstPage: { width, height } };
}

/** A PDF that is open for as long as it is shown; null until it is. */
export function usePdf(file: Blob, onFailed: () => void): OpenPdf | null {
  const [open, setOpen] = useState<OpenPdf | null>(null);
  const fail = useEffectEvent(onFailed);

  useEffect(() => {
    let isLeft = false;
    let close = () => {
      isLeft = true;
    };
    const begin = async () => {
      const task = readPdf(await file.arrayBuffer());
      close = () => {
        isLeft = true;
        void task.destroy();
      };
      if (isLeft) return close();
      const next = await opened(await task.promise);
      if (!isLeft) setOpen(next);
    };
    begin().catch(() => {
      if (!isLeft) fail();
    });
    return () => {
      setOpen(null);
      close();
    };
  }, [file]);
  return open;
}
