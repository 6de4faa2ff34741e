import { dayOf } from '#contract/bank-day.ts'
import { readProfitAndLoss as readResult, readBalanceSheet as readSheet } from '#contract/books/financial-reports.ts'
import {
  balanceSheetFileName,
  JOURNAL_FORMATS,
  journalFileName,
  profitAndLossFileName,
  trialBalanceFileName,
} from '#contract/books/report-formats.ts'
import { readJournal, readTrialBalance as readReport } from '#contract/books/reports.ts'
import { type Route, route } from '../../http/route.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import {
  readBalanceSheet,
  readProfitAndLoss,
  toBalanceSheetAnswer,
  toProfitAndLossAnswer,
} from './financial-reports.ts'
import { journalCsv } from './journal-csv.ts'
import { journalHledger } from './journal-hledger.ts'
import { streamJournal } from './read-journal.ts'
import { auditReport, type ReportDeps, type ReportFile, sendReport, textsFor, untilToday } from './report-files.ts'
import { balanceSheetTable, profitAndLossTable, type ReportTable, reportTableCsv } from './report-table.ts'
import { renderReportTablePdf } from './report-table-pdf.ts'
import { readTrialBalance, toTrialBalanceAnswer, trialBalanceCsv } from './trial-balance.ts'
import { renderTrialBalancePdf } from './trial-balance-pdf.ts'

export function reportRoutes(deps: ReportDeps): Route[] {
  const { sql, accessLog } = deps
  const { zone } = deps.ledger
  const letterhead = letterheadOf(deps.config)

  const tableFiles = (tableIn: (texts: Texts) => ReportTable): Pick<ReportFile, 'csv' | 'render'> => ({
    csv: (texts) => reportTableCsv(tableIn(texts), texts),
    render: (issue) => renderReportTablePdf(letterhead, tableIn, issue),
  })

  return [
    route(readReport, async (call) => {
      const { format } = call.query
      const on = untilToday(call.query.on, call, zone)
      const report = await readTrialBalance(sql, on, { at: call.at, zone })
      if (format === 'json') return toTrialBalanceAnswer(report)
      await auditReport(deps, call, 'report.trial_balance', { on, format })
      return sendReport(deps, call, format, {
        kind: 'trial-balance',
        period: on,
        fileName: trialBalanceFileName(on, format),
        csv: (texts) => trialBalanceCsv(report, texts),
        render: (issue) => renderTrialBalancePdf(letterhead, report, issue),
      })
    }),
    route(readSheet, async (call) => {
      const { format } = call.query
      const on = untilToday(call.query.on, call, zone)
      const sheet = await readBalanceSheet(sql, on, { at: call.at, zone })
      if (format === 'json') return toBalanceSheetAnswer(sheet)
      await auditReport(deps, call, 'report.balance_sheet', { on, format })
      return sendReport(deps, call, format, {
        kind: 'balance-sheet',
        period: on,
        fileName: balanceSheetFileName(on, format),
        ...tableFiles((texts) => balanceSheetTable(sheet, texts)),
      })
    }),
    route(readResult, async (call) => {
      const { format } = call.query
      const to = untilToday(call.query.to, call, zone)
      const from = call.query.from ?? `${to.slice(0, 4)}-01-01`
      const report = await readProfitAndLoss(sql, { from, to }, { at: call.at, zone })
      if (format === 'json') return toProfitAndLossAnswer(report)
      await auditReport(deps, call, 'report.profit_and_loss', { from, to, format })
      return sendReport(deps, call, format, {
        kind: 'profit-and-loss',
        period: `${from}/${to}`,
        fileName: profitAndLossFileName(from, to, format),
        ...tableFiles((texts) => profitAndLossTable(report, texts)),
      })
    }),
    route(readJournal, async (call) => {
      const { session, at, reply } = call
      const { from, format } = call.query
      const to = from > dayOf(at, zone) ? call.query.to : untilToday(call.query.to, call, zone)
      await auditReport(deps, call, 'report.journal', { from, to, format })
      reply.header('content-type', JOURNAL_FORMATS[format].mediaType)
      reply.header('content-disposition', `attachment; filename="${journalFileName(from, to, format)}"`)
      const onRead = (personIds: string[]) => accessLog.recordAll({ session, personIds, what: 'transactions.exported' })
      const range = { from, to }
      const writer = format === 'csv' ? journalCsv(await textsFor(deps, call)) : journalHledger(sql, range, zone)
      return streamJournal(sql, range, { zone, onRead }, writer)
    }),
  ]
}
