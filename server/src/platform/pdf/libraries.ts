import { createRequire } from 'node:module'
import type bidiFactory from 'bidi-js'
import type PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)

/* Loaded when a document first needs them, at once, because fonts are opened in the middle of a line: together they take 31 MB. */

export const loadPdfkit = () => require('pdfkit') as typeof PDFDocument
export const loadFontkit = () => require('fontkit') as typeof import('fontkit')
export const loadQr = () => (require('qr') as typeof import('qr')).default

type Bidi = ReturnType<typeof bidiFactory.default>
let bidi: Bidi | undefined
/** The tables of bidi-js are built once. Its types describe a module with a default export; what is loaded is the function. */
export const loadBidi = (): Bidi => (bidi ??= (require('bidi-js') as typeof bidiFactory.default)())
