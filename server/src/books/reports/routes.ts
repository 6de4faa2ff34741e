import { dayOf } from '#contract/bank-day.ts'
import { journalFileName, REPORT_FORMATS, trialBalanceFileName } from '#contract/books/report-formats.ts'
import { readJournal, readTrialBalance as readReport } from '#contract/books/reports.ts'
import { readLocale } from '../../customers/read-locale.ts'
import { issueDocument } from '../../documents/issue-document.ts'
import { runRendering } from '../../documents/run-rendering.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { sendDocument } from '../../http/send-document.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { streamJournal } from './read-journal.ts'
import { readTrialBalance, toTrialBalanceAnswer, trialBalanceCsv } from './trial-balance.ts'
import { renderTrialBalancePdf } from './trial-balance-pdf.ts'

export function reportRoutes(deps: Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config' | 'keys' | 'now'>): Route[] {
  const { sql, accessLog } = deps
  const { zone } = deps.ledger
  const letterhead = letterheadOf(deps.config)

  /** Before the first byte leaves: a download that breaks off is in the audit log too. */
  const audit = (staff: StaffContext, action: string, after: Record<string, string>) =>
    sql.begin((tx) => record(tx, { auditEntries: [auditEntry(staff, { subjectId: null, action, before: {}, after })] }))

  /** Nothing is booked on later days, so a year that is not over ends today. */
  const untilToday = (day: string | undefined, at: Date): string => {
    const today = dayOf(at, zone)
    return day === undefined || day > today ? today : day
  }

  return [
    route(readReport, async (call) => {
      const { session, at, reply } = call
      const { format } = call.query
      const on = untilToday(call.query.on, at)
      const report = await readTrialBalance(sql, on, { at, zone })
      if (format === 'json') return toTrialBalanceAnswer(report)
      const locale = await readLocale(deps, session.personId)
      await audit(staffContext(call), 'report.trial_balance', { on, format })
      const { mediaType } = REPORT_FORMATS[format]
      const fileName = trialBalanceFileName(on, format)
      if (format === 'csv') {
        reply.header('content-type', mediaType)
        reply.header('content-disposition', `attachment; filename="${fileName}"`)
        return trialBalanceCsv(report, textsIn(locale))
      }
      // A document of the member of staff who asks: it is about the whole bank, and whom it is handed to can check it.
      const owner = { ownerId: session.personId, accountId: mainAccountId(session.personId) }
      const request = {
        kind: 'trial-balance',
        subject: on,
        period: on,
        format,
        locale,
        final: false,
        ...owner,
      } as const
      const issued = await runRendering(
        () => issueDocument(deps, request, (issue) => renderTrialBalancePdf(letterhead, report, issue)),
        { lane: session.personId },
      )
      return sendDocument(reply, issued, { mediaType, fileName })
    }),
    route(readJournal, async (call) => {
      const { session, at, reply } = call
      const { from } = call.query
      const to = from > dayOf(at, zone) ? call.query.to : untilToday(call.query.to, at)
      await audit(staffContext(call), 'report.journal', { from, to })
      reply.header('content-type', REPORT_FORMATS.csv.mediaType)
      reply.header('content-disposition', `attachment; filename="${journalFileName(from, to)}"`)
      const onRead = (personIds: string[]) => accessLog.recordAll({ session, personIds, what: 'transactions.exported' })
      const texts = textsIn(await readLocale(deps, session.personId))
      return streamJournal(sql, { from, to }, { zone, texts, onRead })
    }),
  ]
}
