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

/** 'balance-sheet-2026-10-31.pdf' */
export const balanceSheetFileName = (on: string, format: ReportFormat): string =>
  `balance-sheet-${on}.${REPORT_FORMATS[format].extension}`

/** 'profit-and-loss-2026-10-01-2026-10-31.pdf' */
export const profitAndLossFileName = (from: string, to: string, format: ReportFormat): string =>
  `profit-and-loss-${from}-${to}.${REPORT_FORMATS[format].extension}`

/** What the journal can be downloaded as. */
export const JOURNAL_FORMATS = {
  csv: REPORT_FORMATS.csv,
  hledger: { name: 'hledger', extension: 'journal', mediaType: 'text/plain; charset=utf-8' },
} as const
export type JournalFormat = keyof typeof JOURNAL_FORMATS

/** 'journal-2026-10-01-2026-10-31.csv' */
export const journalFileName = (from: string, to: string, format: JournalFormat = 'csv'): string =>
  `journal-${from}-${to}.${JOURNAL_FORMATS[format].extension}`

/** 'dormant-2026-10-31.csv' */
export const managementFileName = (report: string, on: string): string => `${report}-${on}.csv`
