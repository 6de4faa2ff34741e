import { dayOf } from '#contract/bank-day.ts'
import {
  CLOSING_DOCUMENT_NAMES,
  CLOSING_DOCUMENTS,
  type ClosingDocumentName,
} from '#contract/books/closing-documents.ts'
import { type DocumentDeps, type IssuedDocument, issueDocument } from '../../documents/issue-document.ts'
import { runRendering } from '../../documents/run-rendering.ts'
import type { Deps } from '../../http/deps.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { keepSums } from '../../ledger/closings.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import type { IssueDetails } from '../../platform/pdf/render.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { readBalanceSheet, readProfitAndLoss } from '../reports/financial-reports.ts'
import { journalCsv } from '../reports/journal-csv.ts'
import { journalChunks } from '../reports/read-journal.ts'
import { balanceSheetTable, profitAndLossTable } from '../reports/report-table.ts'
import { renderReportTablePdf } from '../reports/report-table-pdf.ts'
import { readTrialBalance } from '../reports/trial-balance.ts'
import { renderTrialBalancePdf } from '../reports/trial-balance-pdf.ts'
import { type ClosingRow, firstBookedAt, selectClosingDocuments, selectUnfinished } from './store.ts'

export type ClosingDocumentDeps = DocumentDeps & Pick<Deps, 'config'> & { zone: string }

/** The first day of its period, which for the first closing is that of the first booking. */
export async function firstDayOf(sql: Reader, { from, until }: ClosingRow, zone: string): Promise<string> {
  if (from) return from
  const first = await firstBookedAt(sql)
  const day = first && dayOf(first, zone)
  return day && day < until ? day : until
}

/** Issued once, and the same bytes from then on: nothing that it shows changes any more. */
export async function issueClosingDocument(
  deps: ClosingDocumentDeps,
  closing: ClosingRow,
  name: ClosingDocumentName,
): Promise<IssuedDocument> {
  const { sql, zone } = deps
  await inTransaction(sql, (tx) => keepSums(tx, closing, zone))
  const from = await firstDayOf(sql, closing, zone)
  const request = {
    kind: name,
    // A document of the second person, who closed the books.
    ownerId: closing.closedBy,
    accountId: mainAccountId(closing.closedBy),
    subject: closing.id,
    period: name === 'profit-and-loss' || name === 'journal' ? `${from}/${closing.until}` : closing.until,
    format: CLOSING_DOCUMENTS[name].extension,
    locale: closing.locale,
    final: true,
  }
  const render = (issue: IssueDetails) => renderers[name](deps, { closing, from }, issue)
  return runRendering(() => issueDocument(deps, request, render), { lane: closing.closedBy })
}

type Period = { closing: ClosingRow; from: string }
type Render = (deps: ClosingDocumentDeps, period: Period, issue: IssueDetails) => AsyncIterable<Uint8Array>

const renderers: Record<ClosingDocumentName, Render> = {
  'trial-balance': async function* ({ sql, now, config, zone }, { closing }, issue) {
    const report = await readTrialBalance(sql, closing.until, { at: now(), zone })
    yield* renderTrialBalancePdf(letterheadOf(config), report, issue)
  },
  'balance-sheet': async function* ({ sql, now, config, zone }, { closing }, issue) {
    const sheet = await readBalanceSheet(sql, closing.until, { at: now(), zone })
    yield* renderReportTablePdf(letterheadOf(config), (texts) => balanceSheetTable(sheet, texts), issue)
  },
  'profit-and-loss': async function* ({ sql, now, config, zone }, { closing, from }, issue) {
    const report = await readProfitAndLoss(sql, { from, to: closing.until }, { at: now(), zone })
    yield* renderReportTablePdf(letterheadOf(config), (texts) => profitAndLossTable(report, texts), issue)
  },
  // A file of its own and not pages of a PDF: it may have millions of lines. Its signature covers every byte.
  journal: async function* ({ sql, zone }, { closing, from }) {
    const texts = textsIn(closing.locale)
    const context = { zone, onRead: async () => {} }
    for await (const chunk of journalChunks(sql, { from, to: closing.until }, context, journalCsv(texts)))
      yield Buffer.from(chunk)
  },
}

/** Makes what confirmed closings lack. A server that is stopped meanwhile, or another one at it, does no harm. */
export async function makeClosingDocuments(deps: ClosingDocumentDeps): Promise<number> {
  const closings = await selectUnfinished(deps.sql, CLOSING_DOCUMENT_NAMES)
  for (const closing of closings)
    for (const name of CLOSING_DOCUMENT_NAMES) await issueClosingDocument(deps, closing, name)
  return closings.length
}

export async function hasAllDocuments(sql: Reader, { id }: ClosingRow): Promise<boolean> {
  const documents = await selectClosingDocuments(sql, CLOSING_DOCUMENT_NAMES)
  return documents.filter(({ closing_id }) => closing_id === id).length === CLOSING_DOCUMENT_NAMES.length
}
