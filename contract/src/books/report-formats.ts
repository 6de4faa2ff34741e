/** What a trial balance can be downloaded as. Pages load this file, so it has no schemas. */
export const REPORT_FORMATS = {
  pdf: { name: 'PDF', extension: 'pdf', mediaType: 'application/pdf' },
  csv: { name: 'CSV', extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  json: { name: 'JSON', extension: 'json', mediaType: 'application/json; charset=utf-8' },
} as const
export type ReportFormat = keyof typeof REPORT_FORMATS

/** 'trial-balance-2026-10-31.pdf' */
export const trialBalanceFileName = (on: string, format: ReportFormat): string =>
  `trial-balance-${on}.${REPORT_FORMATS[format].extension}`

/** 'journal-2026-10-01-2026-10-31.csv' */
export const journalFileName = (from: string, to: string): string => `journal-${from}-${to}.csv`
