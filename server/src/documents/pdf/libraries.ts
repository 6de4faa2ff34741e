import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)

/* Loaded with the first document, at once, because fonts are opened in the middle of a line: together they take 30 MB. */

export const loadPdfkit = () => require('pdfkit') as typeof PDFDocument
export const loadFontkit = () => require('fontkit') as typeof import('fontkit')
