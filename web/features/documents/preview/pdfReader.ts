import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, version } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Where `pdfFiles` of vite.config.ts has put what some PDFs need: letters of Asia, usual fonts. */
const FILES = `/assets/pdfjs-${version}`;

/** Reads a PDF in a worker of our own origin: nothing of it is run, nothing comes from elsewhere. */
export const readPdf = (data: ArrayBuffer): PDFDocumentLoadingTask =>
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
