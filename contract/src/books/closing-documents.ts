import { REPORT_FORMATS } from './report-formats.ts'

/** The documents of a closing. Pages load this file, so it has no schemas. */
export const CLOSING_DOCUMENTS = {
  'trial-balance': REPORT_FORMATS.pdf,
  'balance-sheet': REPORT_FORMATS.pdf,
  'profit-and-loss': REPORT_FORMATS.pdf,
  journal: REPORT_FORMATS.csv,
} as const
export type ClosingDocumentName = keyof typeof CLOSING_DOCUMENTS
export const CLOSING_DOCUMENT_NAMES = Object.keys(CLOSING_DOCUMENTS) as [ClosingDocumentName, ...ClosingDocumentName[]]

/** 'closing-2026-10-31-balance-sheet.pdf' */
export const closingFileName = (until: string, name: ClosingDocumentName): string =>
  `closing-${until}-${name}.${CLOSING_DOCUMENTS[name].extension}`

/** What is checked before the books are closed. */
export const CLOSING_CHECKS = [
  'statement_entries',
  'suspense',
  'reconciliation',
  'proposals',
  'transactions',
  'verification',
] as const
export type ClosingCheck = (typeof CLOSING_CHECKS)[number]
