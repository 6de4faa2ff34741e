import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { Text } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'

// From our own origin: the content security policy allows no other, and no eval.
GlobalWorkerOptions.workerSrc = workerUrl

export type PdfFile = PDFDocumentProxy

/** Larger images are not decoded: a phone would run out of memory. */
const MAX_IMAGE_PIXELS = 25_000_000
const MAX_CANVAS_BYTES = 64 * 1024 * 1024

/**
 * Parses in a worker. Nothing in the file runs: the library has no interpreter for JavaScript without its sandbox, which
 * is not loaded; forms (XFA) are off, and actions and links are never followed, since only pictures of the pages are drawn.
 * Fonts that are not in the file come from the device; nothing is loaded from the network.
 */
export async function openPdf(file: Blob): Promise<PdfFile> {
  const task = getDocument({
    data: await file.arrayBuffer(),
    enableXfa: false,
    useWasm: false,
    useSystemFonts: true,
    disableWorkerRendering: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: MAX_CANVAS_BYTES,
    verbosity: 0,
  })
  // By default the library asks for a password; without an answer it would wait for good.
  task.onPassword = () => void task.destroy()
  return task.promise
}

export function failureText(error: unknown): Text {
  if (error instanceof PasswordException || (error instanceof Error && /destroyed/i.test(error.message)))
    return t('This PDF is protected by a password. Download it to open it.')
  if (error instanceof InvalidPDFException) return t('This PDF is damaged and can’t be shown.')
  return t('This PDF can’t be shown here. Download it to open it.')
}
