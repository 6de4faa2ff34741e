import { msg } from '../text-id.ts'

/** What a statement can be downloaded as. Pages load this file, so it has no schemas. */
export const STATEMENT_FORMATS = {
  pdf: { name: 'PDF', use: msg('To print and to send'), extension: 'pdf', mediaType: 'application/pdf' },
  csv: { name: 'CSV', use: msg('For spreadsheets'), extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  ofx: { name: 'OFX', use: msg('For personal finance programs'), extension: 'ofx', mediaType: 'application/x-ofx' },
  camt053: { name: 'camt.053', use: msg('For accounting (ISO 20022)'), extension: 'xml', mediaType: 'application/xml' },
  json: { name: 'JSON', use: msg('For programs'), extension: 'json', mediaType: 'application/json; charset=utf-8' },
} as const satisfies Record<string, FormatDescription>

type FormatDescription = { name: string; use: string; extension: string; mediaType: string }
export type StatementFormat = keyof typeof STATEMENT_FORMATS

/** A file that a spreadsheet or program reads: of a customer, only for staff who may export. */
export const isExport = (format: StatementFormat): boolean => format !== 'pdf' && format !== 'json'

/** 'statement-2026-10-7520013847.pdf' */
export const statementFileName = (month: string, accountNumber: string, format: StatementFormat): string =>
  `statement-${month}-${accountNumber}.${STATEMENT_FORMATS[format].extension}`
